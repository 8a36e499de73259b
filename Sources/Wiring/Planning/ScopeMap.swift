/// Which custom scope each binding lives in.
struct ScopeMap: Sendable {
  /// By position the names of the scope that must be open, from the outermost; empty for what needs none.
  private(set) var homes: [[String]]
  /// Whether there is no custom scope.
  var isEmpty: Bool { contexts.isEmpty }
  /// The position of the context of each scope that a module declares.
  private(set) var contexts: [(path: [String], position: Int)] = []
  /// Positions that need two scopes of which neither lies in the other.
  private(set) var torn: [(position: Int, paths: [[String]])] = []
  /// Positions whose scope no module declares.
  private(set) var undeclared: [Int] = []

  /// - Parameters:
  ///   - derivation: The declarations and their dependencies.
  ///   - order: Positions, dependencies first.
  ///   - parent: The scopes of the enclosing graph.
  init(_ derivation: Derivation, order: [Int], parent: ScopeMap?) {
    let (declarations, edges) = (derivation.declarations, derivation.edges)
    homes = parent?.homes ?? []
    homes += repeatElement([], count: declarations.count - homes.count)
    contexts = parent?.contexts ?? []
    guard derivation.peculiarities.contains(.customScopes) else { return }
    let custom = order.filter { declarations[$0].scope.kind == .custom }
    for position in custom {
      homes[position] = declarations[position].scope.path
      if declarations[position].kind == .context { contexts.append((homes[position], position)) }
    }
    // Again while something changes, since a circle through handles has members that come before what they need. It ends:
    // a home only ever gets longer.
    var isChanged = true
    while isChanged {
      isChanged = false
      torn = []
      for position in order where !declarations[position].scope.outlivesResolution {
        let before = homes[position].count
        for target in edges.targets(of: position) where target >= 0 { join(position, homes[target]) }
        if homes[position].count > before { isChanged = true }
      }
    }
    let declared = contexts.map(\.path)
    undeclared = custom.filter { !declared.contains(homes[$0]) }
  }

  private mutating func join(_ position: Int, _ path: [String]) {
    if homes[position].starts(with: path) { return }
    if path.starts(with: homes[position]) {
      homes[position] = path
    } else if torn.last?.position != position {
      torn.append((position, [homes[position], path]))
    }
  }
}
