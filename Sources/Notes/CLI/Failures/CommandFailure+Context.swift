import Wiring
import WiringDefinitions

extension CommandFailure {
  /// Creates the failure of a context file, with all of its problems.
  init(_ error: WiringError, ofContext file: String) {
    // The problems quote the file, which is user content.
    self.init("the context file \(file) is invalid\n\(StyledText(error.description))", status: .configuration)
  }

  /// Creates the failure of a context file with values that no binding uses, since a misspelt name would silently do
  /// nothing; `nil` if all are used.
  init?(unusedValuesIn context: Definitions, of file: String, _ graph: GraphDescription) {
    let known = Set(graph.bindings.compactMap(\.key.qualifier))
    let unused = context.values.filter { !known.contains($0.name) }
    guard !unused.isEmpty else { return nil }
    let names = known.subtracting(context.values.map(\.name)).sorted()
    self.init(
      "the context file \(file) is invalid",
      hints: unused.map { value in
        let location = (value.location ?? value.value.location).map { "\($0): " } ?? ""
        let near = Spelling.nearest(to: value.name, among: names, within: 2)
        return "\(location)unused value '\(value.name)'\(near.map { "; did you mean '\($0)'?" } ?? "")"
      }, status: .configuration)
  }
}
