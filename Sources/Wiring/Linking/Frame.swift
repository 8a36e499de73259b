/// What one resolution remembers: the objects of ``Scope/graph``, and the opaque factories that it is inside of.
///
/// It is born with the resolution, stays on its thread, and is made only where a dependency needs it.
@usableFromInline final class Frame {
  private var instances: [Int: AnyObject] = [:]
  private(set) var openKeys: [AnyKey] = []

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

  func open<Value>(_ key: AnyKey, body: () throws -> Value) throws -> Value {
    guard !openKeys.contains(key) else { throw ResolutionError(.circular(openKeys + [key])) }
    openKeys.append(key)
    defer { openKeys.removeLast() }
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
