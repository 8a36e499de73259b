import NotesDomain
import NotesTransfer
import NotesViewModels
import Observation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A line that shows the progress of a long action on a terminal, and is erased at the end.
struct ProgressLine {
  private let verb: String
  private let countsBytes: Bool
  private let console: any Console
  private let wallClock: any WallClock
  private let began: Timestamp
  private var shown: Timestamp

  /// Creates a line for an action, such as `Importing`. The clock is for the estimate of the remaining time.
  init(_ verb: String, countsBytes: Bool = false, console: any Console, wallClock: any WallClock) {
    self.verb = verb
    self.countsBytes = countsBytes
    self.console = console
    self.wallClock = wallClock
    began = wallClock.now()
    shown = Timestamp(millisecondsSince1970: .min / 2)
  }

  /// Shows the progress, at most ten times a second.
  mutating func show(_ finished: Int, of total: Int) {
    let now = wallClock.now()
    guard total > 0, now - shown >= .milliseconds(100) else { return }
    shown = now
    let elapsed = (now - began).components.seconds
    // The total is from the server and can be any number.
    let share = min(1, max(0, Double(finished) / Double(total)))
    let left = share > 0 ? Int(min(359_999, Double(elapsed) * (1 - share) / share)) : 0
    let remaining = elapsed > 1 ? ", \(left / 60):\(left % 60 < 10 ? "0" : "")\(left % 60) left" : ""
    let count = countsBytes ? "\(ByteCountText.of(finished)) of \(ByteCountText.of(total))" : "\(finished)/\(total)"
    // A line that fills the terminal would wrap, and its first half would stay.
    let width = console.traits(of: .error).width ?? 200
    let columns = min(24, width - verb.count - count.count - remaining.count - 3)
    let bar = columns < 4 ? "" : Self.bar(share, columns: columns) + " "
    let line = DisplayWidth.fitted("\(verb) \(bar)\(count)\(remaining)", to: width - 1)
    try? console.write("\r\(raw: line)\u{1B}[K", to: .notice)
  }

  private static func bar(_ share: Double, columns: Int) -> String {
    let full = Int(Double(columns) * share)
    return String(repeating: "█", count: full) + String(repeating: "░", count: columns - full)
  }

  /// Erases the line.
  func clear() {
    try? console.write("\r\u{1B}[K", to: .notice)
  }
}

/// The state of an action with progress.
protocol ProgressState: ViewState {
  var finished: Int { get }
  var total: Int { get }
}

extension ImportState: ProgressState {
  var finished: Int { report.finished }
  var total: Int { report.total }
}

extension ExportState: ProgressState {
  var finished: Int { report.finished }
  var total: Int { report.total }
}

extension AttachmentsState: ProgressState {}

extension EncryptionState: ProgressState {
  var finished: Int { progress?.finished ?? 0 }
  var total: Int { progress?.total ?? 0 }
}

extension ProgressLine {
  /// Shows the progress of an action of a view-model, by its observable state, until it ends.
  ///
  /// - Returns: The task that observes the state; `nil` if the error stream is not a terminal.
  @MainActor
  static func follow<State: ProgressState>(
    _ verb: String, countsBytes: Bool = false, console: any Console, wallClock: any WallClock,
    state: @escaping @MainActor @Sendable () -> State
  ) -> Task<Void, Never>? {
    guard console.traits(of: .error).isTerminal else { return nil }
    ProgressInterruption.prepare()
    return Task {
      var line = ProgressLine(verb, countsBytes: countsBytes, console: console, wallClock: wallClock)
      for await state in Observations({ state() }) {
        if state.phase.isOver { break }
        line.show(state.finished, of: state.total)
      }
      line.clear()
    }
  }
}

extension Phase {
  /// Whether the action has ended, with or without a failure.
  fileprivate var isOver: Bool { self == .done || failure != nil }
}

/// A line that shows the progress of a sync on a terminal, and is erased at the end.
struct SyncProgressLine {
  private let console: any Console
  private var receiving: ProgressLine
  private var sending: ProgressLine
  private var uploading: ProgressLine
  private var downloading: ProgressLine

  private init(console: any Console, wallClock: any WallClock) {
    self.console = console
    receiving = ProgressLine("Receiving", console: console, wallClock: wallClock)
    sending = ProgressLine("Sending", console: console, wallClock: wallClock)
    uploading = ProgressLine("Uploading", countsBytes: true, console: console, wallClock: wallClock)
    downloading = ProgressLine("Downloading", countsBytes: true, console: console, wallClock: wallClock)
  }

  /// Shows the progress of a sync until it ends.
  ///
  /// - Returns: The task that observes the sync; `nil` if the error stream is not a terminal.
  @MainActor
  static func follow(_ sync: SyncViewModel, console: any Console, wallClock: any WallClock) -> Task<Void, Never>? {
    guard console.traits(of: .error).isTerminal else { return nil }
    ProgressInterruption.prepare()
    return Task {
      var line = SyncProgressLine(console: console, wallClock: wallClock)
      for await state in Observations({ sync.state }) {
        if state.phase.isOver { break }
        if let progress = state.progress { line.show(progress) }
      }
      line.receiving.clear()
    }
  }

  private mutating func show(_ progress: SyncProgress) {
    switch progress.activity {
    case .receiving: receiving.show(progress.finished, of: progress.total)
    case .sending: sending.show(progress.finished, of: progress.total)
    case .uploading: uploading.show(progress.finished, of: progress.total)
    case .downloading: downloading.show(progress.finished, of: progress.total)
    case .waiting(let wait, let error):
      try? console.write(
        "\rWaiting \(wait.secondsRoundedUp) s: \(CommandFailure(error).message)\u{1B}[K", to: .notice
      )
    }
  }
}

/// The handling of Ctrl-C while a line of progress is shown: it is erased, so that the shell's prompt has a line of its own.
enum ProgressInterruption {
  static func prepare() {
    signal(SIGINT) { number in
      // Only functions that a signal handler may call.
      _ = write(STDERR_FILENO, "\r\u{1B}[K", 4)
      signal(number, SIG_DFL)
      raise(number)
    }
  }
}
