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
