import NotesDomain

/// A sleeper that says when somebody begins to sleep, and sleeps until it is woken, or cancelled.
struct HeldSleeper: Sleeper {
  private let begun = AsyncStream<Void>.makeStream()
  private let nights = AsyncStream<Void>.makeStream()

  /// Waits until somebody sleeps.
  func someone() async { _ = await begun.stream.first { _ in true } }

  /// Wakes who sleeps.
  func wake() { nights.continuation.yield() }

  func sleep(milliseconds: Int) async throws(CancellationError) {
    begun.continuation.yield()
    _ = await nights.stream.first { _ in true }
    if Task.isCancelled { throw CancellationError() }
  }
}
