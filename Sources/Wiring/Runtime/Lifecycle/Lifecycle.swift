/// The state of a container's start and stop hooks.
///
/// A start and a stop wait for the one that is under way, so that each hook runs once, and so that the caller of a stop knows
/// that everything has stopped.
final class Lifecycle: Sendable {
  private struct State: Sendable {
    /// Whether the graph is being started.
    var isStarting = false
    /// Whether a hook stopped the graph while it was being started.
    var isStoppedWhileStarting = false
    /// The positions whose objects were started.
    var started: Set<Int> = []
    /// The objects that were stopped since the last start, by position.
    var stopped: [Int: StoppedObject] = [:]
    /// The turns of the objects with stop hooks, by position.
    var turns: [Int: Turn] = [:]
    /// The failures of the stop that is under way, or of the one that a failed start makes, whichever of its hooks or their tasks met them.
    var failures: [LifecycleError.Failure] = []
    /// The opened scopes and inner graphs, in the order in which they were opened.
    var inner: [WeakReference<Container>] = []
    /// The number of entries of ``inner`` at which those of deallocated containers are removed.
    var maximumInner = 16
  }

  private let turn = Turn()
  private let state = ConditionMutex(State())

  /// Records an opened scope or an inner graph, which is stopped before the objects that it shares with this container.
  func add(inner container: Container) {
    let many = state.withLock {
      state.value.inner.append(WeakReference(container))
      guard state.value.inner.count > state.value.maximumInner else { return [WeakReference<Container>]() }
      // Not again before as many have been added.
      state.value.maximumInner *= 2
      return state.value.inner
    }
    if !many.isEmpty { removeDeallocated(of: many) }
  }

  private func removeDeallocated(of containers: [WeakReference<Container>]) {
    // Read outside the lock: the last reference to a container may be the one that reads it.
    let deallocated = Set(containers.filter { $0.object == nil }.map(ObjectIdentifier.init))
    state.withLock {
      state.value.inner.removeAll { deallocated.contains(ObjectIdentifier($0)) }
      state.value.maximumInner = max(16, 2 * state.value.inner.count)
    }
  }

  // MARK: Start

  /// Runs the start hooks that have not run yet, dependencies before consumers, and creates eager objects.
  ///
  /// When one fails, the started objects are stopped again.
  func start(_ container: Container, clock: any Clock<Duration>) async throws(LifecycleError) {
    let isWithin = turn.isHeldByCaller
    try await turn { () async throws(LifecycleError) in
      try await startAll(in: container, isWithin: isWithin, clock: clock)
    }
  }

  private func startAll(
    in container: Container, isWithin: Bool, clock: any Clock<Duration>
  ) async throws(LifecycleError) {
    // A hook that starts its own graph has nothing left to do.
    let isFirst = state.withLock {
      defer { state.value.isStarting = true }
      return !state.value.isStarting
    }
    guard isFirst else { return }
    defer { state.withLock { state.value.isStarting = false } }
    state.withLock {
      state.value.stopped = [:]
      state.value.isStoppedWhileStarting = false
      if !isWithin { state.value.failures = [] }
    }
    for position in container.bindings.fullOrder {
      let declaration = container.bindings.declarations[position]
      // The hooks of a binding apply to the objects that it creates.
      guard !declaration.modifiers.isEmpty, declaration.hasHook, container.owns(position), !container.isGiven(position),
        let node = container.node(at: position)
      else { continue }
      var failure = await start(declaration, at: position, on: node, clock: clock)
      if failure == nil, state.withLock({ state.value.isStoppedWhileStarting }) {
        failure = LifecycleError.Failure(
          .start, key: declaration.key, site: declaration.site, error: CancellationError())
      }
      if let failure {
        // Also those that a hook met which stopped the graph, or an outer one.
        let stops = await stopAll(in: container, clock: clock)
        throw LifecycleError(phase: .start, failures: [failure] + (isWithin ? stops : takeFailures()))
      }
    }
  }

  private func start(
    _ declaration: Declaration, at position: Int, on node: AnyNode, clock: any Clock<Duration>
  ) async -> LifecycleError.Failure? {
    if declaration.isEager, !node.isMade {
      do {
        try await node.prepare()
      } catch {
        return LifecycleError.Failure(.start, key: declaration.key, site: declaration.site, error: error)
      }
    }
    if state.withLock({ state.value.started.contains(position) }) { return nil }
    for case .start(let hook) in declaration.modifiers {
      if let error = await hook.run(on: node, clock: clock, isCancellable: true) {
        return LifecycleError.Failure(.start, key: declaration.key, site: declaration.site, error: error)
      }
      state.withLock { _ = state.value.started.insert(position) }
    }
    return nil
  }

  // MARK: Stop

  /// Runs the stop hooks of existing objects, consumers before dependencies. A failure does not prevent the other hooks.
  func stop(_ container: Container, clock: any Clock<Duration>) async -> [LifecycleError.Failure] {
    let isWithin = turn.isHeldByCaller
    return await turn {
      state.withLock {
        if state.value.isStarting { state.value.isStoppedWhileStarting = true }
        if !isWithin { state.value.failures = [] }
      }
      let failures = await stopAll(in: container, clock: clock)
      return isWithin ? failures : takeFailures()
    }
  }

  private func takeFailures() -> [LifecycleError.Failure] {
    state.withLock {
      defer { state.value.failures = [] }
      return state.value.failures
    }
  }

  /// Stops the objects that exist in a task of their own, for a caller that cannot wait.
  func stopInBackground(_ container: Container) {
    let hasObjects = container.bindings.fullOrder.contains { position in
      container.bindings.declarations[position].hasStopHook && container.linkedNode(at: position)?.isMade == true
    }
    guard hasObjects else { return }
    Task { await stop(container, clock: ContinuousClock()) }
  }

  private func stopAll(in container: Container, clock: any Clock<Duration>) async -> [LifecycleError.Failure] {
    var failures: [LifecycleError.Failure] = []
    for inner in state.withLock({ state.value.inner }).reversed() {
      guard let inner = inner.object, let lifecycle = inner.lifecycle else { continue }
      // Where a hook of the inner graph stops this one, the stop or start around the hook reports what it returns.
      let isReported = lifecycle.turn.isHeldByCaller
      let failed = await lifecycle.stop(inner, clock: clock)
      if !isReported { state.withLock { state.value.failures += failed } }
      failures += failed
    }
    for position in container.bindings.fullOrder.reversed() {
      let declaration = container.bindings.declarations[position]
      guard declaration.hasStopHook, let node = container.linkedNode(at: position), node.isMade else { continue }
      failures += await stop(declaration, at: position, on: node, clock: clock)
    }
    return failures
  }

  /// Runs the stop hooks of an object, or waits for them: a hook, or a task that it left behind, may stop the graph while that is
  /// being stopped, and nothing may go on to the dependencies of an object whose hooks still run.
  private func stop(
    _ declaration: Declaration, at position: Int, on node: AnyNode, clock: any Clock<Duration>
  ) async -> [LifecycleError.Failure] {
    let new = Turn()
    let turn = state.withLock {
      if let known = state.value.turns[position] { return known }
      state.value.turns[position] = new
      return new
    }
    return await turn {
      let isClaimed =
        node.isConfined && declaration.scope.kind == .weak
        ? await claimStopOnMainActor(of: declaration, at: position, node)
        : claimStop(of: declaration, at: position, node.sharedObject)
      guard isClaimed else { return [] }
      var failures: [LifecycleError.Failure] = []
      for case .stop(let hook) in declaration.modifiers.reversed() {
        guard let error = await hook.run(on: node, clock: clock) else { continue }
        failures.append(LifecycleError.Failure(.stop, key: declaration.key, site: declaration.site, error: error))
      }
      state.withLock { state.value.failures += failures }
      return failures
    }
  }

  @MainActor
  private func claimStopOnMainActor(of declaration: Declaration, at position: Int, _ node: AnyNode) async -> Bool {
    claimStop(of: declaration, at: position, node.presentObject)
  }

  /// Claims the stop hooks of an object for the caller: a hook may stop the graph while it is being stopped.
  ///
  /// - Returns: Whether the caller runs the hooks.
  private func claimStop(of declaration: Declaration, at position: Int, _ object: AnyObject?) -> Bool {
    // An object with a start hook is stopped only if it was started.
    let hasStart = declaration.hasStartHook
    // The weak cell may have another object than at the last stop. The last one is compared outside the lock, since the
    // reference may be the only one.
    let last = state.withLock { state.value.stopped[position] }
    let isStopped = declaration.scope.kind == .weak ? object != nil && last?.object === object : last != nil
    return state.withLock {
      if hasStart { return state.value.started.remove(position) != nil }
      guard !isStopped, state.value.stopped[position] === last else { return false }
      state.value.stopped[position] = StoppedObject(object)
      return true
    }
  }
}

/// An object whose stop hooks have run.
///
/// Unchecked: only `init` writes the reference, and the object is only compared.
private final class StoppedObject: @unchecked Sendable {
  private(set) weak var object: AnyObject?

  init(_ object: AnyObject?) {
    self.object = object
  }
}
