package import NotesDomain
import Synchronization

/// A clock of the time of day that a test sets.
///
/// ```swift
/// let wallClock = FixedClock()
/// wallClock.advance(by: .seconds(1))
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
  /// - Parameter duration: The duration; a negative one sets the clock back.
  package func advance(by duration: Duration) {
    time.withLock { $0 = $0 + duration }
  }

  /// Sets the clock.
  package func set(to time: Timestamp) {
    self.time.withLock { $0 = time }
  }
}
