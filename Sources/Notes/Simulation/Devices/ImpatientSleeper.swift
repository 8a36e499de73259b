import NotesDomain

/// Waits no time at all; sometimes the person at the device has gone before it is over.
struct ImpatientSleeper: Sleeper {
  private static let leaving = Odds(percent: 40)

  let scene: Scene

  func sleep(milliseconds: Int) async throws(CancellationError) {
    guard !scene.isCalm, scene.happens(Self.leaving) else { return }
    throw CancellationError()
  }
}
