public import Logging
public import ServiceLifecycle
public import Wiring

/// A service that runs a graph within another service group.
///
/// ```swift
/// let group = ServiceGroup(services: [database, GraphService(graph, logger: logger)], logger: logger)
/// ```
///
/// It runs the graph like `graph.run`, and shuts down with its group, which handles the signals.
public struct GraphService<Root: Sendable>: Service {
  private let graph: Graph<Root>
  private let logger: Logger

  /// Creates a service.
  public init(_ graph: Graph<Root>, logger: Logger) {
    (self.graph, self.logger) = (graph, logger)
  }

  /// Runs the graph until the group shuts down.
  ///
  /// - Throws: ``GraphRunError`` with all failures.
  public func run() async throws {
    try await graph.run(logger: logger, gracefulShutdownSignals: [])
  }
}

extension GraphService: CustomStringConvertible {
  /// The name of the service in logs, such as `GraphService<App>`.
  public var description: String { "\(Self.self)" }
}

extension Binder {
  /// Binds a service under its own type, as a singleton, and contributes it to the services of `graph.run`.
  ///
  /// ```swift
  /// binder.service(MailService.init)
  /// ```
  ///
  /// Its conditions are those of the contribution, too.
  ///
  /// For a service with another binding, under a protocol or by an asynchronous factory, only contribute it:
  ///
  /// ```swift
  /// binder.contribute(to: (any Service).self) { (server: any Server) in server }
  /// ```
  @discardableResult
  public func service<Value: Service, Failure: Error, each Parameter>(
    _ make: @escaping @Sendable (repeat each Parameter) throws(Failure) -> Value,
    file: StaticString = #fileID, line: Int = #line, column: Int = #column
  ) -> BindingBuilder<Value, repeat each Parameter> {
    let service = bind(make, file: file, line: line, column: column).scoped(.singleton)
    contribute(
      to: (any Service).self, { (service: Value) in service as any Service }, file: file, line: line, column: column
    ).following(service)
    return service
  }
}
