/// The graph of a plan's declarations, with the queries and checks of a plan.
///
/// Every result is a function of the set of declarations, independent of their order except for the decorators of one key,
/// which nest in it. No algorithm recurses: a chain of 10,000 must be reported, not overflow the stack.
///
/// It grows in three stages: the declarations of modules, their dependencies (``DependencyResolver``), and the results of
/// the analysis of these.
struct BindingGraph: Sendable {
  /// A key with several equal candidates.
  struct Ambiguity: Sendable {
    let key: AnyKey
    let candidates: [Int]
  }

  /// A value of a definition that cannot be read as its parameter's type.
  struct BadValue: Sendable {
    let key: AnyKey
    let failure: ValueFailure
    /// The location of the value, if known.
    let location: SourceLocation
  }

  /// The problems that resolving the dependencies finds.
  struct ResolutionFindings: Sendable {
    /// Positions whose key an earlier position provides as well.
    var duplicates: [Int] = []
    /// Decorators that have nothing to decorate, or do not take it.
    var looseDecorators: [Int] = []
    var ambiguities: [Ambiguity] = []
    /// The names of values that refer to each other.
    var valueCycles: [[String]] = []
    var badValues: [BadValue] = []
    /// Keys of lazy objects that have no proxy, with the positions of the objects.
    var withoutProxy: [(key: AnyKey, position: Int)] = []
    /// Whether a dependency has no binding.
    var hasMissing = false

    /// Whether there are no problems of definitions and components.
    var hasSoundDefinitions: Bool {
      ambiguities.isEmpty && badValues.isEmpty && valueCycles.isEmpty && withoutProxy.isEmpty
    }
  }

  private(set) var installer: ModuleInstaller
  /// The custom scope that is open when the graph is built.
  private(set) var openScope: [ScopeName]
  /// The number of declarations of the enclosing graph, which are the first ones.
  private(set) var inheritedCount: Int
  /// The declarations of modules, and those derived from them: proxies, lists, handles.
  var declarations: [Declaration]

  // MARK: Resolved dependencies

  /// The position of each key's binding; a binding of this graph shadows one of the enclosing graph.
  var positions: KeyTable
  /// The positions of the dependencies of each binding, in the order of its parameters.
  var edges = Edges()
  private(set) var contributions: [Contributions] = []
  /// The position of each key's contributions.
  private var contributionPositions = KeyTable(minimumCapacity: 0)
  /// Features present in this graph and the enclosing ones.
  var features: PlanFeatures = []
  /// The proxies of each definition or component, one per requested protocol, by position.
  var proxies: [Int: [Int]] = [:]
  /// The positions of definitions and components.
  var candidates: [Int] = []
  var findings = ResolutionFindings()

  // MARK: Analysis

  /// This graph's own positions, dependencies before consumers.
  private(set) var order: [Int] = []
  /// The positions of cycles of bindings, including those through handles.
  private(set) var cyclicComponents: [[Int]] = []
  /// The isolation of each position, dependencies included.
  private(set) var isolations: [Isolation] = []
  /// Whether the object of each position never leaves the main actor; empty where no object is confined to it.
  private var confined: [Bool] = []
  private(set) var scopes = ScopeMap()

  init(_ installer: ModuleInstaller, parent: BindingGraph?, openScope: [ScopeName]) {
    let unresolved = BindingGraph(
      unresolved: installer, inheritedCount: parent?.declarations.count ?? 0, openScope: openScope)
    // Moved, so that the resolver changes the lists in place and copies none.
    self = DependencyResolver(consume unresolved, parent: parent).resolved()
    analyze(parent: parent)
  }

  private init(unresolved installer: ModuleInstaller, inheritedCount: Int, openScope: [ScopeName]) {
    self.installer = installer
    self.openScope = openScope
    self.inheritedCount = inheritedCount
    declarations = installer.declarations
    // The graph can be injected as its description, like any other object.
    declarations.append(GraphDescription.declaration())
    positions = KeyTable(minimumCapacity: declarations.count)
  }

  /// Orders the declarations and derives their isolations and scopes.
  private mutating func analyze(parent: BindingGraph?) {
    let components = StronglyConnectedComponents(own, edges) { _ in true }
    cyclicComponents = components.cycles
    order = cyclicComponents.isEmpty ? components.order : immediateOrder(of: components)
    isolations = isolations(inheriting: parent?.isolations ?? [])
    if features.contains(.confinement) { confine(inheriting: parent?.confined ?? []) }
    scopes = ScopeMap(self, parent: parent?.scopes)
  }

  /// Returns the isolation of each position: the strictest of its own factory and of its dependencies.
  private func isolations(inheriting inherited: [Isolation]) -> [Isolation] {
    var isolations = inherited + repeatElement(.any, count: declarations.count - inherited.count)
    guard features.contains(.isolation) else { return isolations }
    for position in order where !declarations[position].isDeferring {
      isolations[position] = declarations[position].isolation
      for target in edges.targets(of: position) where target >= 0 && isolations[target] > isolations[position] {
        isolations[position] = isolations[target]
      }
    }
    return isolations
  }

  /// Derives which objects never leave the main actor: those that a module confines to it, and what the container derives from
  /// them, such as their lists.
  private mutating func confine(inheriting inherited: [Bool]) {
    confined = inherited + repeatElement(false, count: declarations.count - inherited.count)
    for position in own where declarations[position].isConfined { confined[position] = true }
    // Of two derived objects in a cycle of handles, the order may have the consumer first.
    var isComplete = false
    while !isComplete {
      isComplete = true
      for position in order where !confined[position] && declarations[position].passesConfinement {
        guard edges.targets(of: position).contains(where: { $0 >= 0 && confined[$0] }) else { continue }
        confined[position] = true
        isComplete = false
      }
    }
    // A look-up of a handle must be made on the actor, too, though creating it needs no actor.
    for position in own where confined[position] { isolations[position] = max(isolations[position], .main) }
  }

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

  /// Returns the positions, dependencies before consumers, where cycles contain handles, which need nothing before they
  /// are used.
  private func immediateOrder(of components: StronglyConnectedComponents) -> [Int] {
    // Inside a cycle only immediate dependencies count; the cycles themselves keep their positions.
    var rank = [Int](repeating: 0, count: declarations.count)
    let direct = StronglyConnectedComponents(declarations.indices, edges) { !declarations[$0].isDeferring }
    for (index, position) in direct.order.enumerated() { rank[position] = index }
    var order = components.order
    var start = 0
    for cycle in components.cycles {
      guard let first = order[start...].firstIndex(of: cycle[0]) else { continue }
      order[first..<first + cycle.count].sort { rank[$0] < rank[$1] }
      start = first + cycle.count
    }
    return order
  }

  /// Adds the contributions of an enclosing graph, to which this one adds its own.
  mutating func inheritContributions(of parent: BindingGraph) {
    (contributions, contributionPositions) = (parent.contributions, parent.contributionPositions)
  }

  /// Adds a member to the list of a key.
  mutating func contribute(_ position: Int, named name: String?, to key: AnyKey) {
    if let index = contributionPositions[key] {
      contributions[index].members.append((name, position))
    } else {
      contributionPositions.update(key, to: contributions.count)
      contributions.append(Contributions(key: key, members: [(name, position)]))
    }
  }

  /// Puts a proxy in the place of a lazy member in all lists.
  mutating func replaceMember(_ position: Int, by proxy: Int) {
    for list in contributions.indices {
      for member in contributions[list].members.indices where contributions[list].members[member].position == position {
        contributions[list].members[member].position = proxy
      }
    }
  }

  /// Returns the contributions to the list of a key; `nil` without one.
  func contributions(to key: AnyKey) -> Contributions? { contributionPositions[key].map { contributions[$0] } }

  /// The positions of this graph's own declarations.
  var own: Range<Int> { inheritedCount..<declarations.count }

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
  /// Whether it is confined to the main actor where what it is derived from is.
  fileprivate var passesConfinement: Bool {
    switch kind {
    case .collection, .view: isDerived
    case .handle, .proxy: isDerived && staysWithConsumer
    case .factory, .decorator, .value, .opaque, .context: false
    }
  }

  /// Whether it may refer to confined objects: it can be used on the main actor only, checks where it is, or is a synchronous
  /// handle or proxy, which is misused with any object of the main actor.
  fileprivate var guardsConfinement: Bool { isDeferring && (isolation != .async || opensScope) }
}
