import Synchronization
import Testing

/// A clock that stands still until a test moves it.
package final class ManualClock: Clock {
  package struct Instant: InstantProtocol {
    var offset = Duration.zero

    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
  }

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant()
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
    var next = 0
  }

  private let state = Mutex(State())
  private let skipsSleep: Bool

  /// - Parameter skipsSleep: Whether a task that sleeps goes on at once, and the clock with it.
  package init(skipsSleep: Bool = false) {
    self.skipsSleep = skipsSleep
  }

  package var now: Instant { state.withLock(\.now) }
  package var minimumResolution: Duration { .zero }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    if skipsSleep {
      try Task.checkCancellation()
      return state.withLock { $0.now = max($0.now, deadline) }
    }
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let isOver = state.withLock { state -> Result<Void, any Error>? in
          if state.cancelled.remove(number) != nil { return .failure(CancellationError()) }
          if deadline <= state.now { return .success(()) }
          state.sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
          return nil
        }
        if let isOver { continuation.resume(with: isOver) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let sleeper = state.sleepers.removeValue(forKey: number)
        if sleeper == nil { state.cancelled.insert(number) }
        return sleeper
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Moves the clock, and wakes whose time has come.
  package func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let woken = state.sleepers.filter { $0.value.deadline <= state.now }
      for number in woken.keys { state.sleepers[number] = nil }
      return woken.values.map(\.continuation)
    }
    for continuation in woken { continuation.resume() }
  }

  /// Waits until a number of tasks sleep.
  package func waitForSleepers(_ count: Int) async {
    while state.withLock({ $0.sleepers.count }) < count, !Task.isCancelled { await Task.yield() }
  }
}

/// Waits until a condition holds. The test's time limit cancels it otherwise, and then the test fails.
@MainActor
package func wait(until condition: @MainActor () -> Bool, at location: SourceLocation = #_sourceLocation) async {
  while !condition(), !Task.isCancelled { await Task.yield() }
  #expect(condition(), sourceLocation: location)
}
