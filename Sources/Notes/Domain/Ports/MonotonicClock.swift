/// A clock for how long something takes: it never goes back, and means nothing as a time of day.
public protocol MonotonicClock: Sendable {
  /// The milliseconds since some moment that stays the same while the program runs.
  func milliseconds() -> Int
}
