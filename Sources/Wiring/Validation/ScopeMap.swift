/// The custom scope of each binding.
struct ScopeMap: Sendable {
  /// The names of the scope that each position needs, from the outermost; empty without one.
  private(set) var scopePaths: [[ScopeName]] = []
  /// Whether there is no custom scope.
  var isEmpty: Bool { contexts.isEmpty }
  /// The position of the context of each declared scope.
  private(set) var contexts: [(path: [ScopeName], position: Int)] = []
  /// Positions that need two unrelated scopes.
  private(set) var conflicting: [(position: Int, paths: [[ScopeName]])] = []
  /// Positions that live in a scope that no module declares, or contexts of a scope within one.
  private(set) var undeclared: [Int] = []
  /// The positions of the contexts of scopes that have the same names.
  private(set) var redeclared: [[Int]] = []

  /// Creates an empty map.
  init() {}

  /// Finds the scopes of bindings, which are ordered; `parent` is the map of the enclosing graph.
  init(_ bindings: ResolvedBindings, order: [Int], parent: ScopeMap?) {
    let (declarations, edges) = (bindings.declarations, bindings.edges)
    scopePaths = parent?.scopePaths ?? []
    scopePaths += repeatElement([], count: declarations.count - scopePaths.count)
    contexts = parent?.contexts ?? []
    guard bindings.features.contains(.customScopes) else { return }
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
    undeclared = custom.filter { position in
      let isContext = declarations[position].kind == .context
      let needed = isContext ? scopePaths[position].dropLast() : scopePaths[position][...]
      return !needed.isEmpty && !declared.contains { $0 == Array(needed) }
    }
    // Of two scopes with the same names only one can be opened by its name, and messages could not tell them apart.
    redeclared = Dictionary(grouping: contexts) { $0.path.map(\.text) }.values.map { $0.map(\.position) }
      .filter { $0.count > 1 && $0.contains { $0 >= bindings.inheritedCount } }
  }

  /// Returns the outermost scope of a path that is declared with the same name, and another type of context; `nil` without one.
  func otherContext(of path: some Sequence<ScopeName>) -> (wanted: ScopeName, declared: ScopeName)? {
    let names = path.map(\.text)
    guard let declared = contexts.first(where: { $0.path.map(\.text) == names }) else { return nil }
    return zip(path, declared.path).first { $0 != $1 }.map { (wanted: $0, declared: $1) }
  }

  private mutating func join(_ position: Int, to path: [ScopeName]) {
    if scopePaths[position].starts(with: path) { return }
    if path.starts(with: scopePaths[position]) {
      scopePaths[position] = path
    } else if conflicting.last?.position != position {
      conflicting.append((position, [scopePaths[position], path]))
    }
  }
}
