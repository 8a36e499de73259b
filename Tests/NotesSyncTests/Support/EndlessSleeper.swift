import NotesDomain

/// A sleeper whose pauses of one length never end unless they are cancelled, while all others end at once.
struct EndlessSleeper: Sleeper {
  /// The length of the endless pauses, in milliseconds.
  let still: Int

  func sleep(milliseconds: Int) async throws(CancellationError) {
    if milliseconds == still {
      let (never, _) = AsyncStream<Never>.makeStream()
      for await _ in never {}
    }
    if Task.isCancelled { throw CancellationError() }
  }
}
