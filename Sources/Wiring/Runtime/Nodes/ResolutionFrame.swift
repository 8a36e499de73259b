/// What one resolution remembers: the objects of ``Scope/graph``, and the opaque factories that it is inside of.
///
/// It is born with the resolution, is used by one thread or task at a time, and is made only where a dependency needs it.
@usableFromInline final class ResolutionFrame {
  private var instances: [(node: ObjectIdentifier, box: AnyObject)] = []
  private var open: [(identity: ObjectIdentifier, key: AnyKey)] = []
  /// The stops of what an ``Owned`` object consists of, in the order of making; `nil` when nobody owns what is made.
  var stops: [@Sendable () async throws -> Void]?

  @usableFromInline init() {}

  /// A frame for the objects that an ``Owned`` one consists of.
  ///
  /// - Parameter outer: That of the resolution which asks for it: what runs there runs around this one, too, so that a
  ///   circle through both is seen.
  init(owningWithin outer: ResolutionFrame?) {
    open = outer?.open ?? []
    stops = []
  }

  /// The object of a identity that was made before in this resolution.
  ///
  /// The downcast is sound: a identity stands for one binding, whose objects all have one type.
  func instance<Value>(at identity: ObjectIdentifier) -> Value? {
    for instance in instances where instance.node == identity {
      return unsafeDowncast(instance.box, to: HeapBox<Value>.self).value
    }
    return nil
  }

  func keep<Value>(_ value: Value, at identity: ObjectIdentifier) {
    instances.append((identity, HeapBox(value)))
  }

  /// Runs an opaque factory, unless it is running already.
  func open<Value>(_ key: AnyKey, at identity: ObjectIdentifier, body: () throws -> Value) throws -> Value {
    guard !open.contains(where: { $0.identity == identity }) else {
      throw ResolutionError(.circular(open.map(\.key) + [key]))
    }
    open.append((identity, key))
    defer { open.removeLast() }
    return try body()
  }
}

/// The way from an opaque factory back into its container.
@usableFromInline struct ResolverSource: Sendable {
  let key: AnyKey
  let identity = NodeIdentity()
  let reference: WeakContainer

  @usableFromInline
  func withResolver<Value>(_ frame: ResolutionFrame?, _ body: (Resolver) throws -> Value) throws -> Value {
    guard let container = reference.container else { throw ResolutionError(.graphGone(key)) }
    let frame = frame ?? ResolutionFrame()
    let resolver = Resolver(key: key, container: container, frame: frame)
    defer { resolver.close() }
    return try frame.open(key, at: ObjectIdentifier(identity)) { try body(resolver) }
  }
}

/// The container that a node belongs to. Weak, since the container owns the node.
///
/// Unchecked: the reference is written by `init` only, and the runtime makes reading a weak one safe.
final class WeakContainer: @unchecked Sendable {
  private(set) weak var container: Container?

  init(_ container: Container) {
    self.container = container
  }
}

/// Something to tell one node of a container from the others.
final class NodeIdentity: Sendable {}
