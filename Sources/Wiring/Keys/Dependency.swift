/// One parameter of a factory.
@usableFromInline struct Dependency: Sendable {
  @usableFromInline let key: AnyKey
  @usableFromInline let witness: @Sendable () -> any AnyTypeWitness.Type

  /// Set where a definition says what it is to be, so that it must be there. An object, since most have none.
  let definitionOrigin: DefinitionOrigin?

  @inlinable
  init<Value>(_ type: Value.Type, qualifier: String? = nil) {
    self.init(key: AnyKey(type, qualifier: qualifier), witness: { TypeWitness<Value>.self })
  }

  @usableFromInline
  init(key: AnyKey, witness: @escaping @Sendable () -> any AnyTypeWitness.Type) {
    self.init(key: key, witness: witness, definitionOrigin: nil)
  }

  private init(key: AnyKey, witness: @escaping @Sendable () -> any AnyTypeWitness.Type, definitionOrigin: DefinitionOrigin?) {
    self.key = key
    self.witness = witness
    self.definitionOrigin = definitionOrigin
  }

  /// The same type with another qualifier.
  func asking(for qualifier: String?) -> Dependency {
    Dependency(key: AnyKey(key.type, qualifier: qualifier), witness: witness)
  }

  /// The same type with the qualifier that a definition gives.
  func given(_ qualifier: String, at location: SourceLocation?) -> Dependency {
    Dependency(key: AnyKey(key.type, qualifier: qualifier), witness: witness, definitionOrigin: DefinitionOrigin(location))
  }

  /// That a definition says what a dependency is to be.
  final class DefinitionOrigin: Sendable {
    /// Where it says so; `nil` in code.
    let location: SourceLocation?

    init(_ location: SourceLocation?) {
      self.location = location
    }
  }
}

/// A key that a module asks for: as an entry point, or from other modules.
struct RequiredKey: Sendable {
  let dependency: Dependency
  let site: CallSite
  /// The position of the module that asks; `nil` for the plan itself.
  let module: Int?

  var key: AnyKey { dependency.key }
}
