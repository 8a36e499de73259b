/// Starts and stops the objects of a container.
final class Lifecycle: Sendable {
  private struct State: Sendable {
    /// The positions whose objects were started.
    var started: Set<Int> = []
    /// The positions whose objects were stopped since the last start.
    var stopped: Set<Int> = []
  }

  private let state = ConditionMutex(State())

  /// Starts what has a start, dependencies before consumers, and makes what is eager.
  ///
  /// When one fails, those that were started are stopped again.
  func start(_ container: Container, clock: any Clock<Duration>) async throws(LifecycleError) {
    state.withLock { state.value.stopped = [] }
    for position in container.blueprint.fullOrder {
      let declaration = container.blueprint.declarations[position]
      // The hooks of a binding are for what it makes.
      guard !declaration.modifiers.isEmpty, declaration.hasHook, container.owns(position), !container.isGiven(position),
        let node = container.node(at: position)
      else { continue }
      if declaration.isEager, !node.isMade {
        do {
          try await node.makeAsync()
        } catch {
          let failure = LifecycleError.Failure(key: declaration.key, site: declaration.site, error: error)
          let stops = await failures(ofStopping: container, clock)
          throw LifecycleError(phase: .start, failures: [failure] + stops)
        }
      }
      for case .start(let hook) in declaration.modifiers {
        if let failure = await run(hook, of: declaration, on: node, clock, isCancellable: true) {
          let stops = await failures(ofStopping: container, clock)
          throw LifecycleError(phase: .start, failures: [failure] + stops)
        }
        state.withLock { _ = state.value.started.insert(position) }
      }
    }
  }

  /// Stops what has a stop and was made, consumers before dependencies. Every hook runs, whatever others do.
  func stop(_ container: Container, clock: any Clock<Duration>) async throws(LifecycleError) {
    let failures = await failures(ofStopping: container, clock)
    if !failures.isEmpty { throw LifecycleError(phase: .stop, failures: failures) }
  }

  private func failures(
    ofStopping container: Container, _ clock: any Clock<Duration>
  ) async -> [LifecycleError.Failure] {
    var failures: [LifecycleError.Failure] = []
    for position in container.blueprint.fullOrder.reversed() {
      let declaration = container.blueprint.declarations[position]
      guard declaration.hasStopHook, let node = container.linkedNode(at: position), node.isMade else { continue }
      guard beginsStop(of: declaration, at: position) else { continue }
      for case .stop(let hook) in declaration.modifiers.reversed() {
        if let failure = await run(hook, of: declaration, on: node, clock) { failures.append(failure) }
      }
    }
    return failures
  }

  /// Whether the stops of an object are to be run now, which they are once: several callers may stop a graph.
  private func beginsStop(of declaration: Declaration, at position: Int) -> Bool {
    // What has a start as well is stopped only if it was started.
    let hasStart = declaration.modifiers.contains { if case .start = $0 { true } else { false } }
    return state.withLock {
      if hasStart { return state.value.started.remove(position) != nil }
      // The object of this scope may be another one than last time.
      if declaration.scope.kind == .weak { return true }
      return state.value.stopped.insert(position).inserted
    }
  }

  private func run(
    _ hook: LifecycleHook, of declaration: Declaration, on node: AnyNode, _ clock: any Clock<Duration>,
    isCancellable: Bool = false
  ) async -> LifecycleError.Failure? {
    let race = Race()
    // Not a task group, which would wait for a hook that does not notice that it was cancelled.
    let work = Task { try await hook.run(node) }
    let timer = Task {
      try await clock.sleep(for: hook.limit)
      await race.finish(.failure(LifecycleError.TimeoutError(limit: hook.limit)))
    }
    Task { await race.finish(work.result) }
    let result = await withTaskCancellationHandler {
      await race.result()
    } onCancel: {
      // A start that nobody waits for is in vain; a stop is not.
      if isCancellable { work.cancel() }
    }
    timer.cancel()
    work.cancel()
    guard case .failure(let error) = result else { return nil }
    return LifecycleError.Failure(key: declaration.key, site: declaration.site, error: error)
  }
}

/// The first of several results.
private actor Race {
  private var first: Result<Void, any Error>?
  private var waiting: CheckedContinuation<Result<Void, any Error>, Never>?

  func finish(_ result: Result<Void, any Error>) {
    guard first == nil else { return }
    first = result
    waiting?.resume(returning: result)
    waiting = nil
  }

  func result() async -> Result<Void, any Error> {
    if let first { return first }
    return await withCheckedContinuation { waiting = $0 }
  }
}

/// What went wrong while a graph started or stopped.
///
/// ```
/// 2 objects did not stop:
///   any Mailer (Shop/MailModule.swift:12): connection lost
///   Server (Shop/WebModule.swift:9): took longer than 10.0 seconds
/// ```
public struct LifecycleError: Error, Sendable {
  /// What the graph was doing.
  public enum Phase: String, Sendable, Hashable {
    /// It was starting.
    case start
    /// It was stopping.
    case stop
  }

  /// One object that did not do what it should.
  public struct Failure: Sendable {
    /// The object's key; `nil` for one that is owned by its consumer.
    public let key: AnyKey?
    /// Where it is bound.
    public let location: SourceLocation?
    /// What its hook threw; ``TimeoutError`` when it took too long.
    public let error: any Error

    init(key: AnyKey?, site: CallSite?, error: any Error) {
      self.key = key
      location = site?.location
      self.error = error
    }
  }

  /// A hook that took longer than it may. It was cancelled, and is no longer waited for.
  public struct TimeoutError: Error, Sendable, Hashable, CustomStringConvertible {
    /// How long it may take.
    public let limit: Duration

    /// `took longer than 10.0 seconds`
    public var description: String { "took longer than \(limit)" }
  }

  /// What the graph was doing.
  public let phase: Phase
  /// Every failure, in the order in which they happened.
  public let failures: [Failure]
}

extension LifecycleError: CustomStringConvertible {
  /// All failures, a line each.
  public var description: String {
    let count = "\(failures.count) \(failures.count == 1 ? "object" : "objects") did not \(phase.rawValue):"
    let lines = failures.map { failure in
      let place = failure.location.map { " (\($0.short))" } ?? ""
      return "  \(failure.key?.description ?? "an owned object")\(place): \(failure.error)"
    }
    return ([count] + lines).joined(separator: "\n")
  }
}

extension Graph {
  /// Starts the graph: everything with a ``BindingBuilder/onStart(within:_:)``, dependencies before consumers.
  ///
  /// When a start fails, what was started is stopped again. Cancelling the caller's task cancels the start that runs.
  ///
  /// - Parameter clock: What the limits are measured by.
  /// - Throws: ``LifecycleError`` with what failed.
  public func start(clock: any Clock<Duration> = ContinuousClock()) async throws(LifecycleError) {
    try await container.lifecycle?.start(container, clock: clock)
  }

  /// Stops the graph: everything with a ``BindingBuilder/onStop(within:_:)`` that was made, consumers before dependencies.
  ///
  /// A second call stops what was made since the first. Every hook runs, whatever others do; one that takes too long is cancelled and no longer waited for. An opened scope
  /// stops its own objects only.
  ///
  /// - Parameter clock: What the limits are measured by.
  /// - Throws: ``LifecycleError`` with everything that failed.
  public func stop(clock: any Clock<Duration> = ContinuousClock()) async throws(LifecycleError) {
    try await container.lifecycle?.stop(container, clock: clock)
  }

  /// A look at the shared objects that there are now, to see later which of them are left.
  ///
  /// - Returns: The check, which keeps none of them.
  public func leakCheck() -> LeakCheck {
    LeakCheck(container)
  }
}
