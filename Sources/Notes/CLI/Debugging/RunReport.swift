import Wiring

/// What `--debug` shows of a run: the objects that were made, and the calls of the store, with the time that each took.
struct RunReport {
  let timeline: Timeline
  let calls: CallTimes

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
