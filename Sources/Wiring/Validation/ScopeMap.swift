/// The custom scope of each binding.
struct ScopeMap: Sendable {
  /// The names of the scope that each position needs, from the outermost; empty without one.
  private(set) var scopePaths: [[String]] = []
  /// Whether there is no custom scope.
  var isEmpty: Bool { contexts.isEmpty }
  /// The position of the context of each declared scope.
  private(set) var contexts: [(path: [String], position: Int)] = []
  /// Positions that need two unrelated scopes.
  private(set) var conflicting: [(position: Int, paths: [[String]])] = []
  /// Positions whose scope no module declares.
  private(set) var undeclared: [Int] = []

  /// Creates an empty map.
  init() {}

  /// Finds the scopes of a graph whose declarations are ordered; `parent` is the map of the enclosing graph.
  init(_ graph: BindingGraph, parent: ScopeMap?) {
    let (declarations, edges, order) = (graph.declarations, graph.edges, graph.order)
    scopePaths = parent?.scopePaths ?? []
    scopePaths += repeatElement([], count: declarations.count - scopePaths.count)
    contexts = parent?.contexts ?? []
    guard graph.features.contains(.customScopes) else { return }
    let custom = order.filter { declarations[$0].scope.kind == .custom }
    for position in custom {
      scopePaths[position] = declarations[position].scope.path
      if declarations[position].kind == .context { contexts.append((scopePaths[position], position)) }
    }
    // Repeated until nothing changes, since a cycle through handles has members that precede their dependencies. It
    // terminates: a path only ever gets longer.
    var isChanged = true
    while isChanged {
      isChanged = false
      conflicting = []
      for position in order where !declarations[position].scope.outlivesResolution && !declarations[position].opensScope
      {
        let before = scopePaths[position].count
        for target in edges.targets(of: position) where target >= 0 { join(position, to: scopePaths[target]) }
        if scopePaths[position].count > before { isChanged = true }
      }
    }
    let declared = contexts.map(\.path)
    undeclared = custom.filter { !declared.contains(scopePaths[$0]) }
  }

  private mutating func join(_ position: Int, to path: [String]) {
    if scopePaths[position].starts(with: path) { return }
    if path.starts(with: scopePaths[position]) {
      scopePaths[position] = path
    } else if conflicting.last?.position != position {
      conflicting.append((position, [scopePaths[position], path]))
    }
  }
}
