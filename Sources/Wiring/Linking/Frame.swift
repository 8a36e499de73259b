/// What one resolution remembers: the objects of ``Scope/graph``, and the opaque factories that it is inside of.
///
/// It is born with the resolution, stays on its thread, and is made only where a dependency needs it.
@usableFromInline final class Frame {
  private var instances: [Int: AnyObject] = [:]
  private var open: [(position: Int, key: AnyKey)] = []

  init() {}

  /// The object of the binding at a position, made on first use.
  ///
  /// The downcast is sound: a position stands for one binding, whose objects all have one type.
  func instance<Value>(at position: Int, make: () throws -> Value) rethrows -> Value {
    if let box = instances[position] { return unsafeDowncast(box, to: Box<Value>.self).value }
    let value = try make()
    instances[position] = Box(value)
    return value
  }

  /// Runs an opaque factory, unless it is running already. A position tells factories apart that have one key, in a graph
  /// and in the one around it.
  func open<Value>(_ key: AnyKey, at position: Int, body: () throws -> Value) throws -> Value {
    guard !open.contains(where: { $0.position == position }) else {
      throw ResolutionError(.circular(open.map(\.key) + [key]))
    }
    open.append((position, key))
    defer { open.removeLast() }
    return try body()
  }
}

/// A value on the heap.
@usableFromInline final class Box<Value> {
  @usableFromInline let value: Value

  @inlinable
  init(_ value: Value) {
    self.value = value
  }
}
