extension Graph {
  /// Opens a custom scope. Its objects are created once, and live until the returned graph is deallocated.
  ///
  /// - Parameters:
  ///   - scope: A scope that a module declares by ``Binder/scope(_:file:line:column:)``.
  ///   - context: The value that the scope begins with. Objects of the scope can depend on its type.
  /// - Returns: The scope as a graph, whose root is the context. It shares the objects that live longer.
  /// - Throws: ``ResolutionError`` when no module declares the scope, or when the enclosing scope is not open.
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

  /// Returns a graph in which one object is replaced; everything that depends on it, directly or not, is created anew on
  /// demand.
  ///
  /// For a part of a program, or a test, that differs in one object. The graph shares every object that does not depend on
  /// it. The dependencies of an opaque factory are unknown, so that its objects are created anew, too.
  ///
  /// - Parameters:
  ///   - type: The type whose object is replaced.
  ///   - value: The replacement.
  /// - Returns: The graph; it has no root.
  /// - Throws: ``ResolutionError`` when nothing provides the type, or when nothing in the plan depends on it.
  public func replacing<Value: Sendable>(
    _ type: Value.Type, with value: Value
  ) throws(ResolutionError) -> Graph<Void> {
    try replacing(Key<Value>.unqualified, with: value)
  }

  /// Returns a graph in which the object of a qualified key is replaced.
  ///
  /// - Parameters:
  ///   - key: The key whose object is replaced.
  ///   - value: The replacement.
  /// - Returns: The graph; it has no root.
  /// - Throws: ``ResolutionError`` when nothing provides the key, or when nothing in the plan depends on it.
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

  /// Plans a graph inside this one: it uses all bindings of this graph, shares its singletons, and can shadow bindings for
  /// its own objects. This graph does not see the bindings of the inner one.
  ///
  /// - Parameters:
  ///   - root: The type of the inner graph's root.
  ///   - modules: The modules of the inner graph.
  ///   - context: Definitions of the inner graph, in addition to those of this graph.
  ///   - overrides: Replacements among the inner graph's bindings.
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
