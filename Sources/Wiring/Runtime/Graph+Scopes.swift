extension Graph {
  /// Opens a custom scope, which a module declares by ``Binder/scope(_:context:file:line:column:)``. Its objects are created once,
  /// can depend on the context, and live until the returned graph is deallocated.
  ///
  /// - Returns: The scope as a graph, whose root is the context. It shares the objects that live longer.
  /// - Throws: ``ResolutionError`` when no module declares the scope with a context of this type, or when the enclosing scope is
  ///   not open.
  public func open<Context>(
    _ scope: CustomScope<Context>, with context: Context,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) throws(ResolutionError) -> Graph<Context> {
    let opened = try container.requested(at: CallSite(file, line, column)) { () throws(ResolutionError) in
      try container.opened(scope.scope.path, with: context)
    }
    return Graph<Context>(root: context, container: opened)
  }

  /// Returns a graph in which one object is replaced; everything that depends on it, directly or not, is created anew on
  /// demand.
  ///
  /// For a part of a program, or a test, that differs in one object. The graph shares every object that does not depend on
  /// it. The dependencies of an opaque factory are unknown, so that its objects are created anew, too. As with an override of a
  /// plan, decorators wrap the new object.
  ///
  /// - Throws: ``ResolutionError`` when nothing provides the type, or when nothing in the plan depends on it.
  public func replacing<Value: Sendable>(
    _ type: Value.Type = Value.self, named key: Key<Value> = .unqualified, with value: Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) throws(ResolutionError) -> Graph<Void> {
    let position = try container.requested(at: CallSite(file, line, column)) { () throws(ResolutionError) in
      try container.replacedPosition(of: key.checked(for: type).erased)
    }
    return replacing(position, by: Node<Value>(needsFrame: false) { _ in value })
  }

  /// Returns a graph in which one object is replaced by one that stays on the main actor, as the replaced one does.
  ///
  /// - Throws: ``ResolutionError`` when nothing provides the type, when nothing in the plan depends on it, or when what depends on it
  ///   can leave the main actor.
  @MainActor
  public func replacing<Value>(
    _ type: Value.Type = Value.self, named key: Key<Value> = .unqualified, main value: Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) throws(ResolutionError) -> Graph<Void> {
    let position = try container.requested(at: CallSite(file, line, column)) { () throws(ResolutionError) in
      let key = try key.checked(for: type).erased
      let position = try container.replacedPosition(of: key)
      guard container.bindings.isConfined(position) else { throw ResolutionError(.notConfined(key)) }
      return position
    }
    let cell = ConstantCell(value, isConfined: true)
    return replacing(
      position,
      by: Node(
        needsFrame: false, isolation: .main, isConfined: true, retained: [], cell: cell, make: { _ in cell.value },
        makeAsync: nil))
  }

  private func replacing(_ position: Int, by node: AnyNode) -> Graph<Void> {
    let other = Container(
      container, scope: container.scope, replacing: position, by: node,
      dependents: container.bindings.dependents(of: position))
    return Graph<Void>(root: (), container: other)
  }

  /// Plans a graph inside this one: it uses all bindings of this graph, shares its singletons, and can shadow bindings for
  /// its own objects. This graph does not see the bindings of the inner one. The definitions add to those of this graph. The
  /// profile and the default scope are those of this graph.
  ///
  /// - Throws: ``WiringError`` with all problems of the inner graph.
  public func child<ChildRoot>(
    _ root: ChildRoot.Type, named key: Key<ChildRoot> = .unqualified, modules: [any Module],
    context: Definitions = .none,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column,
    overrides: (inout Overrides) -> Void = { _ in }
  ) throws(WiringError) -> Plan<ChildRoot> {
    let installer = container.bindings.installer
    return try Plan(
      root, named: key, modules: modules, context: context, profile: installer.profile,
      defaultScope: installer.defaultScope, isStrict: false, parent: container, overrides: overrides,
      site: CallSite(file, line, column))
  }
}

extension Container {
  /// Returns the position whose node is replaced for a key: inside its decorators.
  fileprivate func replacedPosition(of key: AnyKey) throws(ResolutionError) -> Int {
    guard let bound = bindings.positions[key] else { throw replacementError(key) }
    return bindings.decoratedPosition(of: bound)
  }

  /// Returns a container in which a custom scope is open.
  func opened<Context: Sendable>(_ path: [ScopeName], with context: Context) throws(ResolutionError) -> Container {
    let name = path.last?.text ?? ""
    guard let declared = bindings.scopes.contexts.first(where: { $0.path == path }) else {
      guard let (wanted, declared) = bindings.scopes.otherContext(of: path) else {
        throw ResolutionError(.scopeNotDeclared(name))
      }
      throw ResolutionError(
        .otherContext(AnyKey(wanted.context), scope: wanted.text, declared: AnyKey(declared.context)))
    }
    guard !scope.starts(with: path) else { throw ResolutionError(.scopeIsOpen(name)) }
    guard scope == path.dropLast() else {
      throw ResolutionError(.scopeNotOpen(AnyKey(Context.self), scope: path.dropLast().last?.text ?? name))
    }
    let node = Node<Context>(needsFrame: false, make: { (_: ResolutionFrame?) in context })
    return Container(
      self, scope: path, replacing: declared.position, by: node, dependents: bindings.positions(in: path))
  }
}
