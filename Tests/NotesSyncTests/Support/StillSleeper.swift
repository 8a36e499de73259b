import NotesDomain

/// A sleeper for whom one kind of pause never ends, unless somebody stops it, and all others end at once.
struct StillSleeper: Sleeper {
  /// The length of the pauses that never end, in milliseconds.
  let still: Int

  func sleep(milliseconds: Int) async throws(CancellationError) {
    if milliseconds == still {
      let (never, _) = AsyncStream<Never>.makeStream()
      for await _ in never {}
    }
    if Task.isCancelled { throw CancellationError() }
  }
}
