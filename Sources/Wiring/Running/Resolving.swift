/// Something that objects can be had from: a graph, or the resolver of a closure.
///
/// For code that is not tied to one of them. Inside the program let parameters say what is needed.
public protocol Resolving {
  /// Resolves a key.
  ///
  /// - Parameter key: The key to resolve.
  /// - Returns: The object.
  /// - Throws: ``ResolutionError`` when it cannot be had, otherwise what its factory throws.
  func resolve<Value>(_ key: Key<Value>) throws -> Value
}

extension Resolving {
  /// Resolves a type.
  ///
  /// - Parameter type: The type to resolve.
  /// - Returns: The object.
  /// - Throws: ``ResolutionError`` when it cannot be had, otherwise what its factory throws.
  @_disfavoredOverload  // Those who conform may have a method of their own for it.
  public func resolve<Value>(_ type: Value.Type = Value.self) throws -> Value {
    try resolve(Key<Value>.unqualified)
  }
}

extension Graph: Resolving {}
extension Resolver: Resolving {}
