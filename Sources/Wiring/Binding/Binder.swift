/// The receiver of a module's bindings.
///
/// Each `bind` declares a key, a factory and, by a modifier, a lifetime:
///
/// ```swift
/// binder.bind((any NoteRepository).self, SQLiteNoteRepository.init).scoped(.singleton)  // dependencies from the initializer
/// binder.bind(Report.self) { (notes: any NoteRepository) in Report(notes, title: "All") } // a closure's parameters are dependencies too
/// binder.bind(Settings.self, to: settings)                                               // an existing value
/// ```
///
/// Several bindings of one type are distinguished by ``ConditionalBinding/named(_:)``.
///
/// An overloaded initializer is selected by its labels: `SQLiteNoteRepository.init(database:clock:)`. A reference to an
/// initializer needs all of its parameters, also those with default values; wrap it in a closure to omit one.
///
/// The parameters `file`, `line` and `column` of all methods default to the location of the call, which problems show.
///
/// ## Topics
/// ### Binding
/// - ``bind(_:file:line:column:)``
/// - ``bind(_:_:file:line:column:)``
/// - ``bind(_:to:file:line:column:)``
/// - ``bind(_:resolving:file:line:column:)``
/// - ``bind(_:async:file:line:column:)``
/// - ``main``
/// ### Lists, decorators, arguments
/// - ``contribute(to:named:_:file:line:column:)``
/// - ``mayBeEmpty(_:named:)``
/// - ``decorate(_:_:file:line:column:)``
/// - ``factory(_:file:line:column:)``
/// - ``factory(_:argument:file:line:column:)``
/// - ``factory(async:file:line:column:)``
/// - ``factory(async:argument:file:line:column:)``
/// - ``injector(for:_:file:line:column:)``
/// ### Declaring requirements, roots and scopes
/// - ``requires(_:named:file:line:column:)``
/// - ``root(_:named:file:line:column:)``
/// - ``scope(_:context:file:line:column:)``
/// - ``profile``
public struct Binder {
  @usableFromInline let list: DeclarationList

  package init(list: DeclarationList) {
    self.list = list
  }

  /// The profile of the plan.
  public var profile: Profile { list.profile }

  /// Declares that the module needs a binding of another module, whether or not one of its factories requests it now.
  ///
  /// It documents the module's needs in one place, and a plan without that binding fails with the module's name.
  public func requires<Value>(
    _ type: Value.Type = Value.self, named key: Key<Value> = .unqualified, file: StaticString = #fileID,
    line: Int = #line, column: Int = #column
  ) {
    list.requirements.append(requirement(AnyKey(type, qualifier: key.qualifier), CallSite(file, line, column)))
  }

  /// Declares an entry point: a key that the program resolves, and at which the paths in messages begin.
  public func root<Value>(
    _ type: Value.Type = Value.self, named key: Key<Value> = .unqualified, file: StaticString = #fileID,
    line: Int = #line, column: Int = #column
  ) {
    list.roots.append(requirement(AnyKey(type, qualifier: key.qualifier), CallSite(file, line, column)))
  }

  /// Declares a custom scope, whose context becomes a dependency of its objects.
  ///
  /// - Parameters:
  ///   - scope: The scope.
  ///   - key: The key of the context, where scopes have contexts of the same type.
  public func scope<Context>(
    _ scope: CustomScope<Context>, context key: Key<Context> = .unqualified, file: StaticString = #fileID,
    line: Int = #line, column: Int = #column
  ) {
    let declaration = Declaration(
      key: key.erased, kind: .context, site: CallSite(file, line, column), dependencies: []
    ) { _, _ in
      preconditionFailure("The context of a scope is given when it is opened.")
    }
    declaration.scope = scope.scope
    _ = list.append(declaration)
  }

  private func requirement(_ key: AnyKey, _ site: CallSite) -> RequiredKey {
    RequiredKey(
      dependency: Dependency(key.type, qualifier: key.qualifier), site: site,
      module: list.module < 0 ? nil : list.module)
  }
}
