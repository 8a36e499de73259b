import NotesDomain
import Synchronization

/// A clock for durations that stands still until it is moved.
package final class FixedMonotonicClock: MonotonicClock {
  private let moment = Mutex(0)

  /// Creates a clock that stands at 0.
  package init() {}

  /// Where the clock stands.
  package func milliseconds() -> Int {
    moment.withLock { $0 }
  }

  /// Moves the clock on.
  ///
  /// - Parameter milliseconds: How far; a clock for durations does not go back.
  package func advance(byMilliseconds milliseconds: Int) {
    moment.withLock { $0 += max(0, milliseconds) }
  }
}
