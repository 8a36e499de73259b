import NotesDomain

/// The time at which a transfer is too slow. Bytes postpone it, but never beyond the initial time from now: a fast start
/// earns no slow end.
struct TransferDeadline: Sendable {
  private let timeout: Duration
  private let bytesPerSecond: Int
  /// The time, on the clock of the times that it is given.
  private(set) var time: Duration

  init(_ limits: AccountBudget, start: Duration) {
    timeout = limits.transferTimeout
    bytesPerSecond = limits.bytesPerSecond
    time = start + timeout
  }

  /// Postpones the deadline by a time in which the transfer had to wait for the server.
  mutating func pause(for duration: Duration) { time += duration }

  /// Postpones the deadline.
  ///
  /// - Returns: Whether the transfer was fast enough until now.
  mutating func advance(by bytes: Int, at now: Duration) -> Bool {
    guard now <= time else { return false }
    time = min(now + timeout, time + .milliseconds(bytes * 1000 / bytesPerSecond))
    return true
  }
}
