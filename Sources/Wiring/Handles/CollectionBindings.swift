/// The lists of what was contributed to a type: all in order, and those with names by name.
struct CollectionBindings<Value> {
  private let contributions: Contributions
  private let site: CallSite

  init(_ contributions: Contributions, _ site: CallSite) {
    self.contributions = contributions
    self.site = site
  }

  /// `[Value]`, in the order of declaration.
  var ordered: DerivedDeclaration {
    DerivedDeclaration(
      declaration: declaration([Value].self) { $0 }, targets: contributions.members.map(\.position))
  }

  /// `[String: Value]`; `nil` when none of the contributions has a name.
  var named: DerivedDeclaration? {
    let members = contributions.members.compactMap { member in member.name.map { ($0, member.position) } }
    guard !members.isEmpty else { return nil }
    let names = members.map(\.0)
    return DerivedDeclaration(
      declaration: declaration([String: Value].self) { values in
        // Two of one name are a problem of the plan; a plan that was made has none.
        Dictionary(zip(names, values)) { first, _ in first }
      }, targets: members.map(\.1))
  }

  private func declaration<List>(
    _ type: List.Type, _ make: @escaping @Sendable ([Value]) -> List
  ) -> Declaration {
    Self.declaration(
      of: type, key: AnyKey(type, qualifier: contributions.key.qualifier), qualifiers: [], site: site, make)
  }

  /// The declaration of a list.
  ///
  /// - Parameters:
  ///   - type: The list's type.
  ///   - key: Its key.
  ///   - qualifiers: Those of its members, where they are not known by position.
  ///   - site: The place of whoever says what is in it.
  ///   - make: Makes the list of its members.
  static func declaration<List>(
    of type: List.Type, key: AnyKey, qualifiers: [String], site: CallSite,
    _ make: @escaping @Sendable ([Value]) -> List
  ) -> Declaration {
    let members = qualifiers.map { Dependency(Value.self, qualifier: $0) }
    return Declaration(type, key: key, kind: .collection, site: site, dependencies: members) { linker, _ in
      let linked = linker.dependencies(for: Value.self)
      guard linker.isAsynchronous else {
        return linker.node(.transient, { frame in make(try linked.map { try $0.value(frame) }) }, nil)
      }
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

  /// The empty list of a type to which nobody contributes, where a module said that this may be.
  @usableFromInline
  static func declaration(_ context: DerivationContext) -> Declaration? {
    guard context.mayBeEmpty(AnyKey(Element.self, qualifier: context.qualifier)) else { return nil }
    return .empty(Self.self, [], context)
  }
}

extension Dictionary: DerivedValue where Key == String {
  @usableFromInline static var isHandle: Bool { false }

  /// The empty list of a type to which nobody contributes by name, where a module said that this may be.
  @usableFromInline
  static func declaration(_ context: DerivationContext) -> Declaration? {
    guard context.mayBeEmpty(AnyKey(Value.self, qualifier: context.qualifier)) else { return nil }
    return .empty(Self.self, [:], context)
  }
}

extension Optional: DerivedValue {
  @usableFromInline static var isHandle: Bool { false }

  /// What is bound, or `nil`.
  @usableFromInline
  static func declaration(_ context: DerivationContext) -> Declaration? {
    let dependency = Dependency(Wrapped.self, qualifier: context.qualifier)
    guard context.isProvided(dependency) else { return .empty(Self.self, nil, context) }
    let key = AnyKey(Self.self, qualifier: context.qualifier)
    return Declaration(Self.self, key: key, kind: .collection, site: context.site, dependencies: [dependency]) {
      linker, _ in
      let linked = linker.dependency(for: Wrapped.self)
      // The type must be said: a closure that returns what is wrapped would make a node of that.
      let make: @Sendable (ResolutionFrame?) throws -> Wrapped? = { frame in try linked.value(frame) }
      guard linker.isAsynchronous else { return linker.node(.transient, make, nil) }
      let makeAsync: @Sendable (ResolutionFrame?) async throws -> Wrapped? = { frame in try await linked.asyncValue(frame) }
      return linker.node(.transient, make, makeAsync)
    }
  }
}

extension Declaration {
  /// A list without members, or an optional without a value.
  fileprivate static func empty<Value>(
    _ type: Value.Type, _ make: @autoclosure @escaping @Sendable () -> Value, _ context: DerivationContext
  ) -> Declaration {
    Declaration(
      type, key: AnyKey(type, qualifier: context.qualifier), kind: .collection, site: context.site, dependencies: []
    ) { linker, _ in linker.transient(make) }
  }
}

/// The bindings that together make the list of a type, in the order of their declaration.
@usableFromInline struct Contributions: Sendable {
  let key: AnyKey
  var members: [(name: String?, position: Int)] = []
}
