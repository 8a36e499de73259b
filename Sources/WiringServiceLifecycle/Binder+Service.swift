public import ServiceLifecycle
public import Wiring

extension Binder {
  /// Binds a service under its own type, as a singleton, and adds it to what `graph.run` runs.
  ///
  /// ```swift
  /// binder.service(MailService.init)
  /// ```
  ///
  /// For a service that is bound elsewhere, under a protocol or by an asynchronous factory, contribute it alone:
  ///
  /// ```swift
  /// binder.contribute(to: (any Service).self) { (server: any Server) in server }
  /// ```
  ///
  /// - Parameters:
  ///   - make: Makes the service; the parameters are the dependencies.
  ///   - file: The place of the call.
  ///   - line: The place of the call.
  ///   - column: The place of the call.
  /// - Returns: The binding, for modifiers.
  @discardableResult
  public func service<Value: Service, Failure: Error, each Parameter>(
    _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    contribute(
      to: (any Service).self, { (service: Value) in service as any Service }, file: file, line: line, column: column)
    return bind(make, file: file, line: line, column: column).scoped(.singleton)
  }
}
