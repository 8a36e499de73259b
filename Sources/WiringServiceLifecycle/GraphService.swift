public import Logging
public import ServiceLifecycle
public import Wiring

/// A graph as one service of somebody else's group.
///
/// ```swift
/// let group = ServiceGroup(services: [database, GraphService(graph, logger: logger)], logger: logger)
/// ```
///
/// It runs the graph as `graph.run` does, and shuts down with the group that it is in. Signals are the group's business.
public struct GraphService<Root: Sendable>: Service {
  private let graph: Graph<Root>
  private let logger: Logger

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - graph: What to run.
  ///   - logger: What the graph's own group of services logs to.
  public init(_ graph: Graph<Root>, logger: Logger) {
    (self.graph, self.logger) = (graph, logger)
  }

  /// Runs the graph until the group shuts down.
  ///
  /// - Throws: ``GraphRunError`` with everything that went wrong.
  public func run() async throws {
    try await graph.run(logger: logger, gracefulShutdownSignals: [])
  }
}

extension GraphService: CustomStringConvertible {
  /// The service as groups log it: `GraphService<App>`.
  public var description: String { "\(Self.self)" }
}

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
