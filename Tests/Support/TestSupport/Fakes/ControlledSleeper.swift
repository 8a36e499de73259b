import NotesDomain

/// A sleeper that tests control: it reports each sleep, and sleeps until it is woken or cancelled.
package struct ControlledSleeper: Sleeper {
  private let sleeps = AsyncStream<Void>.makeStream()
  private let wakeUps = AsyncStream<Void>.makeStream()

  package init() {}

  /// Waits until a task sleeps.
  package func waitForSleeper() async { _ = await sleeps.stream.first { _ in true } }

  /// Wakes the sleeping task.
  package func wake() { wakeUps.continuation.yield() }

  package func sleep(milliseconds: Int) async throws(CancellationError) {
    sleeps.continuation.yield()
    _ = await wakeUps.stream.first { _ in true }
    if Task.isCancelled { throw CancellationError() }
  }
}
