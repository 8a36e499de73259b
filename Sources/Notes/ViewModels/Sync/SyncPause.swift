/// How long to wait between two syncs.
struct SyncPause: Sendable, Hashable {
  /// The longest wait after failures, in milliseconds, unless more is asked for.
  static let longestAfterFailures = 900_000
  /// The longest wait at all, in milliseconds: a week.
  static let longest = 604_800_000

  /// The shortest wait, in milliseconds.
  let shortest: Int

  /// - Parameters:
  ///   - every: How long to wait when all goes well, in milliseconds.
  ///   - failures: How many syncs have failed in a row; each doubles the wait.
  ///   - asked: How long the other side asks to be left alone, in milliseconds.
  init(every: Int, failures: Int, asked: Int?) {
    var pause = min(max(1, every), Self.longest)
    var left = failures
    while left > 0, pause < Self.longestAfterFailures {
      pause = min(pause * 2, Self.longestAfterFailures)
      left -= 1
    }
    shortest = min(max(pause, asked ?? 0), Self.longest)
  }

  /// How long to wait: up to a fifth longer than the shortest, so that devices that failed together do not ask together.
  ///
  /// - Parameter draw: 64 random bits.
  func milliseconds(drawn draw: UInt64) -> Int {
    shortest + Int(draw % UInt64(shortest / 5 + 1))
  }
}
