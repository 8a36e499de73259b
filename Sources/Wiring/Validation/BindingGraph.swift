/// The graph of a list of declarations, and the questions that a plan asks of it. Every answer is a function of the set of
/// declarations, whatever their order, and no algorithm recurses: a chain of 10,000 must be reported, not overflow.
struct BindingGraph: Sendable {
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
  let features: PlanFeatures
  /// Keys for which several definitions or components would do.
  let ambiguities: [DependencyResolver.Ambiguity]
  /// Values that refer to each other.
  let valueCycles: [[String]]
  /// What definitions give and nobody can read.
  let badValues: [DependencyResolver.BadValue]
  /// Keys of lazy ones that have no stand-in.
  let withoutProxy: [(key: AnyKey, position: Int)]
  /// By the position of a definition or component its stand-ins.
  let proxies: [Int: [Int]]
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
  let installer: ModuleInstaller
  /// The custom scope that is open when the graph is built.
  let openScope: [String]

  init(_ installer: ModuleInstaller, parent: Blueprint?, openScope: [String]) {
    self.installer = installer
    let count = parent?.declarations.count ?? 0
    inheritedCount = count
    var derivation = DependencyResolver(installer, parent: parent)
    derivation.run()
    declarations = derivation.declarations
    positions = derivation.positions
    edges = derivation.edges
    duplicates = derivation.duplicates
    looseDecorators = derivation.looseDecorators
    contributions = derivation.contributions
    features = derivation.features
    ambiguities = derivation.ambiguities
    badValues = derivation.badValues
    valueCycles = derivation.valueCycles
    withoutProxy = derivation.withoutProxy
    proxies = derivation.proxies
    offers = derivation.offers.positions
    hasMissing = derivation.hasMissing
    let components = StronglyConnectedComponents(count..<derivation.declarations.count, derivation.edges) { _ in true }
    circles = components.circles
    var order = components.order
    if !circles.isEmpty { order = Self.order(of: components, derivation) }
    self.order = order
    isolations = Self.isolations(derivation, order: order, parent)
    scopes = ScopeMap(derivation, order: order, parent: parent?.scopes)
    self.openScope = openScope
  }

  /// By position where the object can be made: where its own factory and those of its dependencies can run.
  private static func isolations(_ derivation: DependencyResolver, order: [Int], _ parent: Blueprint?) -> [Isolation] {
    let declarations = derivation.declarations
    var isolations = parent?.isolations ?? []
    isolations += repeatElement(.any, count: declarations.count - isolations.count)
    guard derivation.features.contains(.isolation) else { return isolations }
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
  private static func order(of components: StronglyConnectedComponents, _ derivation: DependencyResolver) -> [Int] {
    // Inside a circle only what is needed at once decides; the circles themselves stay where they are.
    var rank = [Int](repeating: 0, count: derivation.declarations.count)
    let direct = StronglyConnectedComponents(0..<derivation.declarations.count, derivation.edges) { position in
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
      captives: features.contains(.shortScopes) ? captives() : [],
      weakValues: features.contains(.weakScopes) ? weakValues() : [],
      handles: cycles.isEmpty && features.contains(.handles) ? misusedHandles() : [],
      looseDecorators: looseDecorators,
      scopes: scopeFindings(),
      hasDefinitionFindings:
        !(ambiguities.isEmpty && badValues.isEmpty && valueCycles.isEmpty && withoutProxy.isEmpty))
    return findings.isEmpty ? [] : ProblemReport(self).problems(findings)
  }

  /// What is questionable, but does not keep a plan from being built.
  func warnings() -> [Problem] {
    let (unused, opaque) = (unused(), own.filter { declarations[$0].kind == .opaque })
    let unasked = unusedValues()
    guard !(unused.isEmpty && opaque.isEmpty && unasked.isEmpty) else { return [] }
    let report = ProblemReport(self)
    return unused.map(report.unused) + opaque.map(report.opaque) + unasked.map(report.unasked)
  }
}

/// What an analysis found wrong.
struct Findings {
  let missing: [BindingGraph.Missing]
  let cycles: [[Int]]
  let duplicates: [[Int]]
  let captives: [[Int]]
  let weakValues: [Int]
  let handles: [BindingGraph.MisusedHandle]
  let looseDecorators: [Int]
  let scopes: [BindingGraph.ScopeFinding]
  /// Whether the analysis has ambiguities, bad values, or lazy ones without a stand-in.
  let hasDefinitionFindings: Bool

  var isEmpty: Bool {
    missing.isEmpty && cycles.isEmpty && duplicates.isEmpty && captives.isEmpty && weakValues.isEmpty
      && handles.isEmpty && looseDecorators.isEmpty && scopes.isEmpty && !hasDefinitionFindings
  }
}

extension BindingGraph {
  /// The object of a binding to a ready value, which is there before anything is built.
  func value(at position: Int) -> Any? {
    for case .value(let value) in declarations[position].modifiers { return value }
    return nil
  }
}

extension BindingGraph {
  /// Something that is asked for outside of the custom scope it lives in.
  enum ScopeFinding {
    /// An entry point that needs a scope that is not open when the graph is built.
    case rootOutside(RequiredKey, path: [Int])
    /// A binding that needs two scopes of which neither lies in the other.
    case conflicting(Int, [[String]])
    /// A binding whose scope no module declares.
    case undeclared(Int)
  }

  func scopeFindings() -> [ScopeFinding] {
    var findings: [ScopeFinding] = scopes.undeclared.map { .undeclared($0) }
    findings += scopes.conflicting.filter { $0.position >= inheritedCount }.map { .conflicting($0.position, $0.paths) }
    // Those that modules name may be entry points of a scope; the plan's own is made when the graph is built.
    if let root = installer.roots.last, let position = positions[root.key],
      !openScope.starts(with: scopes.scopePaths[position])
    {
      let path = shortestPaths(from: position) { declarations[$0].scope.kind == .custom ? .destination : .passage }
        .first
      findings.append(.rootOutside(root, path: path ?? [position]))
    }
    return findings
  }
}
