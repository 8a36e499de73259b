/// Where what the container derived is asked for first: by place, so that the order of declaration changes no report.
struct DerivedPlaces {
  private var places: [Int: SourceLocation] = [:]

  init(_ analysis: Analysis) {
    let declarations = analysis.declarations
    guard declarations.contains(where: { $0.kind == .handle || $0.kind == .collection }) else { return }
    var queue: [Int] = []
    func ask(_ position: Int, from place: SourceLocation, _ places: inout [Int: SourceLocation]) {
      guard declarations[position].isDerived, declarations[position].kind != .proxy else { return }
      if let known = places[position], known <= place { return }
      places[position] = place
      queue.append(position)
    }
    for requirement in analysis.installer.requirements + analysis.installer.roots {
      guard let position = analysis.positions[requirement.key] else { continue }
      ask(position, from: requirement.site.location, &places)
    }
    for position in analysis.own where !declarations[position].isDerived || declarations[position].kind == .proxy {
      for target in analysis.edges.targets(of: position) where target >= 0 {
        ask(target, from: declarations[position].site.location, &places)
      }
    }
    while let position = queue.popLast() {
      guard let place = places[position] else { continue }
      for target in analysis.edges.targets(of: position) where target >= 0 { ask(target, from: place, &places) }
    }
  }

  subscript(position: Int) -> SourceLocation? { places[position] }
}
