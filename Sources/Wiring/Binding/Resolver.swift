/// What a closure that declares no parameters asks for its dependencies.
///
/// It belongs to the resolution that runs the closure: objects of ``Scope/graph`` that it returns are shared with the
/// other objects of that resolution. It ends when the closure returns; one that was kept resolves nothing any more.
public struct Resolver {
  /// What a resolver is made of, until its closure returns.
  private final class State {
    let key: AnyKey
    let frame: ResolutionFrame
    var container: Container?

    init(key: AnyKey, container: Container, frame: ResolutionFrame) {
      self.key = key
      self.container = container
      self.frame = frame
    }
  }

  private let state: State

  init(key: AnyKey, container: Container, frame: ResolutionFrame) {
    state = State(key: key, container: container, frame: frame)
  }

  func close() { state.container = nil }

  /// Resolves a type.
  ///
  /// - Parameter type: The type to resolve.
  /// - Returns: The object.
  /// - Throws: ``ResolutionError`` when nothing provides the type, when the closures run in a circle, or when the object
  ///   cannot be had at once; otherwise what the object's factory throws.
  public func resolve<Value>(_ type: Value.Type = Value.self) throws -> Value {
    try resolve(Key<Value>.unqualified)
  }

  /// Resolves a qualified key.
  ///
  /// - Parameter key: The key to resolve.
  /// - Returns: The object.
  /// - Throws: ``ResolutionError`` when nothing provides the key, when the closures run in a circle, or when the object
  ///   cannot be had at once; otherwise what the object's factory throws.
  public func resolve<Value>(_ key: Key<Value>) throws -> Value {
    guard let container = state.container else { throw ResolutionError(.resolverKept(state.key)) }
    return try container.node(for: key, on: .any).make(state.frame)
  }

  /// Resolves a type that may be bound or not.
  ///
  /// - Parameter type: The type to resolve.
  /// - Returns: The object; `nil` when nothing provides the type.
  /// - Throws: As ``resolve(_:)-(Value.Type)``, but for a missing binding.
  public func resolve<Value>(ifBound type: Value.Type) throws -> Value? {
    guard let container = state.container else { throw ResolutionError(.resolverKept(state.key)) }
    guard container.provides(AnyKey(type)) else { return nil }
    return try resolve(type)
  }
}
