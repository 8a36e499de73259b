extension Graph {
  /// Opens a custom scope: its objects are made once until what is returned is gone.
  ///
  /// - Parameters:
  ///   - scope: The scope, which a module declares by ``Binder/scope(_:file:line:column:)``.
  ///   - context: What the scope begins with; its objects can ask for it by its type.
  /// - Returns: The scope as a graph, whose root is the context. It shares everything that lives longer.
  /// - Throws: ``ResolutionError`` when no module declares the scope, or when the scope around it is not open.
  public func open<Context>(
    _ scope: CustomScope<Context>, with context: Context
  ) throws(ResolutionError) -> Graph<Context> {
    let path = scope.scope.path
    let blueprint = container.blueprint
    let declared = blueprint.scopes.contexts.first { $0.path == path }
    guard let declared, container.scope == path.dropLast() else {
      throw ResolutionError(.scopeNotOpen(AnyKey(Context.self), scope: path.dropLast().last ?? scope.scope.name))
    }
    var nodes = container.nodes.all
    nodes[declared.position] = Node(needsFrame: false) { (_: Frame?) in context }
    let inside = Container(
      blueprint, parent: container, scope: path, observer: container.observer, nodes: nodes,
      positions: blueprint.fullOrder.filter { $0 != declared.position && blueprint.scopes.homes[$0] == path })
    return Graph<Context>(root: context, container: inside, rootKey: .unqualified)
  }

  /// Makes a graph in which one object is another one; everything that needs it, directly or not, is made anew.
  ///
  /// For a part of a program, or a test, that differs in one thing. It shares every object that does not depend on it. What
  /// an opaque factory depends on is unknown, so that its objects are made anew as well.
  ///
  /// - Parameters:
  ///   - type: The type whose object is replaced.
  ///   - value: What consumers get instead.
  /// - Returns: The graph, with a root of its own when the root needs the object.
  /// - Throws: ``ResolutionError`` when nothing provides the type, or when the root cannot be made at once; otherwise what
  ///   factories throw.
  public func replacing<Value: Sendable>(_ type: Value.Type, with value: Value) throws -> Graph {
    try replacing(Key<Value>.unqualified, with: value)
  }

  /// Makes a graph in which the object of a qualified key is another one.
  ///
  /// - Parameters:
  ///   - key: The key whose object is replaced.
  ///   - value: What consumers get instead.
  /// - Returns: The graph, with a root of its own when the root needs the object.
  /// - Throws: ``ResolutionError`` when nothing provides the key, or when the root cannot be made at once; otherwise what
  ///   factories throw.
  public func replacing<Value: Sendable>(_ key: Key<Value>, with value: Value) throws -> Graph {
    let (container, isRootAffected) = try container.replacing(key, with: value, root: rootKey.erased)
    guard isRootAffected else { return Graph(root: root, container: container, rootKey: rootKey) }
    return Graph(root: try container.node(for: rootKey, on: .any).resolve(), container: container, rootKey: rootKey)
  }

  /// Makes a graph in which one object is another one, with whatever `await` a new root takes.
  ///
  /// - Parameters:
  ///   - key: The key whose object is replaced.
  ///   - value: What consumers get instead.
  /// - Returns: The graph, with a root of its own when the root needs the object.
  /// - Throws: ``ResolutionError`` when nothing provides the key; otherwise what factories throw.
  public func replacing<Value: Sendable>(_ key: Key<Value>, with value: Value) async throws -> Graph {
    let (container, isRootAffected) = try container.replacing(key, with: value, root: rootKey.erased)
    guard isRootAffected else { return Graph(root: root, container: container, rootKey: rootKey) }
    return Graph(
      root: try await container.node(for: rootKey, on: .async).resolveAsync(), container: container, rootKey: rootKey)
  }

  /// Plans a graph inside this one: it sees all bindings of this graph, shares its singletons, and can shadow bindings
  /// for its own objects. This graph never sees the inner one.
  ///
  /// - Parameters:
  ///   - root: The type of the inner graph's root.
  ///   - modules: The modules of the inner graph.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  ///   - overrides: What to replace among the inner graph's bindings.
  /// - Returns: The plan, validated together with this graph's bindings.
  /// - Throws: ``WiringError`` with all problems of the inner graph.
  public func child<ChildRoot>(
    _ root: ChildRoot.Type, modules: [any Module],
    file: StaticString = #fileID, line: Int = #line, column: Int = #column,
    overrides: (inout Overrides) -> Void = { _ in }
  ) throws(WiringError) -> Plan<ChildRoot> {
    try Plan(
      .unqualified, modules: modules, profile: container.blueprint.profile, defaultScope: .transient, isStrict: false,
      parent: container, overrides: overrides, site: CallSite(file, line, column))
  }
}

extension Container {
  /// A container in which a key has another object, and what needs it is linked anew.
  func replacing<Value: Sendable>(
    _ key: Key<Value>, with value: Value, root: AnyKey
  ) throws(ResolutionError) -> (container: Container, isRootAffected: Bool) {
    guard let position = blueprint.positions[key.erased] else { throw ResolutionError(.missing(key.erased)) }
    var nodes = nodes.all
    let isAffected = affected(by: position)
    let positions = blueprint.fullOrder.filter { isAffected[$0] && $0 != position && nodes[$0] != nil }
    // Where a circle leads through a handle, the handle is linked first, and must not find the node of this container.
    for affected in positions { nodes[affected] = nil }
    nodes[position] = Node(needsFrame: false) { (_: Frame?) in value }
    let container = Container(
      blueprint, parent: self, scope: scope, observer: observer, nodes: nodes, positions: positions)
    return (container, blueprint.positions[root].map { isAffected[$0] } ?? true)
  }

  /// By position whether an object depends on another one, also through handles. An opaque one may, for all that is known.
  private func affected(by replaced: Int) -> [Bool] {
    let consumers = blueprint.analysis.consumers()
    var isAffected = [Bool](repeating: false, count: blueprint.declarations.count)
    var queue = [replaced] + blueprint.declarations.indices.filter { blueprint.declarations[$0].kind == .opaque }
    for position in queue { isAffected[position] = true }
    while let position = queue.popLast() {
      for consumer in consumers[position] where !isAffected[consumer] {
        isAffected[consumer] = true
        queue.append(consumer)
      }
    }
    return isAffected
  }
}
