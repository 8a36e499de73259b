package import NotesDomain
import Synchronization

/// A clock that stands still until it is moved.
///
/// ```swift
/// let clock = FixedClock()
/// clock.advance(byMilliseconds: 1000)
/// ```
package final class FixedClock: WallClock {
  /// The moment at which a new clock stands: 2026-03-14T09:26:53.589Z.
  package static let start = Timestamp(millisecondsSince1970: 1_773_480_413_589)

  private let moment: Mutex<Timestamp>

  /// Creates a clock.
  ///
  /// - Parameter moment: What time it is.
  package init(_ moment: Timestamp = FixedClock.start) {
    self.moment = Mutex(moment)
  }

  /// The moment at which the clock stands.
  package func now() -> Timestamp {
    moment.withLock { $0 }
  }

  /// Moves the clock.
  ///
  /// - Parameter milliseconds: How far; a negative number sets it back.
  package func advance(byMilliseconds milliseconds: Int64) {
    moment.withLock { $0.millisecondsSince1970 += milliseconds }
  }

  /// Sets the clock.
  ///
  /// - Parameter moment: What time it is.
  package func set(to moment: Timestamp) {
    self.moment.withLock { $0 = moment }
  }
}
