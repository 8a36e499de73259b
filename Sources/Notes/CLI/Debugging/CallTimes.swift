import Synchronization
import Wiring

/// How often each requirement of a port was called, and how long that took: what `--debug` shows of the store.
final class CallTimes: Interceptor {
  /// The calls of one requirement.
  struct Line: Sendable, Equatable {
    let call: String
    var count: Int
    var total: Duration
  }

  private let recorded = Mutex<[Line]>([])
  private let now: @Sendable () -> ContinuousClock.Instant

  /// - Parameter now: The time.
  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.now = now
  }

  /// What was called, in the order of the first calls.
  var lines: [Line] { recorded.withLock { $0 } }

  func intercept<Result, Failure: Error>(
    _ call: InterceptedCall, _ proceed: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = now()
    defer { note(call, now() - start) }
    return try proceed()
  }

  func intercept<Result, Failure: Error>(
    _ call: InterceptedCall, _ proceed: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let start = now()
    defer { note(call, now() - start) }
    return try await proceed()
  }

  private func note(_ call: InterceptedCall, _ time: Duration) {
    recorded.withLock { lines in
      let name = call.description
      if let index = lines.firstIndex(where: { $0.call == name }) {
        lines[index].count += 1
        lines[index].total += time
      } else {
        lines.append(Line(call: name, count: 1, total: time))
      }
    }
  }
}
