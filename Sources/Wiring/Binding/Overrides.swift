/// The replacements in a plan for a test or a special run of the program.
///
/// ```swift
/// let plan = try Plan(App.self, modules: modules) { overrides in
///   overrides.replace(module: PersistenceModule.self, with: FakesModule())
///   overrides.replace((any WallClock).self, with: FixedClock())
/// }
/// ```
///
/// What a consumer requests can be replaced as it is requested: a list, a dictionary, an optional, a handle. The replacement of
/// a key that no module binds, and nothing requests, is an error: a test that replaces nothing by mistake proves nothing.
///
/// ## Topics
/// ### Replacing objects
/// - ``replace(_:with:file:line:column:)``
/// - ``replace(_:_:file:line:column:)``
/// - ``replace(_:resolving:file:line:column:)``
/// - ``replace(_:async:file:line:column:)``
/// - ``main``
/// - ``replace(module:with:file:line:column:)``
/// ### Changing objects
/// - ``modify(_:named:file:line:column:_:)``
/// - ``decorate(_:_:file:line:column:)``
/// - ``undecorate(_:named:file:line:column:)``
public struct Overrides {
  /// A key whose decorators are removed.
  typealias Undecorated = (key: AnyKey, site: CallSite)

  let list: DeclarationList
  private(set) var modules: [ModuleReplacement] = []
  private(set) var undecorated: [Undecorated] = []

  struct ModuleReplacement {
    let replaced: any Module.Type
    let replacement: any Module
    let site: CallSite
  }

  init(profile: Profile) {
    list = DeclarationList(profile: profile)
  }

  /// Replaces the binding of a type by a value.
  @discardableResult
  public func replace<Value: Sendable>(
    _ type: Value.Type, with value: Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> ValueBuilder<Value> {
    Binder(list: list).declare(AnyKey(type), value: value, at: CallSite(file, line, column))
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

  /// Replaces the factory of a type by a closure that resolves its dependencies itself.
  @discardableResult
  public func replace<Value: Sendable>(
    _ type: Value.Type, resolving make: @escaping @Sendable (Resolver) throws -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value> {
    shareable(Binder(list: list).declare(AnyKey(type), resolving: make, at: CallSite(file, line, column)))
  }

  /// Replaces the factory of a type by an asynchronous one.
  @discardableResult
  public func replace<Value: Sendable, Failure: Error, each Parameter: Sendable>(
    _ type: Value.Type = Value.self,
    async make: @escaping @concurrent @Sendable (repeat each Parameter) async throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    shareable(Binder(list: list).declare(async: AnyKey(type), making: make, at: CallSite(file, line, column)))
  }

  /// Decorates the object of a type, outside the decorators of modules: a spy around the real object, for example.
  @discardableResult
  public func decorate<Value, Failure: Error, each Parameter>(
    _ type: Value.Type, _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    Binder(list: list).decorate(type, make, file: file, line: line, column: column)
  }

  /// Removes the decorators of a type, so that consumers receive the object itself.
  public mutating func undecorate<Value>(
    _ type: Value.Type = Value.self, named key: Key<Value> = .unqualified, file: StaticString = #fileID,
    line: Int = #line, column: Int = #column
  ) {
    undecorated.append((AnyKey(type, qualifier: key.qualifier), CallSite(file, line, column)))
  }

  /// Changes each new object of a type: one function of a client that is a struct of functions, for example.
  ///
  /// ```swift
  /// overrides.modify(WeatherClient.self) { client in client.forecast = { _ in .rain } }
  /// ```
  public func modify<Value>(
    _ type: Value.Type = Value.self, named key: Key<Value> = .unqualified, file: StaticString = #fileID,
    line: Int = #line, column: Int = #column, _ change: @escaping @Sendable (inout Value) -> Void
  ) {
    let decorator = Binder(list: list).decorate(
      type,
      { (value: Value) -> Value in
        var value = value
        change(&value)
        return value
      }, file: file, line: line, column: column)
    decorator.named(key).from(key)
  }

  private func shareable<Value: Sendable, each Parameter>(
    _ binding: BindingBuilder<Value, repeat each Parameter>
  ) -> BindingBuilder<Value, repeat each Parameter> {
    binding.declaration.isShareable = true
    return binding
  }

  /// Adds overrides that win over the present ones: those of a test over those of its suite.
  package mutating func layer(_ nearer: (inout Overrides) -> Void) {
    var inner = Overrides(profile: list.profile)
    nearer(&inner)
    let keys = Set(inner.list.declarations.filter(\.isBinding).map(\.key))
    list.declarations.removeAll { $0.isBinding && keys.contains($0.key) }
    list.declarations += inner.list.declarations
    list.add(allButDeclarationsOf: inner.list)
    undecorated += inner.undecorated
    modules.removeAll { outer in inner.modules.contains { $0.replaced == outer.replaced } }
    modules += inner.modules
  }

  /// Replaces the bindings of a module by those of another one.
  ///
  /// A module of a closure, ``Bindings``, cannot be replaced, since all of them have one type; replace what it binds.
  public mutating func replace<Replaced: Module>(
    module: Replaced.Type, with replacement: any Module,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    modules.append(
      ModuleReplacement(replaced: module, replacement: replacement, site: CallSite(file, line, column)))
  }
}
