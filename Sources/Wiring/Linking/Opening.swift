/// The way from an opaque factory back into its container.
@usableFromInline struct Opening: Sendable {
  let key: AnyKey
  let place = Place()
  let reference: ContainerReference

  @usableFromInline
  func enter<Value>(_ frame: Frame?, _ body: (Resolver) throws -> Value) throws -> Value {
    guard let container = reference.container else { throw ResolutionError(.graphGone(key)) }
    let frame = frame ?? Frame()
    let resolver = Resolver(key: key, container: container, frame: frame)
    defer { resolver.close() }
    return try frame.open(key, at: ObjectIdentifier(place)) { try body(resolver) }
  }
}

/// Something to tell one node of a container from the others.
final class Place: Sendable {}

/// The container that a node belongs to, which is made after it. Weak, since the container owns the node.
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
