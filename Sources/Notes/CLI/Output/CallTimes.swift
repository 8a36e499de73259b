import Synchronization
import Wiring

/// How often each requirement of a port was called, and how long that took: what `--debug` shows of the store.
final class CallProfiler: Interceptor {
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

/// What `--debug` shows of a run: the objects that were made, and the calls of the store, with the time that each took.
struct DebugReport {
  let timeline: Timeline
  let calls: CallProfiler

  var text: StyledText {
    var lines = ["objects made"] + timeline.description.split(separator: "\n").map { "  \($0)" }
    if !calls.lines.isEmpty { lines.append("calls") }
    lines += calls.lines.map { line in
      "  \(line.call)  \(line.count == 1 ? "once" : "\(line.count) times")  \(line.total.inMilliseconds)"
    }
    return lines.reduce(StyledText(trusted: "")) { $0 + StyledText($1, .dim) + "\n" }
  }
}

extension Duration {
  /// `1.204 ms`
  fileprivate var inMilliseconds: String {
    let microseconds = components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    return "\(microseconds / 1000).\(String(1000 + microseconds % 1000).dropFirst()) ms"
  }
}
