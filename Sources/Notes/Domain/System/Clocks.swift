/// A clock of the current time of day.
package protocol WallClock: Sendable {
  /// Returns the current time.
  func now() -> Timestamp
}

/// A clock for measuring durations. It never goes backwards, and has no relation to the time of day.
package protocol MonotonicClock: Sendable {
  /// Returns the milliseconds since a fixed but arbitrary time.
  func milliseconds() -> Int
}

/// A service that suspends tasks.
package protocol Sleeper: Sendable {
  /// Suspends the current task for a duration.
  ///
  /// - Throws: When the task is cancelled.
  func sleep(milliseconds: Int) async throws(CancellationError)
}

/// A source of random bits for identifiers, secrets and retry delays. Thread-safe.
package protocol Randomness: Sendable {
  /// Returns the next 64 bits.
  func next() -> UInt64
}
