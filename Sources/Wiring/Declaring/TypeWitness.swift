/// What can be asked about a type that stands in a declaration, once its name is lost.
@usableFromInline protocol AnyTypeWitness: SendableMetatype {
  /// Whether a value could be passed for a parameter of the type as it is.
  static func accepts(_ value: Any) -> Bool
  /// How the type is had from other bindings when nobody binds it, as `Lazy<Clock>` is from `Clock`.
  static var derivation: (any DerivedValue.Type)? { get }
  /// The declarations of the lists of what was contributed to the type.
  static func collections(of contributions: Contributions, site: CallSite) -> [DerivedDeclaration]
  /// The declaration of a key that is a closure without parameters that returns the type; `nil` for another key.
  static func closure(_ key: AnyKey, site: CallSite) -> Declaration?
  /// Links the object of a declaration of another type as one of this type, by a cast.
  static func casting(from source: any AnyTypeWitness.Type) -> @Sendable (inout Linker, Scope) -> AnyNode
  /// Links an object of this type as one of another, by a cast.
  static func cast<Target>(to type: Target.Type) -> @Sendable (inout Linker, Scope) -> AnyNode
  /// The declaration of a value that is read from what somebody wrote.
  static func value(
    _ value: DefinitionValue, key: AnyKey, _ reader: ValueReader, _ site: CallSite
  ) throws(ValueFailure) -> Declaration
  /// What is in it, for an optional.
  static var wrapped: Dependency? { get }
  /// How to make a list of objects, for a type that is one.
  static var list: (any ListedValue.Type)? { get }
}

/// A metatype rather than a closure for each question: naming it allocates nothing.
@usableFromInline enum TypeWitness<Value>: AnyTypeWitness {
  @usableFromInline
  static func accepts(_ value: Any) -> Bool { value is Value }

  @usableFromInline static var derivation: (any DerivedValue.Type)? { Value.self as? any DerivedValue.Type }

  @usableFromInline
  static func collections(of contributions: Contributions, site: CallSite) -> [DerivedDeclaration] {
    let list = Collections<Value>(contributions, site)
    return [list.ordered] + (list.named.map { [$0] } ?? [])
  }

  @usableFromInline
  static func closure(_ key: AnyKey, site: CallSite) -> Declaration? {
    Closures<Value>(key: key, site: site).declaration
  }
}
