import NotesDomain
import NotesViewModels
import Observation

/// One line that tells a person how far a long action is; shown on a terminal only, and wiped when it is over.
struct ProgressLine {
  private let verb: String
  private let countsBytes: Bool
  private let console: any Console
  private let clock: any WallClock
  private let began: Timestamp
  private var shown: Timestamp

  /// Creates a line.
  ///
  /// - Parameters:
  ///   - verb: What is done, as in `Importing`.
  ///   - countsBytes: Whether what is counted are bytes.
  ///   - console: Where to show it.
  ///   - clock: The time, for what is left of it.
  init(_ verb: String, countsBytes: Bool = false, console: any Console, clock: any WallClock) {
    self.verb = verb
    self.countsBytes = countsBytes
    self.console = console
    self.clock = clock
    began = clock.now()
    shown = Timestamp(millisecondsSince1970: .min / 2)
  }

  /// Shows how far it is, at most ten times a second.
  mutating func show(_ finished: Int, of total: Int) {
    let now = clock.now()
    guard total > 0, now.millisecondsSince1970 - shown.millisecondsSince1970 >= 100 else { return }
    shown = now
    let elapsed = Int(now.millisecondsSince1970 - began.millisecondsSince1970) / 1000
    // A vault that counts to the end of all numbers is no reason to stop here.
    let share = min(1, max(0, Double(finished) / Double(total)))
    let left = share > 0 ? Int(min(359_999, Double(elapsed) * (1 - share) / share)) : 0
    let remaining = elapsed > 1 ? ", \(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60) left" : ""
    let bar = String(repeating: "█", count: Int(24 * share))
    let rest = String(repeating: "░", count: 24 - bar.count)
    let count = countsBytes ? "\(ByteCountText.of(finished)) of \(ByteCountText.of(total))" : "\(finished)/\(total)"
    try? console.write(
      "\r\(raw: verb) \(raw: bar + rest) \(raw: count)\(raw: remaining)\u{1B}[K", to: .notice)
  }

  /// Wipes the line.
  func clear() {
    try? console.write("\r\u{1B}[K", to: .notice)
  }
}

extension ProgressLine {
  /// Shows how far an observable action is, until it is over.
  ///
  /// - Parameters:
  ///   - verb: What is done, as in `Importing`.
  ///   - countsBytes: Whether what is counted are bytes.
  ///   - console: Where to show it; on anything but a terminal nothing is shown.
  ///   - clock: The time, for what is left of it.
  ///   - progress: How far it is, read from a view-model's state.
  /// - Returns: The task that follows; `nil` when there is nobody to show it to.
  @MainActor
  static func follow(
    _ verb: String, countsBytes: Bool = false, console: any Console, clock: any WallClock,
    progress: @escaping @MainActor @Sendable () -> Progress
  ) -> Task<Void, Never>? {
    guard console.traits(of: .error).isTerminal else { return nil }
    return Task {
      var line = ProgressLine(verb, countsBytes: countsBytes, console: console, clock: clock)
      for await progress in Observations({ progress() }) {
        if progress.isOver { break }
        line.show(progress.finished, of: progress.total)
      }
      line.clear()
    }
  }

  /// How far something is.
  struct Progress: Sendable {
    let finished: Int
    let total: Int
    let isOver: Bool
  }
}

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
