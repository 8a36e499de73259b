/// The graph of a list of declarations, and the questions that a plan asks of it. Every answer is a function of the set of
/// declarations, whatever their order, and no algorithm recurses: a chain of 10,000 must be reported, not overflow.
struct Analysis {
  let declarations: [Declaration]
  let inheritedCount: Int
  let positions: [AnyKey: Int]
  /// For each declaration the positions of its dependencies; `nil` for one that nobody provides.
  let edges: [[Int?]]
  /// Whether a key is bound more than once.
  private(set) var hasDuplicates = false
  let installer: Installer

  init(_ installer: Installer, parent: Blueprint?) {
    self.installer = installer
    inheritedCount = parent?.declarations.count ?? 0
    // Graphs know themselves: what they are made of can be injected like anything else.
    let own = GraphDescription.declaration(module: -1)
    declarations = installer.declarations + [own]
    var positions = parent?.positions ?? [:]
    positions.reserveCapacity(declarations.count)
    for position in inheritedCount..<declarations.count {
      let key = declarations[position].key
      if let other = positions.updateValue(position, forKey: key), other >= inheritedCount {
        hasDuplicates = true
        // Of two bindings the first in the source stands for both; that there are two is reported.
        if declarations[other].site.location <= declarations[position].site.location { positions[key] = other }
      }
    }
    self.positions = positions
    var edges: [[Int?]] = parent?.dependencies.map { $0.map { $0 } } ?? []
    edges.reserveCapacity(declarations.count)
    for declaration in declarations[inheritedCount...] {
      edges.append(declaration.dependencies.map { positions[$0.key] })
    }
    self.edges = edges
  }

  /// The positions of this graph's own declarations.
  var own: Range<Int> { inheritedCount..<declarations.count }

  func problems() -> [Problem] {
    // Names and paths cost; a plan without problems never makes them.
    let missing = missingDependencies()
    let cycles = cycles()
    let duplicates = duplicates()
    let captives = captives()
    let weakValues = weakValues()
    guard !(missing.isEmpty && cycles.isEmpty && duplicates.isEmpty && captives.isEmpty && weakValues.isEmpty) else {
      return []
    }
    let report = ProblemReport(self)
    return missing.map(report.missing) + cycles.map(report.cycle) + duplicates.map(report.duplicate)
      + captives.map(report.captive) + weakValues.map(report.weakValue)
  }
}
