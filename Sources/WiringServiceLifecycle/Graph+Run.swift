public import Logging
public import ServiceLifecycle
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
    let failures = FailureList()
    var services = try await contributions(to: (any Service).self).map { contributed in
      WatchedService(contributed.value, boundAt: contributed.location, failures: failures)
    }
    if services.isEmpty { services.append(WatchedService(IdleService(), boundAt: nil, failures: failures)) }
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
