/// An ``Injector`` of any type.
protocol AnyInjector {}

/// Injects dependencies into objects that the graph does not create; see ``Binder/injector(for:_:file:line:column:)``.
public struct Injector<Target>: AnyInjector {
  private let inject: (inout Target) throws -> Void

  @usableFromInline
  init(_ inject: @escaping (inout Target) throws -> Void) {
    self.inject = inject
  }

  /// Injects dependencies into an object.
  public func callAsFunction(_ target: inout Target) throws {
    try inject(&target)
  }
}

extension Binder {
  /// Declares the injection of objects that the graph does not create, such as a command that an argument parser
  /// creates.
  ///
  /// ```swift
  /// binder.injector(for: AddCommand.self) { (command: inout AddCommand, editor: EditorViewModel) in
  ///   command.editor = editor
  /// }
  ///
  /// try graph.inject(into: &command)
  /// ```
  ///
  /// With a protocol as the type, as in `(any NeedsClock).self`, it is interface injection: every conforming object can
  /// be injected.
  @inlinable
  @discardableResult
  public func injector<Target, each Parameter>(
    for type: Target.Type, _ inject: @escaping @Sendable (inout Target, repeat each Parameter) throws -> Void,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Injector<Target>, repeat each Parameter> {
    let make: @Sendable (repeat each Parameter) throws(Never) -> Injector<Target> = { (value: repeat each Parameter) in
      Injector { target in try inject(&target, repeat each value) }
    }
    return declare(AnyKey(Injector<Target>.self), making: make, at: CallSite(file, line, column))
  }
}
