extension Graph {
  /// Starts the graph: runs each ``BindingBuilder/onStart(within:_:)`` hook, dependencies before consumers.
  ///
  /// Idempotent: objects that were started, and not stopped since, are not started again. It waits for a start or stop that is
  /// under way. When a hook fails, the graph is stopped again. Cancelling the caller's task cancels the running hook.
  ///
  /// - Throws: ``LifecycleError`` with the failures.
  public func start(clock: any Clock<Duration> = ContinuousClock()) async throws(LifecycleError) {
    try await container.lifecycle?.start(container, clock: clock)
  }

  /// Stops the graph: runs each ``BindingBuilder/onStop(within:_:)`` hook of existing objects, consumers before dependencies.
  ///
  /// It waits for a start or stop that is under way, unless a hook of that calls it: a stop in a start hook ends the start with a
  /// `CancellationError`, and one in a stop hook stops what is left, without the object of the hook. A second call stops the
  /// objects created since the first. A failure does not prevent the other hooks; a hook that exceeds its limit is cancelled and
  /// no longer waited for. Opened scopes and inner graphs, which hold objects of this graph, are stopped first, the last one
  /// before the others; an opened scope stops the objects of that scope only.
  ///
  /// - Throws: ``LifecycleError`` with all failures.
  public func stop(clock: any Clock<Duration> = ContinuousClock()) async throws(LifecycleError) {
    let failures = await container.lifecycle?.stop(container, clock: clock) ?? []
    if !failures.isEmpty { throw LifecycleError(phase: .stop, failures: failures) }
  }
}
