/// An object that a ``LazyObject`` made, where it lies; valid for as long as that holder lives.
///
/// For generated code, which calls the object without a copy: that of an existential costs as much as eight calls. The
/// reference is unowned for the same reason. It is sound there because a stand-in owns the holder, and whoever calls the
/// stand-in keeps it alive until the call returns.
/// A holder that nobody else keeps can be gone as soon as it has answered: read ``LazyObject/value`` there.
public struct MadeObject<Value> {
  @usableFromInline let box: Unmanaged<Box<Value>>

  @inlinable
  init(_ box: Unmanaged<Box<Value>>) {
    self.box = box
  }

  /// A copy of the object.
  @inlinable
  public var object: Value { box._withUnsafeGuaranteedRef { $0.value } }

  /// Does something with the object, without a copy.
  ///
  /// - Parameter body: What to do.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @inlinable
  public func callAsFunction<Answer, Failure: Error>(
    _ body: (Value) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    // What the standard library lends the reference to can throw `any Error` only.
    let result = box._withUnsafeGuaranteedRef { box in
      Result { () throws(Failure) -> Answer in try body(box.value) }
    }
    return try result.get()
  }
}
