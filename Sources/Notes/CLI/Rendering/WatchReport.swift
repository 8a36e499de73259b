import NotesDomain
import NotesViewModels

/// What a watch says after each sync: a line when something was done, or when what stands in its way changes.
struct WatchReport {
  private let times: TimeText
  private let clock: any WallClock
  private let console: any Console
  /// How a program would end that failed as the last sync did; `nil` when it did not fail.
  private var obstacle: ExitStatus?

  init(times: TimeText, clock: any WallClock, console: any Console) {
    self.times = times
    self.clock = clock
    self.console = console
  }

  mutating func show(_ state: SyncViewState) throws(ConsoleError) {
    let time = times.short(clock.now())
    if let failure = state.phase.failure {
      let words = CommandFailure(failure)
      // Once, not each time: a laptop on a train has no network for hours.
      guard words.status != obstacle else { return }
      obstacle = words.status
      try console.write("\(.dim, time)  \(.failure, "Not synced:") \(words.message).\n", to: .error)
      if case .sync(.braked) = failure {
        for hint in words.hints { try console.write("  \(hint)\n", to: .error) }
      }
      return
    }
    guard let summary = state.summary, let status = state.status else { return }
    let wasStopped = obstacle != nil
    obstacle = nil
    guard summary.hasDoneSomething else {
      if wasStopped { try console.write("\(.dim, time)  All is well again.\n", to: .notice) }
      return
    }
    try console.write("\(.dim, time)  \(SyncText.line(summary))\n", to: .notice)
    for line in SyncText.advice(summary, status) { try console.write(line + "\n", to: .error) }
  }
}
