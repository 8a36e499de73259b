import NotesDomain

/// What changed between two texts, line by line, with some lines around each change.
struct LineChanges {
  private let old: TextLines
  private let new: TextLines
  private let hunks: [LineHunk]

  init(from old: String, to new: String) {
    self.old = TextLines(old)
    self.new = TextLines(new)
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
      for line in start..<hunk.old.lowerBound { text += Self.text(" ", old[line], .plain) }
      var (gone, come) = (hunk.old, hunk.new)
      // Whoever adds a line below one without an end changes that line's bytes, but nothing that people see.
      if let line = gone.first, let other = come.first, Self.content(old[line]).elementsEqual(Self.content(new[other]))
      {
        text += Self.text(" ", old[line], .plain)
        (gone, come) = (gone.dropFirst(), come.dropFirst())
        if gone.isEmpty, come.isEmpty { text += "  \(.dim, "the last line ends in another way")\n" }
      }
      for line in gone { text += Self.text("-", old[line], .failure) }
      for line in come { text += Self.text("+", new[line], .good) }
      let next = index + 1 < hunks.count ? hunks[index + 1].old.lowerBound : old.count
      position = min(next, hunk.old.upperBound + context)
      for line in hunk.old.upperBound..<position { text += Self.text(" ", old[line], .plain) }
    }
    if position < old.count, !hunks.isEmpty { text += "  \(.dim, "…")\n" }
    return text
  }

  /// A line without its end, behind its mark; an empty one that did not change is just empty.
  private static func text(_ mark: String, _ line: Substring, _ style: TextStyle) -> StyledText {
    let words = String(Substring(content(line)))
    if words.isEmpty { return mark == " " ? "\n" : "  \(style, mark)\n" }
    return "  \(style, mark) \(style, words)\n"
  }

  /// A line without its end.
  private static func content(_ line: Substring) -> Substring.UTF8View {
    line.utf8.last == UInt8(ascii: "\n") ? line.utf8.dropLast() : line.utf8
  }
}
