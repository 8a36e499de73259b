import NotesDomain

/// What changed between two texts, line by line, with some lines around each change.
struct LineChanges {
  private let old: [ArraySlice<UInt8>]
  private let new: [ArraySlice<UInt8>]
  private let hunks: [LineDiff.Hunk]

  init(from old: String, to new: String) {
    self.old = LineDiff.lines(of: old)
    self.new = LineDiff.lines(of: new)
    hunks = LineDiff.hunks(from: self.old, to: self.new)
  }

  /// Lines that went with `-`, lines that came with `+`, and up to `context` lines around them; where something is left out,
  /// an ellipsis.
  func text(context: Int = 3) -> StyledText {
    var text = StyledText(trusted: "")
    var position = 0
    for (index, hunk) in hunks.enumerated() {
      let start = max(position, hunk.old.lowerBound - context)
      if start > position { text += "  \(.dim, "…")\n" }
      for line in old[start..<hunk.old.lowerBound] { text += "    " + Self.text(line, .plain) }
      for line in old[hunk.old] { text += "  \(.failure, "-") " + Self.text(line, .failure) }
      for line in new[hunk.new] { text += "  \(.good, "+") " + Self.text(line, .good) }
      let next = index + 1 < hunks.count ? hunks[index + 1].old.lowerBound : old.count
      position = min(next, hunk.old.upperBound + context)
      for line in old[hunk.old.upperBound..<position] { text += "    " + Self.text(line, .plain) }
    }
    if position < old.count, !hunks.isEmpty { text += "  \(.dim, "…")\n" }
    return text
  }

  private static func text(_ line: ArraySlice<UInt8>, _ style: TextStyle) -> StyledText {
    var line = line
    if line.last == UInt8(ascii: "\n") { line.removeLast() }
    return "\(style, String(decoding: line, as: UTF8.self))\n"
  }
}
