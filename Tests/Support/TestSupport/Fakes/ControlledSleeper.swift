import NotesDomain

/// A sleeper that says when somebody begins to sleep, and sleeps until it is woken, or cancelled.
package struct ControlledSleeper: Sleeper {
  private let begun = AsyncStream<Void>.makeStream()
  private let nights = AsyncStream<Void>.makeStream()

  /// Creates a sleeper.
  package init() {}

  /// Waits until somebody sleeps.
  package func someone() async { _ = await begun.stream.first { _ in true } }

  /// Wakes who sleeps.
  package func wake() { nights.continuation.yield() }

  /// Sleeps until somebody wakes the sleeper, however long that takes.
  package func sleep(milliseconds: Int) async throws(CancellationError) {
    begun.continuation.yield()
    _ = await nights.stream.first { _ in true }
    if Task.isCancelled { throw CancellationError() }
  }
}
