/// A plan whose objects can be had: its root is made, everything else comes as it is needed.
///
/// A graph is a value that any thread may use at any time. It keeps its singletons alive; objects do not keep the graph.
public struct Graph<Root> {
  /// The object the plan was made for.
  public let root: Root
  let container: Container

  /// Resolves a type by looking it up.
  ///
  /// For the border of a program, where an object is chosen at run time. Inside, let a factory's parameters say what it
  /// needs: they are proved beforehand, and cost no look-up.
  ///
  /// - Parameter type: The type to resolve.
  /// - Returns: The object.
  /// - Throws: ``ResolutionError`` when nothing provides the type, otherwise what the object's factory throws.
  public func resolve<Value>(_ type: Value.Type = Value.self) throws -> Value {
    try withExtendedLifetime(container) { try container.node(for: Key<Value>.unqualified).resolve() }
  }

  /// Resolves a qualified key by looking it up.
  ///
  /// - Parameter key: The key to resolve.
  /// - Returns: The object.
  /// - Throws: ``ResolutionError`` when nothing provides the key, otherwise what the object's factory throws.
  public func resolve<Value>(_ key: Key<Value>) throws -> Value {
    try withExtendedLifetime(container) { try container.node(for: key).resolve() }
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
      root, modules: modules, parent: container, overrides: overrides, site: CallSite(file, line, column))
  }

  /// What the graph is made of, as data.
  public var description: GraphDescription { GraphDescription(container.blueprint) }
}

extension Graph: Sendable where Root: Sendable {}
