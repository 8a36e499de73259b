/// The container as seen by a closure that resolves its dependencies itself.
///
/// It belongs to the resolution that runs the closure: objects of ``Scope/graph`` that it returns are shared with the
/// other objects of that resolution. It is valid until the closure returns; afterwards
/// ``resolve(_:named:file:line:column:)`` throws.
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

  private func container(at site: CallSite?) throws(ResolutionError) -> Container {
    if let container = state.container { return container }
    throw ResolutionError(.resolverKept(state.key)).located(at: site, in: nil)
  }

  /// Resolves a type, or a qualified key of it.
  ///
  /// - Throws: ``ResolutionError`` when no binding provides it, when the closures form a cycle, or when the object
  ///   is asynchronous; otherwise the error of the object's factory.
  public func resolve<Value>(
    _ type: Value.Type = Value.self, named key: Key<Value> = .unqualified,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) throws -> Value {
    try resolve(type, key, at: CallSite(file, line, column))
  }

  private func resolve<Value>(_ type: Value.Type, _ key: Key<Value>, at site: CallSite?) throws -> Value {
    let container = try container(at: site)
    let node = try container.requested(at: site, by: state.key) { () throws(ResolutionError) in
      try container.node(for: key.checked(for: type), on: .any)
    }
    // The closure may catch the error.
    return try state.frame.undoing { try node.resolve(in: state.frame) }
  }

  /// Resolves a type that is possibly not bound.
  ///
  /// - Returns: The object; `nil` when no binding provides the type.
  /// - Throws: As ``resolve(_:named:file:line:column:)``, except for a missing binding.
  public func resolve<Value>(
    ifBound type: Value.Type,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) throws -> Value? {
    let site = CallSite(file, line, column)
    let container = try container(at: site)
    guard try container.requested(at: site, { () throws(ResolutionError) in try container.provides(Key(type)) }) else {
      return nil
    }
    return try resolve(type, file: file, line: line, column: column)
  }
}

extension Resolver: Resolving {
  /// Resolves a type, for callers that know no more than ``Resolving``.
  @_disfavoredOverload  // The other one knows its caller.
  public func resolve<Value>(_ type: Value.Type, named key: Key<Value>) throws -> Value {
    try resolve(type, key, at: nil)
  }
}
