import NotesDomain

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
    let count = countsBytes ? "\(ByteText.of(finished)) of \(ByteText.of(total))" : "\(finished)/\(total)"
    try? console.write(
      "\r\(raw: verb) \(raw: bar + rest) \(raw: count)\(raw: remaining)\u{1B}[K", to: .notice)
  }

  /// Wipes the line.
  func clear() {
    try? console.write("\r\u{1B}[K", to: .notice)
  }
}
