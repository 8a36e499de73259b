import NotesDomain
import Synchronization

/// A clock that only a test advances. It records all sleeps, which return at once, or suspend until the test wakes them.
///
/// ```swift
/// let clock = ManualClock()
/// clock.cancel(at: 3)  // the third sleep is cancelled
/// let endless = ManualClock { $0 > .seconds(1) }  // longer sleeps suspend
/// ```
package final class ManualClock: Clock {
  /// The time since the creation of a clock.
  package struct Instant: InstantProtocol {
    package var offset = Duration.zero

    package init() {}

    package func advanced(by duration: Duration) -> Instant {
      var later = self
      later.offset += duration
      return later
    }

    package func duration(to other: Instant) -> Duration { other.offset - offset }

    package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State {
    var now = Instant()
    var pauses: [Duration] = []
    var cancelled: Int?
    var sleepers: [(deadline: Instant, wakeUp: AsyncStream<Void>.Continuation)] = []
  }

  private let state = Mutex(State())
  private let sleeps = AsyncStream<Void>.makeStream()
  private let suspends: @Sendable (Duration) -> Bool

  /// Creates a clock.
  ///
  /// - Parameter suspends: Whether a sleep of a duration suspends its task until ``advance(by:)``, or its cancellation.
  package init(suspending suspends: @escaping @Sendable (Duration) -> Bool = { _ in false }) {
    self.suspends = suspends
  }

  package var now: Instant { state.withLock { $0.now } }
  package var minimumResolution: Duration { .zero }

  /// The durations of all sleeps, including cancelled ones.
  package var pauses: [Duration] { state.withLock { $0.pauses } }

  /// Cancels a sleep and all later ones.
  ///
  /// - Parameter number: The number of the sleep, counted from 1; `nil` for none.
  package func cancel(at number: Int?) { state.withLock { $0.cancelled = number } }

  /// Advances the clock, which wakes the tasks whose sleep is over.
  package func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let index = state.sleepers.partition { $0.deadline <= state.now }
      defer { state.sleepers.removeSubrange(index...) }
      return state.sleepers[index...].map(\.wakeUp)
    }
    for wakeUp in due { wakeUp.yield() }
  }

  /// Waits until a task is suspended.
  package func waitForSleeper() async { _ = await sleeps.stream.first { _ in true } }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let (wakeUps, wakeUp) = AsyncStream<Void>.makeStream()
    let isSuspended = try state.withLock { state in
      let pause = state.now.duration(to: deadline)
      state.pauses.append(pause)
      if let cancelled = state.cancelled, state.pauses.count >= cancelled { throw CancellationError() }
      guard suspends(pause) else { return false }
      state.sleepers.append((deadline, wakeUp))
      return true
    }
    if isSuspended {
      sleeps.continuation.yield()
      _ = await wakeUps.first { _ in true }
    }
    try Task.checkCancellation()
  }
}
