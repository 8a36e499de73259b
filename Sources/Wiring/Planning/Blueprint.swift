/// A proved plan: bindings, and for each the positions of those it depends on.
final class Blueprint: Sendable {
  /// All bindings; those of the enclosing graph come first, at the positions they have there.
  let declarations: [Declaration]
  /// How many of them belong to the enclosing graph.
  let inheritedCount: Int
  /// The modules, by the position that a declaration gives.
  let modules: [InstalledModule]
  /// Where the binding of a key is; a binding of this graph shadows one of the enclosing graph.
  let positions: KeyTable
  /// For each binding the positions of its dependencies, in the order of its parameters.
  let edges: Edges
  /// By position where the object can be made, its dependencies considered.
  let isolations: [Isolation]
  let scopes: ScopeMap
  /// The positions of this graph's own bindings, dependencies before consumers.
  let linkOrder: [Int]
  /// All positions, dependencies before consumers.
  var fullOrder: [Int] {
    inheritedCount == 0 ? linkOrder : ranks.indices.sorted { ranks[$0] < ranks[$1] }
  }
  /// Whether something has a start or a stop.
  let hasHooks: Bool
  /// By position its place among all, dependencies before consumers.
  let ranks: [Int]
  /// The entry points.
  let roots: [Requirement]
  let profile: Profile
  /// Sets that were asked for before: a program opens the same scopes, and replaces the same keys, again and again.
  private let sets = Monitor(Sets())

  private struct Sets: Sendable {
    var dependents: [(position: Int, set: PositionSet)] = []
    var scopes: [(path: [String], set: PositionSet)] = []
  }

  /// The positions that need one, directly or not.
  func dependents(of position: Int) -> PositionSet {
    sets.withLock {
      if let known = sets.value.dependents.first(where: { $0.position == position }) { return known.set }
      let set = analysis.dependents(of: position)
      sets.value.dependents.append((position, set))
      return set
    }
  }

  /// The positions that live in a scope.
  func positions(in path: [String]) -> PositionSet {
    sets.withLock {
      if let known = sets.value.scopes.first(where: { $0.path == path }) { return known.set }
      let set = PositionSet(scopes.homes.map { $0 == path })
      sets.value.scopes.append((path, set))
      return set
    }
  }

  /// Everything that was found out about the plan.
  let analysis: Analysis
  /// The positions of definitions and components.
  let offers: [Int]

  init(_ request: PlanRequest) throws(WiringError) {
    var installer = Installer(request)
    installer.install(request.modules, overrides: request.overrides)
    installer.roots.append(request.root)
    analysis = Analysis(installer, parent: request.parent, openScope: request.openScope)
    var problems = installer.problems + analysis.problems()
    if problems.isEmpty, request.isStrict { problems = analysis.warnings() }
    guard problems.isEmpty else { throw WiringError(problems, in: analysis) }
    declarations = analysis.declarations
    offers = analysis.offers
    inheritedCount = analysis.inheritedCount
    modules = installer.modules
    positions = analysis.positions
    edges = analysis.edges
    isolations = analysis.isolations
    scopes = analysis.scopes
    linkOrder = analysis.order
    hasHooks =
      analysis.peculiarities.contains(.modifiers) && declarations.contains { !$0.modifiers.isEmpty && $0.hasHook }
    var ranks = request.parent?.ranks ?? []
    ranks += repeatElement(0, count: linkOrder.count)
    for (index, position) in linkOrder.enumerated() { ranks[position] = inheritedCount + index }
    self.ranks = ranks
    roots = installer.roots
    profile = request.profile
  }
}
