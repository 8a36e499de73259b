/// The way from an opaque factory back into its container.
@usableFromInline struct Opening: Sendable {
  let key: AnyKey
  let position: Int
  let reference: ContainerReference

  @usableFromInline
  func enter<Value>(_ frame: Frame?, _ body: (Resolver) throws -> Value) throws -> Value {
    guard let container = reference.container else { throw ResolutionError(.containerGone(key)) }
    let frame = frame ?? Frame()
    return try frame.open(key, at: position) { try body(Resolver(container: container, frame: frame)) }
  }
}

/// The container that nodes belong to, which is made after them. Weak, since the container owns the nodes.
final class ContainerReference: Sendable {
  private struct Reference: Sendable {
    weak var container: Container?
  }

  private let reference = Monitor(Reference())

  var container: Container? {
    get { reference.withLock { reference.value.container } }
    set { reference.withLock { reference.value.container = newValue } }
  }
}
