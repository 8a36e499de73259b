import NotesDomain
import NotesViewModels
import Observation

/// One line that tells a person what a sync is doing; shown on a terminal only, and wiped when it is over.
struct SyncProgressLine {
  private let console: any Console
  private var receiving: ProgressLine
  private var sending: ProgressLine
  private var uploading: ProgressLine
  private var downloading: ProgressLine

  init(console: any Console, clock: any WallClock) {
    self.console = console
    receiving = ProgressLine("Receiving", console: console, clock: clock)
    sending = ProgressLine("Sending", console: console, clock: clock)
    uploading = ProgressLine("Uploading", countsBytes: true, console: console, clock: clock)
    downloading = ProgressLine("Downloading", countsBytes: true, console: console, clock: clock)
  }

  /// Shows what a sync is doing, until it is over.
  ///
  /// - Parameters:
  ///   - sync: The sync.
  ///   - console: Where to show it; on anything but a terminal nothing is shown.
  ///   - clock: The time, for what is left of it.
  /// - Returns: The task that follows; `nil` when there is nobody to show it to.
  @MainActor
  static func follow(_ sync: SyncViewModel, console: any Console, clock: any WallClock) -> Task<Void, Never>? {
    guard console.traits(of: .error).isTerminal else { return nil }
    return Task {
      var line = SyncProgressLine(console: console, clock: clock)
      for await state in Observations({ sync.state }) {
        if state.phase == .done || state.phase.failure != nil { break }
        if let progress = state.progress { line.show(progress) }
      }
      line.receiving.clear()
    }
  }

  /// Shows what is being done, and how much of it is done.
  mutating func show(_ progress: SyncProgress) {
    switch progress.activity {
    case .receiving: receiving.show(progress.finished, of: progress.total)
    case .sending: sending.show(progress.finished, of: progress.total)
    case .uploading: uploading.show(progress.finished, of: progress.total)
    case .downloading: downloading.show(progress.finished, of: progress.total)
    case .waiting(let milliseconds, let error):
      let seconds = (milliseconds + 999) / 1000
      try? console.write(
        "\rWaiting \(seconds) s: \(CommandFailure(.sync(.transport(error))).message)\u{1B}[K", to: .notice)
    }
  }
}
