/// A cell that was never empty.
///
/// Unchecked: what is kept here came from a binding with a stop, which demands a `Sendable` type.
final class Kept<Value>: Cell, @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }

  var current: Value? { value }
}
