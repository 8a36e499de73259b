/// The state of one resolution: the objects of ``Scope/graph``, and the opaque factories that are running.
///
/// Created only for a resolution that needs it, and used by one thread or task at a time.
@usableFromInline package final class ResolutionFrame {
  private var instances: [(node: ObjectIdentifier, box: AnyObject)] = []
  private var running: [(identity: ObjectIdentifier, key: AnyKey)] = []
  /// The stop hooks of the ``Owned`` object that this resolution creates a part of; `nil` in other resolutions.
  let owner: StopList?

  /// Creates a frame for a resolution.
  init(owner: StopList? = nil) {
    self.owner = owner
  }

  /// Creates a frame for the objects that an ``Owned`` one consists of.
  ///
  /// - Parameter outer: The frame of the resolution that requests the owned object. Its running factories run around this
  ///   resolution, too, so that a cycle through both is detected.
  init(owner: StopList, within outer: ResolutionFrame?) {
    self.owner = owner
    running = outer?.running ?? []
  }

  /// Returns the object that this resolution created for a binding; `nil` before it did.
  ///
  /// The downcast is sound: an identity belongs to one binding, whose objects all have one type.
  func instance<Value>(at identity: ObjectIdentifier) -> Value? {
    for instance in instances where instance.node == identity {
      return unsafeDowncast(instance.box, to: HeapBox<Value>.self).value
    }
    return nil
  }

  func store<Value>(_ value: Value, at identity: ObjectIdentifier) {
    instances.append((identity, HeapBox(value)))
  }

  /// Runs an opaque factory.
  ///
  /// - Throws: ``ResolutionError`` when the factory is running already, otherwise the error of the body.
  func run<Value>(_ key: AnyKey, at identity: ObjectIdentifier, body: () throws -> Value) throws -> Value {
    guard !running.contains(where: { $0.identity == identity }) else {
      throw ResolutionError(.circular(running.map(\.key) + [key]))
    }
    running.append((identity, key))
    defer { running.removeLast() }
    return try body()
  }
}

/// The access of an opaque factory to its container.
@usableFromInline struct ResolverSource: Sendable {
  let key: AnyKey
  let identity = NodeIdentity()
  /// The container, which owns the node.
  let reference: WeakReference<Container>

  /// Runs the factory with a resolver, which is closed afterwards.
  @usableFromInline
  func withResolver<Value>(_ frame: ResolutionFrame?, _ body: (Resolver) throws -> Value) throws -> Value {
    guard let container = reference.object else { throw ResolutionError(.graphGone(key)) }
    let frame = frame ?? ResolutionFrame()
    let resolver = Resolver(key: key, container: container, frame: frame)
    defer { resolver.close() }
    return try frame.run(key, at: ObjectIdentifier(identity)) { try body(resolver) }
  }
}

/// An identity that distinguishes a node from the others of its container.
final class NodeIdentity: Sendable {}
