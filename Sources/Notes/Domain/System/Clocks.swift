/// What time it is.
package protocol WallClock: Sendable {
  /// The present moment.
  func now() -> Timestamp
}

/// A clock for how long something takes: it never goes back, and means nothing as a time of day.
package protocol MonotonicClock: Sendable {
  /// The milliseconds since some moment that stays the same while the program runs.
  func milliseconds() -> Int
}

/// How to wait.
package protocol Sleeper: Sendable {
  /// Returns when some time has passed.
  ///
  /// - Parameter milliseconds: How long to wait.
  /// - Throws: When the task is cancelled meanwhile.
  func sleep(milliseconds: Int) async throws(CancellationError)
}

/// Where chance comes from: the names of devices and epochs, and how long to wait before another try.
package protocol Randomness: Sendable {
  /// The next 64 bits. Safe to call from any thread.
  func next() -> UInt64
}
