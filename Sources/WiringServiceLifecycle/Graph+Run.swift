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
  /// after the other, dependents before their dependencies; then the `onStop` hooks run. A signal during the start cancels the
  /// running hook, and the objects that were started are stopped. When a service fails, or returns before shutdown, the others
  /// are cancelled. The graph is stopped in any case.
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
    var services = try await monitoredServices(failures, clock: clock)
    if services.isEmpty {
      services.append(MonitoredService(service: IdleService(), location: nil, failures: failures))
    }
    let started = StartedServices(withoutRoot, services: services, failures: failures, clock: clock, logger: logger)
    // The group around handles the signals, from the first hook to the last.
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [started.configuration], gracefulShutdownSignals: gracefulShutdownSignals,
        cancellationSignals: cancellationSignals, logger: logger))
    var groupError: (any Error)?
    do { try await group.run() } catch { groupError = error }
    started.end()
    if let error = GraphRunError(failures.all) { throw error }
    if let error = failures.groupError ?? groupError { throw error }
  }

  private func monitoredServices(
    _ failures: FailureCollector, clock: any Clock<Duration>
  ) async throws -> [MonitoredService] {
    do {
      return try await contributions(to: (any Service).self).map { contributed in
        MonitoredService(service: contributed.value, location: contributed.location, failures: failures)
      }
    } catch {
      // What exists is released, as when a graph cannot be built.
      try? await stop(clock: clock)
      throw error
    }
  }

  /// Creates the services, for use in another service group.
  ///
  /// - Returns: The contributions to `any Service`: each after its dependencies, otherwise in the order of declaration. A
  ///   dependency is recognized as a service only when it is a class or an actor.
  public func services() async throws -> [any Service] {
    try await contributions(to: (any Service).self).map(\.value)
  }
}

/// The services of a graph between its start and its stop.
///
/// The hooks run in tasks outside of the group: in it, a shutdown would reach whatever they start or await before the services
/// that depend on that have ended.
struct StartedServices: Service {
  private let services: [MonitoredService]
  private let failures: FailureCollector
  private let logger: Logger
  private let start: OutsideTask<LifecycleError?>
  private let stop: OutsideTask<LifecycleError?>

  init(
    _ graph: Graph<Void>, services: [MonitoredService], failures: FailureCollector, clock: any Clock<Duration>,
    logger: Logger
  ) {
    (self.services, self.failures, self.logger) = (services, failures, logger)
    start = OutsideTask {
      do throws(LifecycleError) { try await graph.start(clock: clock) } catch { return error }
      return nil
    }
    stop = OutsideTask {
      do throws(LifecycleError) { try await graph.stop(clock: clock) } catch { return error }
      return nil
    }
  }

  var configuration: ServiceGroupConfiguration.ServiceConfiguration {
    // All failures are collected.
    ServiceGroupConfiguration.ServiceConfiguration(
      service: self, successTerminationBehavior: .ignore, failureTerminationBehavior: .ignore, serviceName: "graph")
  }

  func run() async {
    if await isStarted() {
      let group = ServiceGroup(
        configuration: ServiceGroupConfiguration(services: services.map(\.configuration), logger: logger))
      do { try await group.run() } catch { failures.groupError = error }
    }
    failures.append(await stop.run()??.runFailures ?? [])
  }

  /// Ends the tasks of hooks that do not run.
  func end() {
    start.end()
    stop.end()
  }

  /// Starts the graph, and returns whether all hooks succeeded.
  private func isStarted() async -> Bool {
    let error = await withTaskCancellationHandler {
      await withGracefulShutdownHandler {
        await start.run()
      } onGracefulShutdown: {
        start.cancel()
      }
    } onCancel: {
      start.cancel()
    }
    guard let error = error ?? nil else { return true }
    // A hook that a shutdown or a cancellation ends did what it was told.
    let isEnded = Task.isShuttingDownGracefully || Task.isCancelled
    failures.append(
      error.runFailures.filter { !(isEnded && $0.phase == .start && $0.error is CancellationError) })
    if Task.isCancelled { failures.groupError = CancellationError() }
    return false
  }
}

/// A task that begins when it is wanted, with the task-local values of its creator.
private final class OutsideTask<Value: Sendable>: Sendable {
  private let gate: Gate
  private let task: Task<Value?, Never>

  init(_ body: @escaping @Sendable () async -> Value) {
    let gate = Gate()
    self.gate = gate
    task = Task { await gate.isWanted() ? await body() : nil }
  }

  /// Begins the task, and waits for it.
  func run() async -> Value? {
    gate.open(true)
    return await task.value
  }

  func cancel() { task.cancel() }

  /// Ends the task, unless it has begun.
  func end() { gate.open(false) }
}

/// A gate that a task waits at, also when the task is cancelled.
private final class Gate: Sendable {
  private enum State {
    case closed
    case waiting(CheckedContinuation<Bool, Never>)
    case open(Bool)
  }

  private let state = Mutex(State.closed)

  /// Waits until the gate opens, and returns for what.
  func isWanted() async -> Bool {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state -> Bool? in
        if case .open(let isWanted) = state { return isWanted }
        state = .waiting(continuation)
        return nil
      }
      if let isOpen { continuation.resume(returning: isOpen) }
    }
  }

  /// Opens the gate; only the first time counts.
  func open(_ isWanted: Bool) {
    let waiting = state.withLock { state -> CheckedContinuation<Bool, Never>? in
      switch state {
      case .open: return nil
      case .closed:
        state = .open(isWanted)
        return nil
      case .waiting(let continuation):
        state = .open(isWanted)
        return continuation
      }
    }
    waiting?.resume(returning: isWanted)
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
      failures.append([GraphRunError.Failure(phase: .run, subject: name, location: location, error: error)])
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
  private let errorOfGroup = Mutex<(any Error)?>(nil)

  var all: [GraphRunError.Failure] { failures.withLock(\.self) }

  /// The error of the services' group, which repeats a failure, or is a cancellation.
  var groupError: (any Error)? {
    get { errorOfGroup.withLock(\.self) }
    set { errorOfGroup.withLock { $0 = newValue } }
  }

  func append(_ new: [GraphRunError.Failure]) {
    failures.withLock { $0 += new }
  }
}
