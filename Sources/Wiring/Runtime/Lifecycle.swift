/// The state of a container's start and stop hooks.
final class Lifecycle: Sendable {
  private struct State: Sendable {
    /// The positions whose objects were started.
    var started: Set<Int> = []
    /// The positions whose objects were stopped since the last start.
    var stopped: Set<Int> = []
    /// The opened scopes and inner graphs, in the order in which they were opened.
    var inner: [WeakContainer] = []
    /// The number of entries of ``inner`` at which those of deallocated containers are removed.
    var maximumInner = 16
  }

  private let state = ConditionMutex(State())

  /// Records an opened scope or an inner graph, which is stopped before the objects that it shares with this container.
  func add(inner container: Container) {
    state.withLock {
      if state.value.inner.count >= state.value.maximumInner {
        state.value.inner.removeAll { $0.container == nil }
        state.value.maximumInner = max(16, 2 * state.value.inner.count)
      }
      state.value.inner.append(WeakContainer(container))
    }
  }

  /// Runs the start hooks, dependencies before consumers, and creates eager objects.
  ///
  /// When one fails, the started objects are stopped again.
  func start(_ container: Container, clock: any Clock<Duration>) async throws(LifecycleError) {
    state.withLock { state.value.stopped = [] }
    for position in container.blueprint.fullOrder {
      let declaration = container.blueprint.declarations[position]
      // The hooks of a binding apply to the objects that it creates.
      guard !declaration.modifiers.isEmpty, declaration.hasHook, container.owns(position), !container.isGiven(position),
        let node = container.node(at: position)
      else { continue }
      if declaration.isEager, !node.isMade {
        do {
          _ = try await node.resolveErasedAsync()
        } catch {
          let failure = LifecycleError.Failure(key: declaration.key, site: declaration.site, error: error)
          let stops = await stopAll(in: container, clock: clock)
          throw LifecycleError(phase: .start, failures: [failure] + stops)
        }
      }
      for case .start(let hook) in declaration.modifiers {
        if let failure = await run(hook, of: declaration, on: node, clock: clock, isCancellable: true) {
          let stops = await stopAll(in: container, clock: clock)
          throw LifecycleError(phase: .start, failures: [failure] + stops)
        }
        state.withLock { _ = state.value.started.insert(position) }
      }
    }
  }

  /// Runs the stop hooks of existing objects, consumers before dependencies. A failure does not prevent the other hooks.
  func stop(_ container: Container, clock: any Clock<Duration>) async throws(LifecycleError) {
    let failures = await stopAll(in: container, clock: clock)
    if !failures.isEmpty { throw LifecycleError(phase: .stop, failures: failures) }
  }

  private func stopAll(in container: Container, clock: any Clock<Duration>) async -> [LifecycleError.Failure] {
    var failures: [LifecycleError.Failure] = []
    for inner in state.withLock({ state.value.inner }).reversed() {
      guard let inner = inner.container else { continue }
      failures += await inner.lifecycle?.stopAll(in: inner, clock: clock) ?? []
    }
    for position in container.blueprint.fullOrder.reversed() {
      let declaration = container.blueprint.declarations[position]
      guard declaration.hasStopHook, let node = container.linkedNode(at: position), node.isMade else { continue }
      guard claimStop(of: declaration, at: position) else { continue }
      for case .stop(let hook) in declaration.modifiers.reversed() {
        if let failure = await run(hook, of: declaration, on: node, clock: clock) { failures.append(failure) }
      }
    }
    return failures
  }

  /// Claims the stop hooks of an object for the caller. Several callers may stop a graph at once, but each hook runs once.
  ///
  /// - Returns: Whether the caller runs the hooks.
  private func claimStop(of declaration: Declaration, at position: Int) -> Bool {
    // An object with a start hook is stopped only if it was started.
    let hasStart = declaration.modifiers.contains { if case .start = $0 { true } else { false } }
    return state.withLock {
      if hasStart { return state.value.started.remove(position) != nil }
      // The weak cell may have another object than at the last stop.
      if declaration.scope.kind == .weak { return true }
      return state.value.stopped.insert(position).inserted
    }
  }

  private func run(
    _ hook: LifecycleHook, of declaration: Declaration, on node: AnyNode, clock: any Clock<Duration>,
    isCancellable: Bool = false
  ) async -> LifecycleError.Failure? {
    let race = HookRace()
    // Not a task group, which would wait for a hook that ignores its cancellation.
    let work = Task {
      do {
        try await hook.run(node)
        await race.finish(.completed)
      } catch {
        await race.finish(.failed(error))
      }
    }
    let timer = Task {
      guard (try? await clock.sleep(for: hook.limit)) != nil else { return }
      await race.finish(.timedOut)
    }
    let outcome = await withTaskCancellationHandler {
      await race.outcome()
    } onCancel: {
      // Stop hooks run to their end: they release resources, whether or not the caller waits.
      if isCancellable { work.cancel() }
    }
    timer.cancel()
    // The tasks have the caller's task-local values, such as its graph, and would retain them after the call.
    await timer.value
    switch outcome {
    case .completed:
      await work.value
      return nil
    case .failed(let error):
      await work.value
      return LifecycleError.Failure(key: declaration.key, site: declaration.site, error: error)
    case .timedOut:
      work.cancel()
      let error = LifecycleError.TimeoutError(limit: hook.limit)
      return LifecycleError.Failure(key: declaration.key, site: declaration.site, error: error)
    }
  }
}

/// The race of a hook against its time limit; the first outcome counts.
private actor HookRace {
  enum Outcome: Sendable {
    case completed
    case failed(any Error)
    case timedOut
  }

  private var first: Outcome?
  private var waiting: CheckedContinuation<Outcome, Never>?

  func finish(_ outcome: Outcome) {
    guard first == nil else { return }
    first = outcome
    waiting?.resume(returning: outcome)
    waiting = nil
  }

  func outcome() async -> Outcome {
    if let first { return first }
    return await withCheckedContinuation { waiting = $0 }
  }
}

/// The failures of a graph's start or stop.
///
/// ```
/// 2 objects did not stop:
///   any Mailer (Shop/MailModule.swift:12): connection lost
///   Server (Shop/WebModule.swift:9): took longer than 10.0 seconds
/// ```
public struct LifecycleError: Error, Sendable {
  /// The phase of a graph's lifecycle.
  public enum Phase: String, Sendable, Hashable {
    /// The start of the graph.
    case start
    /// The stop of the graph.
    case stop
  }

  /// The failure of one object.
  public struct Failure: Sendable {
    /// The object's key; `nil` for an object owned by its consumer.
    public let key: AnyKey?
    /// The location of the object's binding.
    public let location: SourceLocation?
    /// The error of the hook; ``TimeoutError`` when it exceeded its limit.
    public let error: any Error

    init(key: AnyKey?, site: CallSite?, error: any Error) {
      self.key = key
      location = site?.location
      self.error = error
    }
  }

  /// The error of a hook that exceeded its time limit. The hook was cancelled, and the graph no longer waits for it.
  public struct TimeoutError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The time limit.
    public let limit: Duration

    /// `took longer than 10.0 seconds`
    public var description: String { "took longer than \(limit)" }
  }

  /// The phase that failed.
  public let phase: Phase
  /// The failures, in the order in which they occurred.
  public let failures: [Failure]
}

extension LifecycleError: CustomStringConvertible {
  /// The failures, one per line.
  public var description: String {
    let count = "\(failures.count) \(failures.count == 1 ? "object" : "objects") did not \(phase.rawValue):"
    let lines = failures.map { failure in
      let location = failure.location.map { " (\($0.short))" } ?? ""
      return "  \(failure.key?.description ?? "an owned object")\(location): \(failure.error)"
    }
    return ([count] + lines).joined(separator: "\n")
  }
}

extension Graph {
  /// Starts the graph: runs each ``BindingBuilder/onStart(within:_:)`` hook, dependencies before consumers.
  ///
  /// When a hook fails, the started objects are stopped again. Cancelling the caller's task cancels the running hook.
  ///
  /// - Throws: ``LifecycleError`` with the failures.
  public func start(clock: any Clock<Duration> = ContinuousClock()) async throws(LifecycleError) {
    try await container.lifecycle?.start(container, clock: clock)
  }

  /// Stops the graph: runs each ``BindingBuilder/onStop(within:_:)`` hook of existing objects, consumers before dependencies.
  ///
  /// A second call stops the objects created since the first. A failure does not prevent the other hooks; a hook that exceeds
  /// its limit is cancelled and no longer waited for. Opened scopes and inner graphs, which hold objects of this graph, are
  /// stopped first, the last one before the others; an opened scope stops the objects of that scope only.
  ///
  /// - Throws: ``LifecycleError`` with all failures.
  public func stop(clock: any Clock<Duration> = ContinuousClock()) async throws(LifecycleError) {
    try await container.lifecycle?.stop(container, clock: clock)
  }
}
