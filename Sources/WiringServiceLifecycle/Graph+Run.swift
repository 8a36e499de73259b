public import Logging
public import ServiceLifecycle
import Synchronization
public import UnixSignals
public import Wiring

extension Graph {
  /// Starts the graph, runs its services until shutdown, and stops the graph.
  ///
  /// ```swift
  /// let graph = try Plan(App.self, modules: modules).build()
  /// try await graph.run(logger: Logger(label: "shop"))
  /// ```
  ///
  /// The `onStart` hooks run first, then the services, in the order of ``services()``. A signal shuts the services down one
  /// after the other, dependents before their dependencies; then the `onStop` hooks run. When a service fails, or returns
  /// before shutdown, the others are cancelled. The graph is stopped in any case.
  ///
  /// A graph without services runs until shutdown.
  ///
  /// - Throws: ``GraphRunError`` with all failures; `CancellationError` when the task was cancelled without a failure; the
  ///   errors of the services' factories, before anything is started.
  public func run(
    logger: Logger, gracefulShutdownSignals: [UnixSignal] = [.sigterm, .sigint], cancellationSignals: [UnixSignal] = [],
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws {
    let failures = FailureCollector()
    var services = try await contributions(to: (any Service).self).map { contributed in
      MonitoredService(service: contributed.value, location: contributed.location, failures: failures)
    }
    if services.isEmpty {
      services.append(MonitoredService(service: IdleService(), location: nil, failures: failures))
    }
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: services.map(\.configuration), gracefulShutdownSignals: gracefulShutdownSignals,
        cancellationSignals: cancellationSignals, logger: logger))
    do { try await start(clock: clock) } catch { throw GraphRunError(error) }
    var groupError: (any Error)?
    do { try await group.run() } catch { groupError = error }
    do { try await stop(clock: clock) } catch { failures.append(error) }
    if let error = GraphRunError(failures.all) { throw error }
    if let groupError { throw groupError }
  }

  /// Creates the services, for use in another service group.
  ///
  /// - Returns: The contributions to `any Service`: each after its dependencies, otherwise in the order of declaration. A
  ///   dependency is recognized as a service only when it is a class or an actor.
  public func services() async throws -> [any Service] {
    try await contributions(to: (any Service).self).map(\.value)
  }
}

/// A service whose failure is collected, because a service group reports only the first one.
struct MonitoredService: Service {
  let service: any Service
  let location: SourceLocation?
  let failures: FailureCollector

  private var name: String { "\(type(of: service))" }

  var configuration: ServiceGroupConfiguration.ServiceConfiguration {
    ServiceGroupConfiguration.ServiceConfiguration(service: self, serviceName: name)
  }

  func run() async throws {
    do {
      try await service.run()
      // The group treats an early return as a failure too, but without the name of the service.
      guard Task.isShuttingDownGracefully || Task.isCancelled else { throw GraphRunError.EarlyReturnError() }
    } catch is CancellationError where Task.isCancelled {
      throw CancellationError()
    } catch {
      failures.append(GraphRunError.Failure(phase: .run, subject: name, location: location, error: error))
      throw error
    }
  }
}

/// The service of a graph without services, which waits for shutdown.
struct IdleService: Service {
  func run() async throws {
    try await gracefulShutdown()
  }
}

/// The failures of a run, collected from any task.
final class FailureCollector: Sendable {
  private let failures = Mutex<[GraphRunError.Failure]>([])

  var all: [GraphRunError.Failure] { failures.withLock(\.self) }

  func append(_ failure: GraphRunError.Failure) {
    failures.withLock { $0.append(failure) }
  }

  func append(_ error: LifecycleError) {
    failures.withLock { $0 += error.runFailures }
  }
}
