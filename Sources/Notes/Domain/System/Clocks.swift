/// A clock of the current time of day. Durations are measured, and tasks suspended, by an `any Clock<Duration>`.
package protocol WallClock: Sendable {
  /// Returns the current time.
  func now() -> Timestamp
}

/// The time since its creation, by a clock. Cheap to read: neither the clock nor its instants are boxed at each reading.
package struct Stopwatch: Sendable {
  private let read: @Sendable () -> Duration

  /// Starts a stopwatch.
  package init(_ clock: any Clock<Duration>) {
    self.init(reading: clock)
  }

  private init(reading clock: some Clock<Duration>) {
    let start = clock.now
    read = { start.duration(to: clock.now) }
  }

  /// The time since the start.
  package var elapsed: Duration { read() }
}

extension Duration {
  /// The whole milliseconds.
  package var milliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }

  /// The seconds, rounded up.
  package var secondsRoundedUp: Int { Int(components.seconds) + (components.attoseconds > 0 ? 1 : 0) }
}

/// A source of random bits for identifiers, secrets and retry delays. Thread-safe.
package protocol Randomness: Sendable {
  /// Returns the next 64 bits.
  func next() -> UInt64
}
