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
  let roots: [RequiredKey]
  let profile: Profile
  /// Sets that were asked for before: a program opens the same scopes, and replaces the same keys, again and again.
  private let sets = ConditionMutex(Sets())

  private struct Sets: Sendable {
    var dependents: [(position: Int, set: PositionSet)] = []
    var scopes: [(path: [String], set: PositionSet)] = []
  }

  /// The positions that need one, directly or not.
  func dependents(of position: Int) -> PositionSet {
    sets.withLock {
      if let known = sets.value.dependents.first(where: { $0.position == position }) { return known.set }
      let set = bindingGraph.dependents(of: position)
      sets.value.dependents.append((position, set))
      return set
    }
  }

  /// The positions that live in a scope.
  func positions(in path: [String]) -> PositionSet {
    sets.withLock {
      if let known = sets.value.scopes.first(where: { $0.path == path }) { return known.set }
      let set = PositionSet(scopes.scopePaths.map { $0 == path })
      sets.value.scopes.append((path, set))
      return set
    }
  }

  /// Everything that was found out about the plan.
  let bindingGraph: BindingGraph
  /// The positions of definitions and components.
  let offers: [Int]

  init(_ request: PlanRequest) throws(WiringError) {
    var installer = ModuleInstaller(request)
    installer.install(request.modules, overrides: request.overrides)
    installer.roots.append(request.root)
    bindingGraph = BindingGraph(installer, parent: request.parent, openScope: request.openScope)
    var problems = installer.problems + bindingGraph.problems()
    if problems.isEmpty, request.isStrict { problems = bindingGraph.warnings() }
    guard problems.isEmpty else { throw WiringError(problems, in: bindingGraph) }
    declarations = bindingGraph.declarations
    offers = bindingGraph.offers
    inheritedCount = bindingGraph.inheritedCount
    modules = installer.modules
    positions = bindingGraph.positions
    edges = bindingGraph.edges
    isolations = bindingGraph.isolations
    scopes = bindingGraph.scopes
    linkOrder = bindingGraph.order
    hasHooks =
      bindingGraph.features.contains(.modifiers) && declarations.contains { !$0.modifiers.isEmpty && $0.hasHook }
    var ranks = request.parent?.ranks ?? []
    ranks += repeatElement(0, count: linkOrder.count)
    for (index, position) in linkOrder.enumerated() { ranks[position] = inheritedCount + index }
    self.ranks = ranks
    roots = installer.roots
    profile = request.profile
  }
}

/// What a plan is asked to be.
struct PlanRequest {
  var root: RequiredKey
  var modules: [any Module]
  var context: Definitions
  var profile: Profile
  var defaultScope: Scope
  var isStrict: Bool
  var overrides: Overrides
  var parent: Blueprint?
  /// The custom scope in which the enclosing graph was opened, with those around it.
  var openScope: [String]
}

/// What is out of the ordinary among some declarations: questions about what there is none of need not be asked.
struct PlanFeatures: OptionSet, Sendable {
  let rawValue: Int

  /// A binding has a modifier.
  static let modifiers = PlanFeatures(rawValue: 1 << 0)
  /// Something leads to an object without needing it at once.
  static let handles = PlanFeatures(rawValue: 1 << 1)
  /// A scope is shared for less than a graph's life.
  static let shortScopes = PlanFeatures(rawValue: 1 << 2)
  static let customScopes = PlanFeatures(rawValue: 1 << 3)
  static let weakScopes = PlanFeatures(rawValue: 1 << 4)
  /// An object belongs to the main actor, or takes an `await`.
  static let isolation = PlanFeatures(rawValue: 1 << 5)

  init(rawValue: Int) {
    self.rawValue = rawValue
  }

  init(of declaration: Declaration) {
    self = []
    switch declaration.scope.kind {
    case .transient, .singleton: break
    case .graph: insert(.shortScopes)
    case .custom: formUnion([.shortScopes, .customScopes])
    case .weak: insert(.weakScopes)
    }
    if !declaration.modifiers.isEmpty { insert(.modifiers) }
    if declaration.isDeferring { insert(.handles) }
    if declaration.isolation != .any { insert(.isolation) }
  }
}
