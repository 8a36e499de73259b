package import NotesDomain
import Synchronization

/// A clock that a test sets.
///
/// ```swift
/// let clock = FixedClock()
/// clock.advance(byMilliseconds: 1000)
/// ```
package final class FixedClock: WallClock {
  /// The initial time of a clock: 2026-03-14T09:26:53.589Z.
  package static let start = Timestamp(millisecondsSince1970: 1_773_480_413_589)

  private let time: Mutex<Timestamp>

  /// Creates a clock.
  ///
  /// - Parameter time: The initial time.
  package init(_ time: Timestamp = FixedClock.start) {
    self.time = Mutex(time)
  }

  package func now() -> Timestamp {
    time.withLock { $0 }
  }

  /// Advances the clock.
  ///
  /// - Parameter milliseconds: The duration; a negative number sets the clock back.
  package func advance(byMilliseconds milliseconds: Int64) {
    time.withLock { $0.millisecondsSince1970 += milliseconds }
  }

  /// Sets the clock.
  package func set(to time: Timestamp) {
    self.time.withLock { $0 = time }
  }
}

/// A monotonic clock that a test advances.
package final class FixedMonotonicClock: MonotonicClock {
  private let time = Mutex(0)

  package init() {}

  package func milliseconds() -> Int {
    time.withLock { $0 }
  }

  /// Advances the clock.
  ///
  /// - Parameter milliseconds: The duration, which is not negative.
  package func advance(byMilliseconds milliseconds: Int) {
    time.withLock { $0 += max(0, milliseconds) }
  }
}
