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
