/// One parameter of a factory.
@usableFromInline struct Dependency: Sendable {
  @usableFromInline let key: AnyKey
  @usableFromInline let witness: @Sendable () -> any AnyTypeWitness.Type

  /// Where a file asks for it, unless that is where the whole factory stands. An object, since most have none.
  let place: Place?

  @inlinable
  init<Value>(_ type: Value.Type, qualifier: String? = nil) {
    self.init(key: AnyKey(type, qualifier: qualifier), witness: { TypeWitness<Value>.self })
  }

  @usableFromInline
  init(key: AnyKey, witness: @escaping @Sendable () -> any AnyTypeWitness.Type, place: SourceLocation? = nil) {
    self.key = key
    self.witness = witness
    self.place = place.map(Place.init)
  }

  /// The same type with another qualifier.
  func asking(for qualifier: String?, at place: SourceLocation?) -> Dependency {
    Dependency(key: AnyKey(key.type, qualifier: qualifier), witness: witness, place: place)
  }

  final class Place: Sendable {
    let location: SourceLocation

    init(_ location: SourceLocation) {
      self.location = location
    }
  }
}
