/// A ``Node`` whose value's type is known to its binding only.
///
/// Unchecked, since the base class of a `Sendable` class must be one too: it has constants only.
@usableFromInline class AnyNode: @unchecked Sendable {
  /// Whether a resolution that begins here must carry a frame.
  @usableFromInline final let needsFrame: Bool
  /// Where the object can be made.
  @usableFromInline final let isolation: Isolation
  /// The nodes that this one's slots point to: they live as long as it does, whatever becomes of their container.
  @usableFromInline final let retained: [AnyNode]

  @inlinable
  init(needsFrame: Bool, isolation: Isolation, retained: [AnyNode]) {
    self.needsFrame = needsFrame
    self.isolation = isolation
    self.retained = retained
  }

  /// Makes the object for whoever asks next.
  func make(on isolation: Isolation) throws {}

  /// Makes the object for whoever asks next.
  func makeAsync() async throws {}

  /// Begins a resolution for somebody who does not know the type.
  func resolveErased() throws -> Any { () }

  /// Begins a resolution that may have to wait, for somebody who does not know the type.
  func resolveErasedAsync() async throws -> Any { () }

  /// The shared object, when it is there and has an identity.
  var keptObject: AnyObject? { nil }

  /// Whether the shared object is there.
  var isMade: Bool { false }

  /// The node as what it is.
  ///
  /// The downcast is sound: the plan ties a dependency to a binding only when both have the same type in their keys, and
  /// the node of a binding with a key of type `Value` is a `Node<Value>`.
  func of<Value>(_ type: Value.Type) -> Node<Value> {
    unsafeDowncast(self, to: Node<Value>.self)
  }
}
