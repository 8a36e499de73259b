public import Logging
public import ServiceLifecycle
import Synchronization
public import UnixSignals
public import Wiring

extension Graph {
  /// Runs the program: starts the graph, runs its services until they are told to stop, and stops the graph.
  ///
  /// ```swift
  /// let graph = try await Plan(App.self, modules: modules).build()
  /// try await graph.run(logger: Logger(label: "shop"))
  /// ```
  ///
  /// First come the hooks of `onStart`, then the services, in the order of ``services()``. At a signal the services are
  /// shut down one after the other, those that need others first; then come the hooks of `onStop`. When a service fails,
  /// or returns without having been told to, the others are cancelled. The graph is stopped in any case.
  ///
  /// A graph without services runs until it is told to stop.
  ///
  /// - Parameters:
  ///   - logger: What the group of services logs to.
  ///   - gracefulShutdownSignals: The signals that shut the services down.
  ///   - cancellationSignals: The signals that cancel them.
  ///   - clock: What the limits of the hooks are measured by.
  /// - Throws: ``GraphRunError`` with everything that went wrong; `CancellationError` when the task was cancelled and
  ///   nothing else went wrong; what the factories of the services throw, before anything is started.
  public func run(
    logger: Logger, gracefulShutdownSignals: [UnixSignal] = [.sigterm, .sigint], cancellationSignals: [UnixSignal] = [],
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws {
    let failures = FailureCollector()
    var services = try await contributions(to: (any Service).self).map { contributed in
      MonitoredService(contributed.value, boundAt: contributed.location, failures: failures)
    }
    if services.isEmpty { services.append(MonitoredService(IdleService(), boundAt: nil, failures: failures)) }
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

  /// Makes the services, for a group of one's own.
  ///
  /// - Returns: What was contributed to `any Service`: each after those that it needs, otherwise in the order of
  ///   declaration. A service that others need is seen to be one when it is an object: a class or an actor.
  /// - Throws: What their factories throw.
  public func services() async throws -> [any Service] {
    try await contributions(to: (any Service).self).map(\.value)
  }
}

/// A service whose failure is noted: a group of services reports the first failure only.
struct MonitoredService: Service {
  private let service: any Service
  private let location: SourceLocation?
  private let failures: FailureCollector

  init(_ service: any Service, boundAt location: SourceLocation?, failures: FailureCollector) {
    (self.service, self.location, self.failures) = (service, location, failures)
  }

  private var name: String { "\(type(of: service))" }

  var configuration: ServiceGroupConfiguration.ServiceConfiguration {
    ServiceGroupConfiguration.ServiceConfiguration(service: self, serviceName: name)
  }

  func run() async throws {
    do {
      try await service.run()
      // To the group a silent end counts as a failure, too, and this one has a name.
      guard Task.isShuttingDownGracefully || Task.isCancelled else { throw GraphRunError.EarlyReturnError() }
    } catch is CancellationError where Task.isCancelled {
      throw CancellationError()
    } catch {
      failures.append(GraphRunError.Failure(phase: .run, subject: name, location: location, error: error))
      throw error
    }
  }
}

/// What runs in a graph without services: nothing, until the end.
struct IdleService: Service {
  func run() async throws {
    try await gracefulShutdown()
  }
}

/// What went wrong so far, noted from any task.
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
