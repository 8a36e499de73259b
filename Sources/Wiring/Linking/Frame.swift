/// What one resolution remembers: the objects of ``Scope/graph``, and the opaque factories that it is inside of.
///
/// It is born with the resolution, is used by one thread or task at a time, and is made only where a dependency needs it.
@usableFromInline final class Frame {
  private var instances: [(node: ObjectIdentifier, box: AnyObject)] = []
  private var open: [(place: ObjectIdentifier, key: AnyKey)] = []
  /// The stops of what an ``Owned`` object consists of, in the order of making; `nil` when nobody owns what is made.
  var stops: [@Sendable () async throws -> Void]?

  @usableFromInline init() {}

  /// A frame for the objects that an ``Owned`` one consists of.
  ///
  /// - Parameter outer: That of the resolution which asks for it: what runs there runs around this one, too, so that a
  ///   circle through both is seen.
  init(owningWithin outer: Frame?) {
    open = outer?.open ?? []
    stops = []
  }

  /// The object of a place that was made before in this resolution.
  ///
  /// The downcast is sound: a place stands for one binding, whose objects all have one type.
  func instance<Value>(at place: ObjectIdentifier) -> Value? {
    for instance in instances where instance.node == place {
      return unsafeDowncast(instance.box, to: Box<Value>.self).value
    }
    return nil
  }

  func keep<Value>(_ value: Value, at place: ObjectIdentifier) {
    instances.append((place, Box(value)))
  }

  /// Runs an opaque factory, unless it is running already.
  func open<Value>(_ key: AnyKey, at place: ObjectIdentifier, body: () throws -> Value) throws -> Value {
    guard !open.contains(where: { $0.place == place }) else {
      throw ResolutionError(.circular(open.map(\.key) + [key]))
    }
    open.append((place, key))
    defer { open.removeLast() }
    return try body()
  }
}
