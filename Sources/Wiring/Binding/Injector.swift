/// An ``Injector`` whose type is known at run time only.
protocol AnyInjector {}

/// Injects into objects that others create; see ``Binder/injector(for:_:file:line:column:)``.
public struct Injector<Target>: AnyInjector {
  private let inject: (inout Target) throws -> Void

  @usableFromInline
  init(_ inject: @escaping (inout Target) throws -> Void) {
    self.inject = inject
  }

  /// Injects into an object.
  ///
  /// - Parameter target: The object.
  /// - Throws: What the injection throws.
  public func callAsFunction(_ target: inout Target) throws {
    try inject(&target)
  }
}

extension Binder {
  /// Declares how to inject into objects of a type that others create, such as a command that the argument parser makes.
  ///
  /// ```swift
  /// binder.injector(for: AddCommand.self) { (command: inout AddCommand, editor: EditorViewModel) in
  ///   command.editor = editor
  /// }
  ///
  /// try graph.inject(into: &command)
  /// ```
  ///
  /// A protocol as the type, as in `(any NeedsClock).self`, makes it interface injection: whoever conforms can be injected.
  ///
  /// - Parameters:
  ///   - type: The type of the objects.
  ///   - inject: Takes the object and its dependencies.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  /// - Returns: The binding, for modifiers.
  @inlinable
  @discardableResult
  public func injector<Target, each Parameter>(
    for type: Target.Type, _ inject: @escaping @Sendable (inout Target, repeat each Parameter) throws -> Void,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Injector<Target>, repeat each Parameter> {
    let make: @Sendable (repeat each Parameter) throws(Never) -> Injector<Target> = { (value: repeat each Parameter) in
      Injector { target in try inject(&target, repeat each value) }
    }
    return declare(AnyKey(Injector<Target>.self), make, CallSite(file, line, column))
  }
}
