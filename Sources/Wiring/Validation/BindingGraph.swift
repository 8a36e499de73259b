/// The bindings of a plan and what is known about them: the results of every stage, with the queries and checks of a plan.
///
/// Every result is a function of the set of declarations, independent of their order except for the decorators of one key,
/// which nest in it. No algorithm recurses: a chain of 10,000 must be reported, not overflow the stack.
///
/// It is immutable: modules declare (``ModuleInstaller``), dependencies are resolved (``ResolvedBindings``), and the results are
/// analysed (``BindingAnalysis``) before it exists. Only results that are computed on demand are kept.
final class BindingGraph: Sendable {
  let installer: ModuleInstaller
  /// The custom scope that is open when the graph is built.
  let openScope: [ScopeName]
  /// Whether it only derives a type for a look-up; see ``derived(_:in:)``.
  let isLookUp: Bool
  /// Whether any binding has a start or stop hook.
  let hasHooks: Bool
  /// The rank of each position, dependencies before consumers.
  let ranks: [Int]

  // MARK: Resolved dependencies, explained at ResolvedBindings

  let inheritedCount: Int
  let declarations: [Declaration]
  let positions: KeyTable
  let edges: Edges
  let contributions: [Contributions]
  /// The position of each key's contributions.
  let contributionPositions: KeyTable
  let features: PlanFeatures
  let proxies: [Int: [Int]]
  let candidates: [Int]
  let findings: ResolutionFindings

  // MARK: Analysis, explained at BindingAnalysis

  let order: [Int]
  let cyclicComponents: [[Int]]
  let isolations: [Isolation]
  let confined: [Bool]
  let scopes: ScopeMap

  // MARK: Results on demand

  /// Results that were computed before: a program opens the same scopes, replaces the same keys, and looks up the same types
  /// repeatedly.
  private let sets = ConditionMutex(Sets())
  /// The maximum number of plans of look-ups. Their keys may have names from outside of the program, of which there is no end.
  private static let maximumDerived = 256

  private struct Sets: Sendable {
    var dependents: [(position: Int, set: PositionSet)] = []
    var scopes: [(path: [ScopeName], set: PositionSet)] = []
    /// The plans of the last look-ups; `nil` for a type that cannot be derived.
    var derived: [(key: AnyKey, scope: [ScopeName], bindings: BindingGraph?)] = []
  }

  private init(_ bindings: ResolvedBindings, _ request: PlanRequest) {
    let analysis = BindingAnalysis(bindings, parent: request.parent)
    installer = bindings.installer
    openScope = request.openScope
    isLookUp = request.isLookUp
    hasHooks =
      bindings.features.contains(.modifiers) && bindings.declarations.contains { !$0.modifiers.isEmpty && $0.hasHook }
    inheritedCount = bindings.inheritedCount
    declarations = bindings.declarations
    positions = bindings.positions
    edges = bindings.edges
    contributions = bindings.contributions
    contributionPositions = bindings.contributionPositions
    features = bindings.features
    proxies = bindings.proxies
    candidates = bindings.candidates
    findings = bindings.findings
    order = analysis.order
    cyclicComponents = analysis.cyclicComponents
    isolations = analysis.isolations
    confined = analysis.confined
    scopes = analysis.scopes
    var ranks = request.parent?.ranks ?? []
    ranks += repeatElement(0, count: order.count)
    for (index, position) in order.enumerated() { ranks[position] = inheritedCount + index }
    self.ranks = ranks
  }

  /// Makes a plan.
  ///
  /// - Throws: ``WiringError`` with all problems; in a strict plan also for warnings.
  static func validated(_ request: PlanRequest) throws(WiringError) -> BindingGraph {
    var installer = ModuleInstaller(request)
    installer.install(request.modules, overrides: request.overrides)
    installer.roots.append(request.root)
    if request.root.isNothing, !installer.declarations.contains(where: { $0.key == request.root.key }) {
      installer.declarations.append(Binder.nothing(at: request.root.site))
    }
    let unresolved = ResolvedBindings(
      unresolved: installer, inheritedCount: request.parent?.declarations.count ?? 0)
    // Moved, so that the resolver changes the lists in place and copies none.
    let resolved = DependencyResolver(consume unresolved, parent: request.parent).resolved()
    let graph = BindingGraph(resolved, request)
    var problems = installer.problems + graph.problems()
    if problems.isEmpty, request.isStrict { problems = graph.warnings() }
    guard problems.isEmpty else { throw WiringError(problems, in: graph) }
    return graph
  }

  /// The positions of this graph's own declarations.
  var own: Range<Int> { inheritedCount..<declarations.count }

  /// All positions, dependencies before consumers.
  var fullOrder: [Int] {
    inheritedCount == 0 ? order : ranks.indices.sorted { ranks[$0] < ranks[$1] }
  }

  /// Returns the contributions to the list of a key; `nil` without one.
  func contributions(to key: AnyKey) -> Contributions? { contributionPositions[key].map { contributions[$0] } }

  /// Returns whether the object at a position never leaves the main actor.
  func isConfined(_ position: Int) -> Bool { confined.isEmpty ? false : confined[position] }

  /// Returns the paths from objects that would take a confined object away from the main actor, each to that object.
  func escapes() -> [[Int]] {
    guard !confined.isEmpty else { return [] }
    return own.filter { !confined[$0] && !declarations[$0].guardsConfinement }.compactMap(escape)
  }

  private func escape(from position: Int) -> [Int]? {
    var path = [position]
    // What the container derived is confined for one of its own dependencies.
    while path.count == 1 || !declarations[path[path.count - 1]].isConfined,
      let next = orderedTargets(of: path[path.count - 1]).first(where: { confined[$0] && !path.contains($0) })
    {
      path.append(next)
    }
    return path.count == 1 ? nil : path
  }
}

// MARK: - Results on demand

extension BindingGraph {
  /// Returns the direct and indirect consumers of a position.
  func dependents(of position: Int) -> PositionSet {
    sets.withLock {
      if let known = sets.value.dependents.first(where: { $0.position == position }) { return known.set }
      let set = allConsumers(of: position)
      sets.value.dependents.append((position, set))
      return set
    }
  }

  /// Returns the positions that are linked anew in each opening of a scope.
  func positions(in path: [ScopeName]) -> PositionSet {
    sets.withLock {
      if let known = sets.value.scopes.first(where: { $0.path == path }) { return known.set }
      let set = PositionSet(areLinkedAnew(in: path))
      sets.value.scopes.append((path, set))
      return set
    }
  }

  /// Returns the plan of an inner graph for a dependency that is derived from bindings; `nil` for one that cannot be derived.
  func derived(_ dependency: Dependency, in scope: [ScopeName]) -> BindingGraph? {
    let known = sets.withLock { sets.value.derived.first { $0.key == dependency.key && $0.scope == scope } }
    if let known { return known.bindings }
    let root = RequiredKey(dependency: dependency, site: CallSite("", 0, 0), module: nil)
    let request = PlanRequest(
      root: root, modules: [], context: .none, profile: installer.profile, defaultScope: installer.defaultScope,
      isStrict: false, overrides: Overrides(profile: installer.profile), parent: self, openScope: scope, isLookUp: true)
    let bindings = try? BindingGraph.validated(request)
    let removed = sets.withLock {
      sets.value.derived.append((dependency.key, scope, bindings))
      return sets.value.derived.count > Self.maximumDerived ? sets.value.derived.removeFirst() : nil
    }
    withExtendedLifetime(removed) {}
    return bindings
  }
}

// MARK: - Checks

extension BindingGraph {
  func problems() -> [Problem] {
    // Names and paths are expensive; a plan without problems never computes them.
    let cycles = cycles()
    let found = Findings(
      missing: findings.hasMissing ? missingDependencies() : [], cycles: cycles, duplicates: duplicateGroups(),
      captives: features.contains(.shortScopes) ? captives() : [],
      weakValues: features.contains(.weakScopes) ? weakValues() : [],
      handles: cycles.isEmpty && features.contains(.handles) ? misusedHandles() : [],
      throwaways: features.contains(.modifiers) ? throwaways() : [],
      ineffective: features.contains(.modifiers) ? own.filter { declarations[$0].hasMisplacedModifiers } : [],
      escapes: escapes(),
      scopes: scopeFindings())
    let isSound =
      found.isEmpty && findings.looseDecorators.isEmpty && findings.hasSoundDefinitions && scopes.redeclared.isEmpty
    return isSound ? [] : ProblemReport(self).problems(found)
  }

  /// Returns the questionable parts of the plan, which do not prevent building it.
  func warnings() -> [Problem] {
    let (unused, opaque) = (unused(), own.filter { declarations[$0].kind == .opaque })
    let values = unusedValues()
    let (unshared, same) = (unshared(), sameParameters())
    guard !(unused.isEmpty && opaque.isEmpty && values.isEmpty && unshared.isEmpty && same.isEmpty) else { return [] }
    let report = ProblemReport(self)
    return unused.map(report.unused) + opaque.map(report.opaque) + values.map(report.unusedValue(_:at:))
      + unshared.map(report.unshared(_:consumers:)) + same.map(report.sameParameters(_:_:))
  }
}

/// The results of the checks of a resolved graph.
struct Findings {
  let missing: [BindingGraph.Missing]
  let cycles: [[Int]]
  let duplicates: [[Int]]
  let captives: [[Int]]
  let weakValues: [Int]
  let handles: [BindingGraph.MisusedHandle]
  let throwaways: [Int]
  let ineffective: [Int]
  let escapes: [[Int]]
  let scopes: [BindingGraph.ScopeFinding]

  var isEmpty: Bool {
    missing.isEmpty && cycles.isEmpty && duplicates.isEmpty && captives.isEmpty && weakValues.isEmpty
      && handles.isEmpty && throwaways.isEmpty && ineffective.isEmpty && escapes.isEmpty && scopes.isEmpty
  }
}

extension BindingGraph {
  /// Returns the object of a binding to a value, which exists before a graph is built.
  func value(at position: Int) -> Any? {
    for case .value(let value) in declarations[position].modifiers { return value }
    return nil
  }
}

extension BindingGraph {
  /// A use of an object outside its custom scope.
  enum ScopeFinding {
    /// An entry point that needs a scope that is not open when the graph is built.
    case rootOutside(RequiredKey, path: [Int])
    /// A binding that needs two unrelated scopes.
    case conflicting(Int, [[ScopeName]])
    /// A binding whose scope no module declares.
    case undeclared(Int)
  }

  func scopeFindings() -> [ScopeFinding] {
    var findings: [ScopeFinding] = scopes.undeclared.map { .undeclared($0) }
    findings += scopes.conflicting.filter { $0.position >= inheritedCount }.map { .conflicting($0.position, $0.paths) }
    // Entry points of modules may be in a scope; the plan's own root is created when the graph is built.
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

extension Declaration {
  /// Whether it may refer to confined objects: it can be used on the main actor only, checks where it is, or is a synchronous
  /// handle or proxy, which is misused with any object of the main actor.
  fileprivate var guardsConfinement: Bool { isDeferring && (isolation != .async || opensScope) }
}
