import Synchronization

/// The signals of several sources, of which those before the consumer asks are one.
final class ChangeSignals: Sendable {
  private struct State {
    var isTold = false
    /// The consumer that waits.
    var waiting: CheckedContinuation<Bool, Never>?
    /// The number of the wait, since the end of a former one may come late.
    var wait = 0
    /// Whether the wait ended before the consumer began to wait.
    var hasEnded = false
  }

  private let state = Mutex(State())

  /// Tells the consumer of a change.
  func tell() {
    resume { state in
      defer { state.isTold = state.waiting == nil }
      return true
    }
  }

  /// Waits for a signal. Returns `false` after a time, and when the task was cancelled.
  ///
  /// - Parameter limit: The time; `nil` for none.
  func next(within limit: Duration?, on clock: any Clock<Duration>) async -> Bool {
    let number = state.withLock { state in
      state.wait += 1
      state.hasEnded = false
      return state.wait
    }
    let timer = limit.map { limit in
      Task {
        if (try? await clock.sleep(for: limit)) != nil { self.end(number) }
      }
    }
    defer { timer?.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let result: Bool? = state.withLock { state in
          if state.isTold {
            state.isTold = false
            return true
          }
          if state.hasEnded || Task.isCancelled { return false }
          state.waiting = continuation
          return nil
        }
        if let result { continuation.resume(returning: result) }
      }
    } onCancel: {
      end(number)
    }
  }

  /// Waits until the signals pause, or until they went on without a pause for a time.
  func waitForPause(of pause: Duration, atMost limit: Duration, on clock: any Clock<Duration>) async {
    var waited = Duration.zero
    var isTold = true
    while isTold, waited < limit, !Task.isCancelled {
      // By the clock: a burst has many signals in no time.
      waited += await clock.measure { isTold = await next(within: pause, on: clock) }
    }
  }

  private func end(_ number: Int) {
    resume { state in
      guard state.wait == number else { return nil }
      state.hasEnded = true
      return false
    }
  }

  /// Resumes the consumer that waits, unless the closure returns `nil`.
  private func resume(_ result: (inout State) -> Bool?) {
    let resumed = state.withLock { state -> (CheckedContinuation<Bool, Never>, Bool)? in
      guard let value = result(&state), let waiting = state.waiting else { return nil }
      state.waiting = nil
      return (waiting, value)
    }
    resumed?.0.resume(returning: resumed?.1 ?? false)
  }
}
