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
