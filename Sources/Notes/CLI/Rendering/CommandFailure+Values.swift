import Wiring

extension CommandFailure {
  /// Says which values of a context file nobody asks for: a name with a slip in it would change nothing, and in silence.
  ///
  /// - Returns: `nil` when somebody asks for each.
  init?(unaskedIn context: Definitions, of file: String, _ graph: GraphDescription) {
    let asked = Set(graph.bindings.compactMap(\.key.qualifier))
    let unasked = context.values.filter { !asked.contains($0.name) }
    guard !unasked.isEmpty else { return nil }
    let names = asked.subtracting(context.values.map(\.name))
    self.init(
      "the context file \(file) does not fit this program",
      hints: unasked.map { value in
        let place = (value.location ?? value.value.location).map { "\($0): " } ?? ""
        let near = names.filter { $0.editDistance(to: value.name) <= 2 }.min()
        return "\(place)nothing asks for a value '\(value.name)'\(near.map { "; there is '\($0)'" } ?? "")"
      }, status: .configuration)
  }
}
