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
    let node = Node<Context>(needsFrame: false, make: { (_: ResolutionFrame?) in context })
    let overlay = ContainerOverlay(position: declared.position, node: node, own: blueprint.positions(in: path))
    let inside = Container(container, scope: path, overlay: overlay)
    return Graph<Context>(root: context, container: inside)
  }

  /// Makes a graph in which one object is another one; everything that needs it, directly or not, is made anew when it is
  /// asked for.
  ///
  /// For a part of a program, or a test, that differs in one thing. It shares every object that does not depend on it. What
  /// an opaque factory depends on is unknown, so that its objects are made anew as well.
  ///
  /// - Parameters:
  ///   - type: The type whose object is replaced.
  ///   - value: What consumers get instead.
  /// - Returns: The graph; it has no root of its own.
  /// - Throws: ``ResolutionError`` when nothing provides the type, or when nothing in the plan asks for it.
  public func replacing<Value: Sendable>(
    _ type: Value.Type, with value: Value
  ) throws(ResolutionError) -> Graph<Void> {
    try replacing(Key<Value>.unqualified, with: value)
  }

  /// Makes a graph in which the object of a qualified key is another one.
  ///
  /// - Parameters:
  ///   - key: The key whose object is replaced.
  ///   - value: What consumers get instead.
  /// - Returns: The graph; it has no root of its own.
  /// - Throws: ``ResolutionError`` when nothing provides the key, or when nothing in the plan asks for it.
  public func replacing<Value: Sendable>(
    _ key: Key<Value>, with value: Value
  ) throws(ResolutionError) -> Graph<Void> {
    guard let position = container.blueprint.positions[key.erased] else { throw container.replacementError(key.erased) }
    let node = Node<Value>(needsFrame: false, make: { (_: ResolutionFrame?) in value })
    let overlay = ContainerOverlay(
      position: position, node: node, own: container.blueprint.dependents(of: position))
    let other = Container(container, scope: container.scope, overlay: overlay)
    return Graph<Void>(root: (), container: other)
  }

  /// Plans a graph inside this one: it sees all bindings of this graph, shares its singletons, and can shadow bindings
  /// for its own objects. This graph never sees the inner one.
  ///
  /// - Parameters:
  ///   - root: The type of the inner graph's root.
  ///   - modules: The modules of the inner graph.
  ///   - context: Definitions of the inner graph; none unless told. Those of this graph count anyway.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  ///   - overrides: What to replace among the inner graph's bindings.
  /// - Returns: The plan, validated together with this graph's bindings.
  /// - Throws: ``WiringError`` with all problems of the inner graph.
  public func child<ChildRoot>(
    _ root: ChildRoot.Type, modules: [any Module], context: Definitions = .none,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column,
    overrides: (inout Overrides) -> Void = { _ in }
  ) throws(WiringError) -> Plan<ChildRoot> {
    try Plan(
      .unqualified, modules: modules, context: context, profile: container.blueprint.profile, defaultScope: .transient,
      isStrict: false, parent: container, overrides: overrides, site: CallSite(file, line, column))
  }
}
