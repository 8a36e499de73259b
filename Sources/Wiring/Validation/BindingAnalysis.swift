/// The results that are derived from resolved bindings: their order, where each is created, and their custom scopes.
struct BindingAnalysis {
  /// The graph's own positions, dependencies before consumers.
  let order: [Int]
  /// The positions of cycles of bindings, including those through handles.
  let cyclicComponents: [[Int]]
  /// The isolation of each position, dependencies included.
  private(set) var isolations: [Isolation]
  /// Whether the object of each position never leaves the main actor; empty where no object is confined to it.
  private(set) var confined: [Bool] = []
  let scopes: ScopeMap

  init(_ bindings: ResolvedBindings, parent: BindingGraph?) {
    let components = StronglyConnectedComponents(bindings.own, bindings.edges) { _ in true }
    cyclicComponents = components.cycles
    order = cyclicComponents.isEmpty ? components.order : Self.immediateOrder(of: components, bindings)
    isolations = Self.isolations(of: bindings, order, inheriting: parent?.isolations ?? [])
    scopes = ScopeMap(bindings, order: order, parent: parent?.scopes)
    if bindings.features.contains(.confinement) { confine(bindings, inheriting: parent?.confined ?? []) }
  }

  /// Returns the isolation of each position: the strictest of its own factory and of its dependencies.
  private static func isolations(
    of bindings: ResolvedBindings, _ order: [Int], inheriting inherited: [Isolation]
  ) -> [Isolation] {
    let (declarations, edges) = (bindings.declarations, bindings.edges)
    var isolations = inherited + repeatElement(.any, count: declarations.count - inherited.count)
    guard bindings.features.contains(.isolation) else { return isolations }
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
  private mutating func confine(_ bindings: ResolvedBindings, inheriting inherited: [Bool]) {
    let (declarations, edges) = (bindings.declarations, bindings.edges)
    confined = inherited + repeatElement(false, count: declarations.count - inherited.count)
    for position in bindings.own where declarations[position].isConfined { confined[position] = true }
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
    for position in bindings.own where confined[position] { isolations[position] = max(isolations[position], .main) }
  }

  /// Returns the positions, dependencies before consumers, where cycles contain handles, which need nothing before they
  /// are used.
  private static func immediateOrder(
    of components: StronglyConnectedComponents, _ bindings: ResolvedBindings
  ) -> [Int] {
    let (declarations, edges) = (bindings.declarations, bindings.edges)
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
}
