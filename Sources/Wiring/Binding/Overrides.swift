/// The replacements in a plan for a test or a special run of the program.
///
/// ```swift
/// let plan = try Plan(App.self, modules: modules) { overrides in
///   overrides.replace(module: PersistenceModule.self, with: FakesModule())
///   overrides.replace((any WallClock).self, with: FixedClock())
/// }
/// ```
///
/// The replacement of a key that no module binds is an error: a test that replaces nothing by mistake proves nothing.
public struct Overrides {
  let list: DeclarationList
  private(set) var modules: [ModuleReplacement] = []

  struct ModuleReplacement {
    let replaced: any Module.Type
    let replacement: any Module
    let site: CallSite
  }

  init(profile: Profile) {
    list = DeclarationList(profile: profile)
  }

  /// Replaces the binding of a type by a value.
  public func replace<Value: Sendable>(
    _ type: Value.Type, with value: Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    Binder(list: list).declare(AnyKey(type), value: value, at: CallSite(file, line, column))
  }

  /// Replaces the binding of a qualified key by a value.
  public func replace<Value: Sendable>(
    _ key: Key<Value>, with value: Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    Binder(list: list).declare(key.erased, value: value, at: CallSite(file, line, column))
  }

  /// Replaces the factory of a type.
  ///
  /// The binding inherits the scope that it replaces, unless a modifier sets one.
  @discardableResult
  public func replace<Value: Sendable, Failure: Error, each Parameter>(
    _ type: Value.Type, _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    shareable(Binder(list: list).declare(AnyKey(type), making: make, at: CallSite(file, line, column)))
  }

  /// Replaces the factory of a qualified key.
  @discardableResult
  public func replace<Value: Sendable, Failure: Error, each Parameter>(
    _ key: Key<Value>, _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    shareable(Binder(list: list).declare(key.erased, making: make, at: CallSite(file, line, column)))
  }

  /// Replaces the factory of a type that is not `Sendable`.
  @discardableResult
  @_disfavoredOverload
  public func replace<Value, Failure: Error, each Parameter>(
    _ type: Value.Type, _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    Binder(list: list).declare(AnyKey(type), making: make, at: CallSite(file, line, column))
  }

  /// Replaces the factory of a type by a closure that resolves its dependencies itself.
  @discardableResult
  public func replace<Value: Sendable>(
    _ type: Value.Type, resolving make: @escaping @Sendable (Resolver) throws -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value> {
    shareable(Binder(list: list).declare(AnyKey(type), resolving: make, at: CallSite(file, line, column)))
  }

  private func shareable<Value: Sendable, each Parameter>(
    _ binding: BindingBuilder<Value, repeat each Parameter>
  ) -> BindingBuilder<Value, repeat each Parameter> {
    list.declarations[binding.index].isShareable = true
    return binding
  }

  /// Adds overrides that win over the present ones: those of a test over those of its suite.
  package mutating func layer(_ nearer: (inout Overrides) -> Void) {
    var inner = Overrides(profile: list.profile)
    nearer(&inner)
    let keys = Set(inner.list.declarations.map(\.key))
    list.declarations.removeAll { keys.contains($0.key) }
    list.declarations += inner.list.declarations
    modules.removeAll { outer in inner.modules.contains { $0.replaced == outer.replaced } }
    modules += inner.modules
  }

  /// Replaces the bindings of a module by those of another one.
  public mutating func replace<Replaced: Module>(
    module: Replaced.Type, with replacement: any Module,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    modules.append(
      ModuleReplacement(replaced: module, replacement: replacement, site: CallSite(file, line, column)))
  }
}
