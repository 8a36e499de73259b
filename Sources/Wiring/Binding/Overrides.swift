/// What a test, or a special run of the program, replaces in a plan.
///
/// ```swift
/// let plan = try Plan(App.self, modules: modules) { overrides in
///   overrides.replace(module: PersistenceModule.self, with: FakesModule())
///   overrides.replace((any WallClock).self, with: FixedClock())
/// }
/// ```
///
/// Replacing what nobody bound is an error: a test that thinks it replaced something, and did not, proves nothing.
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

  /// Replaces the object of a type by a ready value.
  ///
  /// - Parameters:
  ///   - type: The type whose binding is replaced.
  ///   - value: What all consumers get instead.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  public func replace<Value: Sendable>(
    _ type: Value.Type, with value: Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    Binder(list: list).declare(AnyKey(type), value: value, CallSite(file, line, column))
  }

  /// Replaces the object of a qualified key by a ready value.
  ///
  /// - Parameters:
  ///   - key: The key whose binding is replaced.
  ///   - value: What all consumers get instead.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  public func replace<Value: Sendable>(
    _ key: Key<Value>, with value: Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    Binder(list: list).declare(key.erased, value: value, CallSite(file, line, column))
  }

  /// Replaces how the object of a type is made. It keeps the scope of the binding it replaces, unless it is given one.
  ///
  /// - Parameters:
  ///   - type: The type whose binding is replaced.
  ///   - make: Makes the object; the parameters are the dependencies.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  /// - Returns: The binding, for modifiers.
  @discardableResult
  public func replace<Value: Sendable, Failure: Error, each Parameter>(
    _ type: Value.Type, _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    shareable(Binder(list: list).declare(AnyKey(type), make, CallSite(file, line, column)))
  }

  /// Replaces how the object of a qualified key is made.
  ///
  /// - Parameters:
  ///   - key: The key whose binding is replaced.
  ///   - make: Makes the object; the parameters are the dependencies.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  /// - Returns: The binding, for modifiers.
  @discardableResult
  public func replace<Value: Sendable, Failure: Error, each Parameter>(
    _ key: Key<Value>, _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    shareable(Binder(list: list).declare(key.erased, make, CallSite(file, line, column)))
  }

  /// Replaces how the object of a type is made that cannot be shared between threads.
  ///
  /// - Parameters:
  ///   - type: The type whose binding is replaced.
  ///   - make: Makes the object; the parameters are the dependencies.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  /// - Returns: The binding, for modifiers.
  @discardableResult
  @_disfavoredOverload
  public func replace<Value, Failure: Error, each Parameter>(
    _ type: Value.Type, _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    Binder(list: list).declare(AnyKey(type), make, CallSite(file, line, column))
  }

  /// Replaces how the object of a type is made by a closure that asks a resolver for what it needs.
  ///
  /// - Parameters:
  ///   - type: The type whose binding is replaced.
  ///   - make: Makes the object.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  /// - Returns: The binding, for modifiers.
  @discardableResult
  public func replace<Value: Sendable>(
    _ type: Value.Type, resolving make: @escaping @Sendable (Resolver) throws -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value> {
    shareable(Binder(list: list).declare(AnyKey(type), resolving: make, CallSite(file, line, column)))
  }

  private func shareable<Value: Sendable, each Parameter>(
    _ binding: BindingBuilder<Value, repeat each Parameter>
  ) -> BindingBuilder<Value, repeat each Parameter> {
    list.declarations[binding.index].isShareable = true
    return binding
  }

  /// Adds what somebody nearer replaces, who wins over those before: a test over its suite.
  ///
  /// - Parameter nearer: The overrides.
  package mutating func layer(_ nearer: (inout Overrides) -> Void) {
    var inner = Overrides(profile: list.profile)
    nearer(&inner)
    let keys = Set(inner.list.declarations.map(\.key))
    list.declarations.removeAll { keys.contains($0.key) }
    list.declarations += inner.list.declarations
    modules.removeAll { outer in inner.modules.contains { $0.replaced == outer.replaced } }
    modules += inner.modules
  }

  /// Replaces a module: its bindings go, those of the other come.
  ///
  /// - Parameters:
  ///   - module: The module that goes.
  ///   - replacement: The module that comes.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  public mutating func replace<Replaced: Module>(
    module: Replaced.Type, with replacement: any Module,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) {
    modules.append(
      ModuleReplacement(replaced: module, replacement: replacement, site: CallSite(file, line, column)))
  }
}
