/// One parameter of a factory.
@usableFromInline struct Dependency: Sendable {
  @usableFromInline let key: AnyKey
  @usableFromInline let witness: @Sendable () -> any AnyTypeWitness.Type

  @inlinable
  init<Value>(_ type: Value.Type, qualifier: String? = nil) {
    key = AnyKey(type, qualifier: qualifier)
    witness = { TypeWitness<Value>.self }
  }
}
