/// Where a shared object is kept.
@usableFromInline protocol Cell<Value>: AnyObject, Sendable {
  associatedtype Value
  /// The object, when it is there.
  var current: Value? { get }
}
