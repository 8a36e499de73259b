/// A validated plan, ready to be linked.
final class Blueprint: Sendable {
  /// The declarations, their dependencies and the results of all checks.
  let bindingGraph: BindingGraph
  /// Whether any binding has a start or stop hook.
  let hasHooks: Bool
  /// Whether it only derives a type for a look-up; see ``derived(_:in:)``.
  let isLookUp: Bool
  /// The position of each key's binding.
  let positions: KeyTable
  /// The rank of each position, dependencies before consumers.
  let ranks: [Int]
  /// Results that were computed before: a program opens the same scopes, replaces the same keys, and looks up the same types
  /// repeatedly.
  private let sets = ConditionMutex(Sets())
  /// The maximum number of plans of look-ups. Their keys may have names from outside of the program, of which there is no end.
  private static let maximumDerived = 256

  private struct Sets: Sendable {
    var dependents: [(position: Int, set: PositionSet)] = []
    var scopes: [(path: [ScopeName], set: PositionSet)] = []
    /// The plans of the last look-ups; `nil` for a type that cannot be derived.
    var derived: [(key: AnyKey, scope: [ScopeName], blueprint: Blueprint?)] = []
  }

  /// Returns the direct and indirect consumers of a position.
  func dependents(of position: Int) -> PositionSet {
    sets.withLock {
      if let known = sets.value.dependents.first(where: { $0.position == position }) { return known.set }
      let set = bindingGraph.dependents(of: position)
      sets.value.dependents.append((position, set))
      return set
    }
  }

  /// Returns the positions that are linked anew in each opening of a scope.
  func positions(in path: [ScopeName]) -> PositionSet {
    sets.withLock {
      if let known = sets.value.scopes.first(where: { $0.path == path }) { return known.set }
      let set = PositionSet(bindingGraph.positions(in: path))
      sets.value.scopes.append((path, set))
      return set
    }
  }

  /// Returns the plan of an inner graph for a dependency that is derived from bindings; `nil` for one that cannot be derived.
  func derived(_ dependency: Dependency, in scope: [ScopeName]) -> Blueprint? {
    let known = sets.withLock { sets.value.derived.first { $0.key == dependency.key && $0.scope == scope } }
    if let known { return known.blueprint }
    let installer = bindingGraph.installer
    let root = RequiredKey(dependency: dependency, site: CallSite("", 0, 0), module: nil)
    let request = PlanRequest(
      root: root, modules: [], context: .none, profile: installer.profile, defaultScope: installer.defaultScope,
      isStrict: false, overrides: Overrides(profile: installer.profile), parent: self, openScope: scope, isLookUp: true)
    let blueprint = try? Blueprint(request)
    let removed = sets.withLock {
      sets.value.derived.append((dependency.key, scope, blueprint))
      return sets.value.derived.count > Self.maximumDerived ? sets.value.derived.removeFirst() : nil
    }
    withExtendedLifetime(removed) {}
    return blueprint
  }

  init(_ request: PlanRequest) throws(WiringError) {
    var installer = ModuleInstaller(request)
    installer.install(request.modules, overrides: request.overrides)
    installer.roots.append(request.root)
    if request.root.isNothing, !installer.declarations.contains(where: { $0.key == request.root.key }) {
      installer.declarations.append(Binder.nothing(at: request.root.site))
    }
    let graph = BindingGraph(installer, parent: request.parent?.bindingGraph, openScope: request.openScope)
    var problems = installer.problems + graph.problems()
    if problems.isEmpty, request.isStrict { problems = graph.warnings() }
    guard problems.isEmpty else { throw WiringError(problems, in: graph) }
    bindingGraph = graph
    positions = graph.positions
    isLookUp = request.isLookUp
    hasHooks =
      graph.features.contains(.modifiers) && graph.declarations.contains { !$0.modifiers.isEmpty && $0.hasHook }
    var ranks = request.parent?.ranks ?? []
    ranks += repeatElement(0, count: graph.order.count)
    for (index, position) in graph.order.enumerated() { ranks[position] = graph.inheritedCount + index }
    self.ranks = ranks
  }
}

extension Blueprint {
  var declarations: [Declaration] { bindingGraph.declarations }
  var inheritedCount: Int { bindingGraph.inheritedCount }
  var edges: Edges { bindingGraph.edges }
  var isolations: [Isolation] { bindingGraph.isolations }
  var scopes: ScopeMap { bindingGraph.scopes }

  /// Returns whether the object at a position never leaves the main actor.
  func isConfined(_ position: Int) -> Bool { bindingGraph.isConfined(position) }
  var candidates: [Int] { bindingGraph.candidates }
  var profile: Profile { bindingGraph.installer.profile }
  /// This graph's own positions, dependencies before consumers.
  var linkOrder: [Int] { bindingGraph.order }
  /// All positions, dependencies before consumers.
  var fullOrder: [Int] {
    inheritedCount == 0 ? linkOrder : ranks.indices.sorted { ranks[$0] < ranks[$1] }
  }
}

/// The input of a plan.
struct PlanRequest {
  var root: RequiredKey
  var modules: [any Module]
  var context: Definitions
  var profile: Profile
  var defaultScope: Scope
  var isStrict: Bool
  var overrides: Overrides
  var parent: Blueprint?
  /// The custom scope in which the enclosing graph was opened, preceded by the enclosing scopes.
  var openScope: [ScopeName]
  var isLookUp = false
}

/// Features present in a set of declarations, so that checks of absent ones are skipped.
struct PlanFeatures: OptionSet, Sendable {
  let rawValue: Int

  /// A binding has a modifier.
  static let modifiers = PlanFeatures(rawValue: 1 << 0)
  /// A handle refers to an object without needing it immediately.
  static let handles = PlanFeatures(rawValue: 1 << 1)
  /// A scope is shorter than a graph's lifetime.
  static let shortScopes = PlanFeatures(rawValue: 1 << 2)
  static let customScopes = PlanFeatures(rawValue: 1 << 3)
  static let weakScopes = PlanFeatures(rawValue: 1 << 4)
  /// An object is isolated to the main actor, or asynchronous.
  static let isolation = PlanFeatures(rawValue: 1 << 5)
  /// An object that is not shared has a stop hook, which its owner runs.
  static let ownedStops = PlanFeatures(rawValue: 1 << 6)
  /// An object is confined to the main actor.
  static let confinement = PlanFeatures(rawValue: 1 << 7)
}

extension PlanFeatures {
  init(of declaration: Declaration) {
    self = []
    switch declaration.scope.kind {
    case .transient, .singleton: break
    case .graph: insert(.shortScopes)
    case .custom: formUnion([.shortScopes, .customScopes])
    case .weak: insert(.weakScopes)
    }
    if !declaration.modifiers.isEmpty {
      insert(.modifiers)
      if !declaration.scope.outlivesResolution, declaration.hasStopHook { insert(.ownedStops) }
    }
    if declaration.isDeferring { insert(.handles) }
    if declaration.isolation != .any { insert(.isolation) }
    if declaration.isConfined { insert(.confinement) }
  }
}
