extension LifecycleHook {
  /// Runs the hook within its time limit.
  ///
  /// - Parameter isCancellable: Whether a cancellation of the caller's task cancels the hook. Stop hooks run to their end: they
  ///   release resources, whether or not the caller waits.
  /// - Returns: The error of the hook; `nil` when it succeeded.
  func run(on node: AnyNode, clock: any Clock<Duration>, isCancellable: Bool = false) async -> (any Error)? {
    let race = HookRace()
    // Not a task group, which would wait for a hook that ignores its cancellation.
    let work = Task {
      do {
        try await run(node)
        await race.finish(.completed)
      } catch {
        await race.finish(.failed(error))
      }
    }
    let timer = Task {
      guard (try? await clock.sleep(for: limit)) != nil else { return }
      await race.finish(.timedOut)
    }
    let outcome = await withTaskCancellationHandler {
      await race.outcome()
    } onCancel: {
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
      return error
    case .timedOut:
      work.cancel()
      return LifecycleError.TimeoutError(limit: limit)
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
