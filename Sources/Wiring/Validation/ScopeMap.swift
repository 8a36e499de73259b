/// Which custom scope each binding lives in.
struct ScopeMap: Sendable {
  /// By position the names of the scope that must be open, from the outermost; empty for what needs none.
  private(set) var scopePaths: [[String]]
  /// Whether there is no custom scope.
  var isEmpty: Bool { contexts.isEmpty }
  /// The position of the context of each scope that a module declares.
  private(set) var contexts: [(path: [String], position: Int)] = []
  /// Positions that need two scopes of which neither lies in the other.
  private(set) var conflicting: [(position: Int, paths: [[String]])] = []
  /// Positions whose scope no module declares.
  private(set) var undeclared: [Int] = []

  /// - Parameters:
  ///   - derivation: The declarations and their dependencies.
  ///   - order: Positions, dependencies first.
  ///   - parent: The scopes of the enclosing graph.
  init(_ derivation: DependencyResolver, order: [Int], parent: ScopeMap?) {
    let (declarations, edges) = (derivation.declarations, derivation.edges)
    scopePaths = parent?.scopePaths ?? []
    scopePaths += repeatElement([], count: declarations.count - scopePaths.count)
    contexts = parent?.contexts ?? []
    guard derivation.features.contains(.customScopes) else { return }
    let custom = order.filter { declarations[$0].scope.kind == .custom }
    for position in custom {
      scopePaths[position] = declarations[position].scope.path
      if declarations[position].kind == .context { contexts.append((scopePaths[position], position)) }
    }
    // Again while something changes, since a circle through handles has members that come before what they need. It ends:
    // a home only ever gets longer.
    var isChanged = true
    while isChanged {
      isChanged = false
      conflicting = []
      for position in order where !declarations[position].scope.outlivesResolution {
        let before = scopePaths[position].count
        for target in edges.targets(of: position) where target >= 0 { join(position, scopePaths[target]) }
        if scopePaths[position].count > before { isChanged = true }
      }
    }
    let declared = contexts.map(\.path)
    undeclared = custom.filter { !declared.contains(scopePaths[$0]) }
  }

  private mutating func join(_ position: Int, _ path: [String]) {
    if scopePaths[position].starts(with: path) { return }
    if path.starts(with: scopePaths[position]) {
      scopePaths[position] = path
    } else if conflicting.last?.position != position {
      conflicting.append((position, [scopePaths[position], path]))
    }
  }
}
