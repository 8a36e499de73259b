extension TypeWitness {
  @usableFromInline
  static func casting(from source: any AnyTypeWitness.Type) -> @Sendable (inout Linker, Scope) -> AnyNode {
    source.cast(to: Value.self)
  }

  @usableFromInline
  static func cast<Target>(to type: Target.Type) -> @Sendable (inout Linker, Scope) -> AnyNode {
    { linker, scope in
      let slot = linker.slot(for: Value.self)
      let make: @Sendable (Frame?) throws -> Target = { frame in try cast(try slot.value(frame)) }
      guard linker.isAsynchronous else { return linker.node(scope, make, nil) }
      let makeAsync: @Sendable (Frame?) async throws -> Target = { frame in
        try cast(try await slot.asyncValue(frame))
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
    guard value.isGiven || reader.sharesNothing(Value.self) else {
      // What is read may be, or hold, an object that is anything but `Sendable`: each consumer gets one of its own.
      return Declaration(Value.self, key: key, kind: .value, site: site, dependencies: []) { linker, _ in
        linker.node(.transient, { _ in try reader.read(value, as: Value.self) }, nil)
      }
    }
    let node = Node(keeping: first)
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
    Collections<Element>.declaration(of: Self.self, key: key, qualifiers: qualifiers, site: site) { $0 }
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
    Collections<Value>.declaration(of: Self.self, key: key, qualifiers: qualifiers, site: site) { values in
      Dictionary(zip(names, values)) { first, _ in first }
    }
  }
}
