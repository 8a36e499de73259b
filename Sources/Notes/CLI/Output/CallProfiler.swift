import NotesDomain
import Synchronization
import WiringMacros

/// An interceptor that counts and times the calls of a port, for `--debug`.
final class CallProfiler: Interceptor {
  /// The calls of one requirement of the port.
  struct Line: Sendable, Equatable {
    let call: String
    var count: Int
    var total: Duration
  }

  private let recorded = Mutex<[Line]>([])
  private let uptime = Stopwatch(ContinuousClock())

  /// The requirements that were called, in the order of their first calls.
  var lines: [Line] { recorded.withLock { $0 } }

  func intercept<Result, Failure: Error>(
    _ call: InterceptedCall, _ proceed: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = uptime.elapsed
    defer { record(call, uptime.elapsed - start) }
    return try proceed()
  }

  func intercept<Result, Failure: Error>(
    _ call: InterceptedCall, _ proceed: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let start = uptime.elapsed
    defer { record(call, uptime.elapsed - start) }
    return try await proceed()
  }

  private func record(_ call: InterceptedCall, _ time: Duration) {
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

/// The output of `--debug`: the created objects and the calls of the store, with their times.
struct DebugReport {
  let timeline: Timeline
  let calls: CallProfiler

  var text: StyledText {
    var lines = ["objects created"] + timeline.description.split(separator: "\n").map { "  \($0)" }
    if !calls.lines.isEmpty { lines.append("calls") }
    lines += calls.lines.map { line in
      "  \(line.call)  \(line.count == 1 ? "1 call" : "\(line.count) calls")  \(line.total.inMilliseconds)"
    }
    return lines.reduce("") { $0 + StyledText($1, .dim) + "\n" }
  }
}

extension Duration {
  /// The duration as in `1.204 ms`.
  fileprivate var inMilliseconds: String {
    let microseconds = components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    return "\(microseconds / 1000).\(String(1000 + microseconds % 1000).dropFirst()) ms"
  }
}
