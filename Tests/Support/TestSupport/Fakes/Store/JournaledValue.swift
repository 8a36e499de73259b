/// A value with a memory of what it was before the transaction.
struct JournaledValue<Value: Sendable>: Sendable {
  private(set) var current: Value
  private var before: Value?

  init(_ value: Value) {
    current = value
  }

  mutating func set(_ value: Value) {
    if case .none = before { before = current }
    current = value
  }

  mutating func commit() {
    if case .some = before { before = .none }
  }

  mutating func rollBack() {
    if let before { current = before }
    commit()
  }
}
