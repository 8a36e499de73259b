/// An object that a ``LazyObject`` made, where it lies.
///
/// For generated code, which calls the object without a copy: that of an existential costs as much as eight calls.
public struct MadeObject<Value> {
  @usableFromInline let box: Box<Value>

  @inlinable
  init(_ box: Box<Value>) {
    self.box = box
  }

  /// A copy of the object.
  @inlinable
  public var object: Value { box.value }

  /// Does something with the object, without a copy.
  ///
  /// - Parameter body: What to do.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @inlinable
  public func callAsFunction<Answer, Failure: Error>(
    _ body: (Value) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    try body(box.value)
  }
}
