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

/// The offset of local time from UTC.
package protocol TimeZoneOffsets: Sendable {
  /// Returns the seconds to add to UTC at a time; negative west of Greenwich.
  func secondsEastOfUTC(at time: Timestamp) -> Int
}

extension TimeZoneOffsets {
  /// Returns a time as local time: the timestamp whose UTC fields are the local ones. Times at the end of the representable
  /// range, which other devices can send, stay in UTC.
  package func local(_ time: Timestamp) -> Timestamp {
    let offset = Int64(secondsEastOfUTC(at: time)) * 1000
    let (local, hasOverflowed) = time.millisecondsSince1970.addingReportingOverflow(offset)
    return hasOverflowed ? time : Timestamp(millisecondsSince1970: local)
  }
}

/// The days of a time zone, and the current one.
package struct LocalCalendar: Sendable {
  private let zone: any TimeZoneOffsets
  /// The current day.
  package let today: CivilDate

  package init(zone: any TimeZoneOffsets, now: Timestamp) {
    self.zone = zone
    today = CivilDate(daysSince1970: Int(zone.local(now).millisecondsSince1970.floorDivided(by: 86_400_000)))
  }

  /// Returns the time at which a local day begins. Where midnight does not exist, because clocks are set forward, the day
  /// begins with the first hour that does.
  package func start(of day: CivilDate) -> Timestamp {
    let midnight = Timestamp(millisecondsSince1970: Int64(day.daysSince1970) * 86_400_000)
    // The offset depends on the time that it determines; the second guess has the offset that is in force there.
    let guess = midnight - .seconds(zone.secondsEastOfUTC(at: midnight))
    let start = midnight - .seconds(zone.secondsEastOfUTC(at: guess))
    // West of Greenwich the guess is the moment of the change itself, and the offset that is in force there is too large.
    return zone.local(start) < midnight ? guess : start
  }
}
