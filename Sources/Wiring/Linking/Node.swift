/// How one binding's object is had in one container: scope, factory and slots tied together.
@usableFromInline final class Node<Value>: AnyNode {
  /// Whether a resolution that begins here must carry a frame.
  @usableFromInline let needsFrame: Bool
  /// Returns the object: a new one, or the one that is there. A `let` closure, since reading a `var` of a class costs an
  /// exclusivity check on every call.
  @usableFromInline let make: @Sendable (Frame?) throws -> Value

  @inlinable
  init(needsFrame: Bool, make: @escaping @Sendable (Frame?) throws -> Value) {
    self.needsFrame = needsFrame
    self.make = make
  }

  /// Begins a resolution.
  func resolve() throws -> Value {
    try make(needsFrame ? Frame() : nil)
  }
}

/// A ``Node`` whose value's type is known to its binding only.
@usableFromInline protocol AnyNode: AnyObject, Sendable {
  var needsFrame: Bool { get }
}
