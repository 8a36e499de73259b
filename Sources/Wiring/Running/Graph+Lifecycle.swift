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
