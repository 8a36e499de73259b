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
    let list = CollectionBindings<Value>(contributions, site)
    return [list.ordered] + (list.named.map { [$0] } ?? [])
  }

  @usableFromInline
  static func closure(_ key: AnyKey, site: CallSite) -> Declaration? {
    ClosureBindings<Value>(key: key, site: site).declaration
  }
}

extension TypeWitness {
  @usableFromInline
  static func casting(from source: any AnyTypeWitness.Type) -> @Sendable (inout Linker, Scope) -> AnyNode {
    source.cast(to: Value.self)
  }

  @usableFromInline
  static func cast<Target>(to type: Target.Type) -> @Sendable (inout Linker, Scope) -> AnyNode {
    { linker, scope in
      let linked = linker.dependency(for: Value.self)
      let make: @Sendable (ResolutionFrame?) throws -> Target = { frame in try cast(try linked.value(frame)) }
      guard linker.isAsynchronous else { return linker.node(scope, make, nil) }
      let makeAsync: @Sendable (ResolutionFrame?) async throws -> Target = { frame in
        try cast(try await linked.asyncValue(frame))
      }
      return linker.node(scope, make, makeAsync)
    }
  }

  /// An object as a type that the plan has proved it to be.
  private static func cast<Target>(_ value: Value) throws -> Target {
    guard let object = value as? Target else { throw ResolutionError(.missing(AnyKey(Target.self))) }
    return object
  }

  @usableFromInline
  static func value(
    _ value: DefinitionValue, key: AnyKey, _ reader: ValueReader, _ site: CallSite
  ) throws(ValueFailure) -> Declaration {
    // Read now, whatever comes later, so that the plan knows that it can be read.
    let first = try reader.read(value, as: Value.self)
    guard value.isGiven || reader.isPureValue(Value.self) else {
      // What is read may be, or hold, an object that is anything but `Sendable`: each consumer gets one of its own.
      return Declaration(Value.self, key: key, kind: .value, site: site, dependencies: []) { linker, _ in
        linker.node(.transient, { _ in try reader.read(value, as: Value.self) }, nil)
      }
    }
    let node = Node(constant: first)
    return Declaration(Value.self, key: key, kind: .value, site: site, dependencies: []) { _, _ in node }
  }

  @usableFromInline static var wrapped: Dependency? { (Value.self as? any OptionalValue.Type)?.wrapped }

  @usableFromInline static var list: (any ListedValue.Type)? { Value.self as? any ListedValue.Type }
}

/// A type that is another one, or nothing.
private protocol OptionalValue {
  static var wrapped: Dependency { get }
}

extension Optional: OptionalValue {
  fileprivate static var wrapped: Dependency { Dependency(Wrapped.self) }
}

/// A type that is a list of objects.
@usableFromInline protocol ListedValue: SendableMetatype {
  /// Whether its members have an order, rather than names.
  static var isOrdered: Bool { get }
  /// The type of its members.
  static var element: Dependency { get }
  /// The list of members; the names are those of one without an order.
  static func list(of members: [Any], names: [String]) throws -> Any
  /// The declaration of a list of objects that are found under qualifiers.
  static func declaration(of key: AnyKey, qualifiers: [String], names: [String], site: CallSite) -> Declaration
}

extension Array: ListedValue {
  @usableFromInline static var isOrdered: Bool { true }
  @usableFromInline static var element: Dependency { Dependency(Element.self) }

  @usableFromInline
  static func list(of members: [Any], names: [String]) throws -> Any {
    try zip(members, names).map { try ResolutionError.cast($0, as: Element.self, named: $1) }
  }

  @usableFromInline
  static func declaration(of key: AnyKey, qualifiers: [String], names: [String], site: CallSite) -> Declaration {
    CollectionBindings<Element>.declaration(of: Self.self, key: key, qualifiers: qualifiers, site: site) { $0 }
  }
}

extension Dictionary: ListedValue where Key == String {
  @usableFromInline static var isOrdered: Bool { false }
  @usableFromInline static var element: Dependency { Dependency(Value.self) }

  @usableFromInline
  static func list(of members: [Any], names: [String]) throws -> Any {
    Dictionary(try zip(members, names).map { ($1, try ResolutionError.cast($0, as: Value.self, named: $1)) }) {
      first, _ in
      first
    }
  }

  @usableFromInline
  static func declaration(of key: AnyKey, qualifiers: [String], names: [String], site: CallSite) -> Declaration {
    CollectionBindings<Value>.declaration(of: Self.self, key: key, qualifiers: qualifiers, site: site) { values in
      Dictionary(zip(names, values)) { first, _ in first }
    }
  }
}
