/// A value on the heap.
@usableFromInline final class Box<Value> {
  @usableFromInline let value: Value

  @inlinable
  init(_ value: Value) {
    self.value = value
  }
}
