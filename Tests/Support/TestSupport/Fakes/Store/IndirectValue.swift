/// A value behind a reference: tables move and remember it at the cost of a pointer, however large it is.
final class IndirectValue<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
