/// The container as seen by a closure that resolves its dependencies itself.
///
/// It belongs to the resolution that runs the closure: objects of ``Scope/graph`` that it returns are shared with the
/// other objects of that resolution. It is valid until the closure returns; afterwards
/// ``resolve(_:named:)`` throws.
public struct Resolver {
  /// The container and the frame of the resolution, cleared when the closure returns.
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

  /// Resolves a type, or a qualified key of it.
  ///
  /// - Throws: ``ResolutionError`` when no binding provides it, when the closures form a cycle, or when the object
  ///   is asynchronous; otherwise the error of the object's factory.
  public func resolve<Value>(
    _ type: Value.Type = Value.self, named key: Key<Value> = .unqualified
  ) throws -> Value {
    guard let container = state.container else { throw ResolutionError(.resolverKept(state.key)) }
    let node = try container.node(for: key.checked(for: type), on: .any)
    // The closure may catch the error.
    return try state.frame.undoing { try node.resolve(in: state.frame) }
  }

  /// Resolves a type that is possibly not bound.
  ///
  /// - Returns: The object; `nil` when no binding provides the type.
  /// - Throws: As ``resolve(_:named:)``, except for a missing binding.
  public func resolve<Value>(ifBound type: Value.Type) throws -> Value? {
    guard let container = state.container else { throw ResolutionError(.resolverKept(state.key)) }
    guard try container.provides(Key(type)) else { return nil }
    return try resolve(type)
  }
}
