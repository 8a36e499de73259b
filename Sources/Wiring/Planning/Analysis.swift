/// The graph of a list of declarations, and the questions that a plan asks of it. Every answer is a function of the set of
/// declarations, whatever their order, and no algorithm recurses: a chain of 10,000 must be reported, not overflow.
struct Analysis: Sendable {
  /// Those that modules declare, and those that follow from them: stand-ins, lists, handles.
  let declarations: [Declaration]
  let inheritedCount: Int
  let positions: KeyTable
  let edges: Edges
  /// Positions that stand for a key together with an earlier one.
  let duplicates: [Int]
  /// Decorators that have nothing to decorate, or do not take it.
  let looseDecorators: [Int]
  let contributions: [Contributions]
  /// What is out of the ordinary in this graph and the ones around it.
  let peculiarities: Peculiarities
  /// Keys for which several definitions or components would do.
  let ambiguities: [Derivation.Ambiguity]
  /// Values that refer to each other.
  let valueCircles: [[String]]
  /// What definitions give and nobody can read.
  let badValues: [Derivation.BadValue]
  /// Keys of lazy ones that have no stand-in.
  let withoutStandIn: [(key: AnyKey, position: Int)]
  /// By the position of a definition or component its stand-ins.
  let standIns: [Int: [Int]]
  /// The positions of definitions and components.
  let offers: [Int]
  private let hasMissing: Bool
  /// This graph's own positions, dependencies before consumers.
  let order: [Int]
  /// The positions of circles of bindings, those through handles included.
  let circles: [[Int]]
  /// By position where the object can be made, its dependencies considered.
  let isolations: [Isolation]
  let scopes: ScopeMap
  let installer: Installer
  /// The custom scope that is open when the graph is built.
  let openScope: [String]

  init(_ installer: Installer, parent: Blueprint?, openScope: [String]) {
    self.installer = installer
    let count = parent?.declarations.count ?? 0
    inheritedCount = count
    var derivation = Derivation(installer, parent: parent)
    derivation.run()
    declarations = derivation.declarations
    positions = derivation.positions
    edges = derivation.edges
    duplicates = derivation.duplicates
    looseDecorators = derivation.looseDecorators
    contributions = derivation.contributions
    peculiarities = derivation.peculiarities
    ambiguities = derivation.ambiguities
    badValues = derivation.badValues
    valueCircles = derivation.valueCircles
    withoutStandIn = derivation.withoutStandIn
    standIns = derivation.standIns
    offers = derivation.offers.positions
    hasMissing = derivation.hasMissing
    let components = Components(count..<derivation.declarations.count, derivation.edges) { _ in true }
    circles = components.circles
    var order = components.order
    if !circles.isEmpty { order = Self.order(of: components, derivation) }
    self.order = order
    isolations = Self.isolations(derivation, order: order, parent)
    scopes = ScopeMap(derivation, order: order, parent: parent?.scopes)
    self.openScope = openScope
  }

  /// By position where the object can be made: where its own factory and those of its dependencies can run.
  private static func isolations(_ derivation: Derivation, order: [Int], _ parent: Blueprint?) -> [Isolation] {
    let declarations = derivation.declarations
    var isolations = parent?.isolations ?? []
    isolations += repeatElement(.any, count: declarations.count - isolations.count)
    guard derivation.peculiarities.contains(.isolation) else { return isolations }
    for position in order where !declarations[position].isDeferring {
      isolations[position] = declarations[position].isolation
      for target in derivation.edges.targets(of: position)
      where target >= 0 && isolations[target] > isolations[position] {
        isolations[position] = isolations[target]
      }
    }
    return isolations
  }

  /// Dependencies before consumers, where circles lead through handles: a handle asks for nothing before it is used.
  private static func order(of components: Components, _ derivation: Derivation) -> [Int] {
    // Inside a circle only what is needed at once decides; the circles themselves stay where they are.
    var rank = [Int](repeating: 0, count: derivation.declarations.count)
    let direct = Components(0..<derivation.declarations.count, derivation.edges) { position in
      !derivation.declarations[position].isDeferring
    }
    for (index, position) in direct.order.enumerated() { rank[position] = index }
    var order = components.order
    var start = 0
    for circle in components.circles {
      guard let first = order[start...].firstIndex(of: circle[0]) else { continue }
      order[first..<first + circle.count].sort { rank[$0] < rank[$1] }
      start = first + circle.count
    }
    return order
  }

  /// The positions of this graph's own declarations.
  var own: Range<Int> { inheritedCount..<declarations.count }

  func problems() -> [Problem] {
    // Names and paths cost; a plan without problems never makes them.
    let cycles = cycles()
    let findings = Findings(
      missing: hasMissing ? missingDependencies() : [], cycles: cycles, duplicates: duplicateGroups(),
      captives: peculiarities.contains(.shortScopes) ? captives() : [],
      weakValues: peculiarities.contains(.weakScopes) ? weakValues() : [],
      handles: cycles.isEmpty && peculiarities.contains(.handles) ? misusedHandles() : [],
      looseDecorators: looseDecorators,
      scopes: scopeFindings(),
      hasDefinitionFindings:
        !(ambiguities.isEmpty && badValues.isEmpty && valueCircles.isEmpty && withoutStandIn.isEmpty))
    return findings.isEmpty ? [] : ProblemReport(self).problems(findings)
  }

  /// What is questionable, but does not keep a plan from being built.
  func warnings() -> [Problem] {
    let (unused, opaque) = (unused(), own.filter { declarations[$0].kind == .opaque })
    let unasked = unaskedValues()
    guard !(unused.isEmpty && opaque.isEmpty && unasked.isEmpty) else { return [] }
    let report = ProblemReport(self)
    return unused.map(report.unused) + opaque.map(report.opaque) + unasked.map(report.unasked)
  }
}

/// What an analysis found wrong.
struct Findings {
  let missing: [Analysis.Missing]
  let cycles: [[Int]]
  let duplicates: [[Int]]
  let captives: [[Int]]
  let weakValues: [Int]
  let handles: [Analysis.MisusedHandle]
  let looseDecorators: [Int]
  let scopes: [Analysis.ScopeFinding]
  /// Whether the analysis has ambiguities, bad values, or lazy ones without a stand-in.
  let hasDefinitionFindings: Bool

  var isEmpty: Bool {
    missing.isEmpty && cycles.isEmpty && duplicates.isEmpty && captives.isEmpty && weakValues.isEmpty
      && handles.isEmpty && looseDecorators.isEmpty && scopes.isEmpty && !hasDefinitionFindings
  }
}
