/// What came of many histories.
package struct Tally: Sendable {
  /// How many there were.
  package var histories = 0
  /// How many texts went into copies.
  package var copies = 0
  /// The history with the lowest seed that broke a promise, if any did.
  package var failure: Report?

  /// Counts a history.
  mutating func add(_ report: Report) {
    histories += 1
    copies += report.copies
    if report.verdict != .kept, report.seed < failure?.seed ?? .max { failure = report }
  }

  /// Counts the histories of another worker.
  mutating func add(_ other: Tally) {
    histories += other.histories
    copies += other.copies
    if let report = other.failure, report.seed < failure?.seed ?? .max { failure = report }
  }
}
