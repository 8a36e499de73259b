/// Derives the lists of contributions to a type: all in order, and the named ones by name.
struct CollectionBindings<Value> {
  let contributions: Contributions
  let site: CallSite

  /// `[Value]`, in the order of declaration.
  var ordered: DerivedDeclaration {
    DerivedDeclaration(
      declaration: declaration([Value].self) { $0 }, targets: contributions.members.map(\.position))
  }

  /// `[String: Value]`; `nil` when no contribution has a name.
  var named: DerivedDeclaration? {
    let members = contributions.members.compactMap { member in member.name.map { ($0, member.position) } }
    guard !members.isEmpty else { return nil }
    let names = members.map(\.0)
    return DerivedDeclaration(
      declaration: declaration([String: Value].self) { values in
        // Two contributions with the same name are a problem of the plan, so a valid plan has none.
        Dictionary(zip(names, values)) { first, _ in first }
      }, targets: members.map(\.1))
  }

  private func declaration<List>(
    _ type: List.Type, _ make: @escaping @Sendable ([Value]) -> List
  ) -> Declaration {
    Self.declaration(
      of: type, key: AnyKey(type, qualifier: contributions.key.qualifier), qualifiers: [], site: site, make)
  }

  /// Returns the declaration of a list; the qualifiers are those of its elements, where they are not known by position.
  static func declaration<List>(
    of type: List.Type, key: AnyKey, qualifiers: [String], site: CallSite,
    _ make: @escaping @Sendable ([Value]) -> List
  ) -> Declaration {
    let members = qualifiers.map { Dependency(Value.self, qualifier: $0) }
    return Declaration(key: key, kind: .collection, site: site, dependencies: members) { linker, _ in
      let linked = linker.dependencies(for: Value.self)
      return linker.node(
        .transient, { frame in make(try linked.map { try $0.value(frame) }) },
        { frame in
          var values: [Value] = []
          for linked in linked { values.append(try await linked.asyncValue(frame)) }
          return make(values)
        })
    }
  }
}

extension Array: DerivedValue {
  @usableFromInline static var isHandle: Bool { false }

  /// Returns the empty list of a type without contributions, if a module allows that.
  @usableFromInline
  static func declaration(_ context: DerivationContext) -> Declaration? {
    guard context.mayBeEmpty(AnyKey(Element.self, qualifier: context.qualifier)) else { return nil }
    return .empty(Self.self, value: [], in: context)
  }
}

extension Dictionary: DerivedValue where Key == String {
  @usableFromInline static var isHandle: Bool { false }

  /// Returns the empty dictionary of a type without named contributions, if a module allows that.
  @usableFromInline
  static func declaration(_ context: DerivationContext) -> Declaration? {
    guard context.mayBeEmpty(AnyKey(Value.self, qualifier: context.qualifier)) else { return nil }
    return .empty(Self.self, value: [:], in: context)
  }
}

extension Optional: DerivedValue {
  @usableFromInline static var isHandle: Bool { false }
  @usableFromInline static var wrapped: Dependency? { Dependency(Wrapped.self) }

  /// Returns the declaration of an optional: the bound object, or `nil`.
  @usableFromInline
  static func declaration(_ context: DerivationContext) -> Declaration? {
    let dependency = Dependency(Wrapped.self, qualifier: context.qualifier)
    guard context.isProvided(dependency) else { return .empty(Self.self, value: nil, in: context) }
    let key = AnyKey(Self.self, qualifier: context.qualifier)
    return Declaration(key: key, kind: .collection, site: context.site, dependencies: [dependency]) {
      linker, _ in
      // With an explicit type: a closure that returns the wrapped type would become a node of that type.
      linker.node(.transient, from: Wrapped.self) { wrapped -> Wrapped? in wrapped }
    }
  }
}

extension Declaration {
  /// Returns a list without elements, or `nil`.
  fileprivate static func empty<Value>(
    _ type: Value.Type, value: @autoclosure @escaping @Sendable () -> Value, in context: DerivationContext
  ) -> Declaration {
    Declaration(
      key: AnyKey(type, qualifier: context.qualifier), kind: .collection, site: context.site, dependencies: []
    ) { linker, _ in linker.handleNode { _ in value() } }
  }
}

/// The contributions to the list of a type, in the order of their declaration.
@usableFromInline struct Contributions: Sendable {
  let key: AnyKey
  var members: [(name: String?, position: Int)] = []
}
