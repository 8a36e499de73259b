import NotesDomain
import Synchronization

/// A sleeper that returns at once and records the durations.
///
/// ```swift
/// let sleeper = RecordingSleeper()
/// sleeper.cancel(at: 3)  // the third pause is cancelled
/// ```
package final class RecordingSleeper: Sleeper {
  private struct State {
    var pauses: [Int] = []
    var cancelled: Int?
  }

  private let state = Mutex(State())

  package init() {}

  /// The durations of all pauses in milliseconds, including cancelled ones.
  package var pauses: [Int] {
    state.withLock { $0.pauses }
  }

  /// Cancels a pause and all later ones.
  ///
  /// - Parameter number: The number of the pause, counted from 1; `nil` for none.
  package func cancel(at number: Int?) {
    state.withLock { $0.cancelled = number }
  }

  package func sleep(milliseconds: Int) async throws(CancellationError) {
    let isCancelled = state.withLock { state in
      state.pauses.append(milliseconds)
      return state.cancelled.map { state.pauses.count >= $0 } ?? false
    }
    if isCancelled || Task.isCancelled { throw CancellationError() }
  }
}
