/// What a closure that declares no parameters asks for its dependencies.
///
/// It belongs to the resolution that runs the closure: objects of ``Scope/graph`` that it returns are shared with the
/// other objects of that resolution. Do not keep it.
public struct Resolver {
  let container: Container
  let frame: Frame

  /// Resolves a type.
  ///
  /// - Parameter type: The type to resolve.
  /// - Returns: The object.
  /// - Throws: ``ResolutionError`` when nothing provides the type or when the closures run in a circle, otherwise what
  ///   the object's factory throws.
  public func resolve<Value>(_ type: Value.Type = Value.self) throws -> Value {
    try container.node(for: Key<Value>.unqualified).make(frame)
  }

  /// Resolves a qualified key.
  ///
  /// - Parameter key: The key to resolve.
  /// - Returns: The object.
  /// - Throws: ``ResolutionError`` when nothing provides the key or when the closures run in a circle, otherwise what
  ///   the object's factory throws.
  public func resolve<Value>(_ key: Key<Value>) throws -> Value {
    try container.node(for: key).make(frame)
  }
}
