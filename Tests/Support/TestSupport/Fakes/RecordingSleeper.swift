import NotesDomain
import Synchronization

/// A sleeper that never waits, and remembers how long it was to.
///
/// ```swift
/// let sleeper = RecordingSleeper()
/// sleeper.cancel(at: 3)  // as if somebody had stopped the program in its third pause
/// ```
package final class RecordingSleeper: Sleeper {
  private struct State {
    var pauses: [Int] = []
    var cancelled: Int?
  }

  private let state = Mutex(State())

  /// Creates a sleeper.
  package init() {}

  /// How long it was to wait each time, in milliseconds, the cancelled pause included.
  package var pauses: [Int] {
    state.withLock { $0.pauses }
  }

  /// Has a pause end with a cancellation, and all that follow.
  ///
  /// - Parameter number: Which one, 1 for the first; `nil` for none.
  package func cancel(at number: Int?) {
    state.withLock { $0.cancelled = number }
  }

  /// Returns at once.
  package func sleep(milliseconds: Int) async throws(CancellationError) {
    let isCancelled = state.withLock { state in
      state.pauses.append(milliseconds)
      return state.cancelled.map { state.pauses.count >= $0 } ?? false
    }
    if isCancelled || Task.isCancelled { throw CancellationError() }
  }
}
