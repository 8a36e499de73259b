/// Operations on a type in a declaration whose static type is erased.
protocol AnyTypeWitness: SendableMetatype {
  /// Returns whether a value could be passed for a parameter of the type without a conversion.
  static func accepts(_ value: Any) -> Bool
  /// The derivation of the type from other bindings when no module binds it, as of `Lazy<Clock>` from `Clock`.
  static var derivation: (any DerivedValue.Type)? { get }
  /// Returns the declarations of the lists of contributions to the type.
  static func collections(of contributions: Contributions, site: CallSite) -> [DerivedDeclaration]
  /// The type.
  static var type: any Any.Type { get }
  /// The types of closures that return the type, or, if it is a factory with arguments, that call it. A plan derives their
  /// declarations.
  static var closures: [any Any.Type] { get }
  /// Returns the declaration of a key that is one of ``closures``; `nil` for another key.
  static func closure(_ key: AnyKey, site: CallSite) -> Declaration?
  /// Returns a linker function that casts the object of another type to this one.
  static func casting(from source: any AnyTypeWitness.Type) -> @Sendable (inout Linker, Scope) -> AnyNode
  /// Returns a linker function that casts an object of this type to another one.
  static func cast<Target>(to type: Target.Type) -> @Sendable (inout Linker, Scope) -> AnyNode
  /// The wrapped type of an optional.
  static var wrapped: Dependency? { get }
  /// The operations of a list type; `nil` for another type.
  static var list: (any ListedValue.Type)? { get }
}

extension AnyKey {
  /// The operations on the type. They cost the instantiation of a generic type, and most bindings need none.
  var witness: any AnyTypeWitness.Type {
    func witness<Value>(of type: Value.Type) -> any AnyTypeWitness.Type { TypeWitness<Value>.self }
    return _openExistential(type, do: witness)
  }
}

/// The operations on `Value`. A metatype rather than a closure per operation: it is mentioned without an allocation.
enum TypeWitness<Value>: AnyTypeWitness {
  static func accepts(_ value: Any) -> Bool { value is Value }

  static var derivation: (any DerivedValue.Type)? { Value.self as? any DerivedValue.Type }

  static func collections(of contributions: Contributions, site: CallSite) -> [DerivedDeclaration] {
    let list = CollectionBindings<Value>(contributions: contributions, site: site)
    return [list.ordered] + (list.named.map { [$0] } ?? [])
  }

  static var type: any Any.Type { Value.self }

  static var closures: [any Any.Type] {
    ClosureBindings<Value>.types + ((Value.self as? any ArgumentFactory.Type)?.closures?.types ?? [])
  }

  static func closure(_ key: AnyKey, site: CallSite) -> Declaration? {
    ClosureBindings<Value>(key: key, site: site).declaration
      ?? (Value.self as? any ArgumentFactory.Type)?.closures?.declaration(key, site: site)
  }
}

extension TypeWitness {
  static func casting(from source: any AnyTypeWitness.Type) -> @Sendable (inout Linker, Scope) -> AnyNode {
    source.cast(to: Value.self)
  }

  static func cast<Target>(to type: Target.Type) -> @Sendable (inout Linker, Scope) -> AnyNode {
    { linker, scope in
      linker.node(scope, from: Value.self) { value in
        // The plan has proved the object to have the type.
        guard let object = value as? Target else { throw ResolutionError(.missing(AnyKey(Target.self))) }
        return object
      }
    }
  }

  static var wrapped: Dependency? { derivation?.wrapped }

  static var list: (any ListedValue.Type)? { Value.self as? any ListedValue.Type }
}

/// A type that is a list of objects.
protocol ListedValue: SendableMetatype {
  /// Whether the elements are ordered rather than named.
  static var isOrdered: Bool { get }
  /// The type of the elements.
  static var element: Dependency { get }
  /// Creates a list; `names` are the keys of an unordered one.
  static func list(of members: [Any], names: [String]) throws -> Any
  /// Returns the declaration of a list of objects that are found by qualifiers.
  static func declaration(of key: AnyKey, qualifiers: [String], names: [String], site: CallSite) -> Declaration
}

extension Array: ListedValue {
  static var isOrdered: Bool { true }
  static var element: Dependency { Dependency(Element.self) }

  static func list(of members: [Any], names: [String]) throws -> Any {
    try zip(members, names).map { try ResolutionError.cast($0, as: Element.self, named: $1) }
  }

  static func declaration(of key: AnyKey, qualifiers: [String], names: [String], site: CallSite) -> Declaration {
    CollectionBindings<Element>.declaration(of: Self.self, key: key, qualifiers: qualifiers, site: site) { $0 }
  }
}

extension Dictionary: ListedValue where Key == String {
  static var isOrdered: Bool { false }
  static var element: Dependency { Dependency(Value.self) }

  static func list(of members: [Any], names: [String]) throws -> Any {
    Dictionary(try zip(members, names).map { ($1, try ResolutionError.cast($0, as: Value.self, named: $1)) }) {
      first, _ in
      first
    }
  }

  static func declaration(of key: AnyKey, qualifiers: [String], names: [String], site: CallSite) -> Declaration {
    CollectionBindings<Value>.declaration(of: Self.self, key: key, qualifiers: qualifiers, site: site) { values in
      Dictionary(zip(names, values)) { first, _ in first }
    }
  }
}
