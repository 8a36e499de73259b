import NotesDomain

/// The text of a form, which has line feeds only, as a later version of a text with line endings of its own.
struct FormText {
  /// A line of the original, and what ends it: a line feed, a carriage return, both, or nothing.
  private struct Line {
    var content: String.UnicodeScalarView
    var ending: String
  }

  private let original: [Line]

  init(over original: String) {
    var lines: [Line] = []
    var rest = original.unicodeScalars[...]
    while let end = rest.firstIndex(where: { $0 == "\n" || $0 == "\r" }) {
      let isPair = rest[end] == "\r" && rest[rest.index(after: end)...].first == "\n"
      let next = rest.index(end, offsetBy: isPair ? 2 : 1)
      lines.append(Line(content: .init(rest[..<end]), ending: String(rest[end..<next])))
      rest = rest[next...]
    }
    if !rest.isEmpty { lines.append(Line(content: .init(rest), ending: "")) }
    self.original = lines
  }

  /// Returns the text of a form in which the lines that are unchanged are as they were, byte for byte. Others end like the first
  /// line of the original.
  func restored(_ text: String) -> String {
    let newline = original.first.map { $0.ending.isEmpty ? "\n" : $0.ending } ?? "\n"
    let known = original.map { String($0.content) + ($0.ending.isEmpty ? "" : "\n") }.joined()
    guard !known.hasSameBytes(as: text) else { return original.map { String($0.content) + $0.ending }.joined() }
    let lines = TextLines(text)
    var (result, position) = ("", 0)
    func keep(upTo end: Int) {
      for line in original[position..<end] { result += String(line.content) + line.ending }
    }
    for hunk in LineDiff.hunks(from: TextLines(known), to: lines) {
      keep(upTo: hunk.old.lowerBound)
      for index in hunk.new {
        result += String(lines[index]).replacing("\n", with: newline)
      }
      position = hunk.old.upperBound
    }
    keep(upTo: original.count)
    return result
  }
}
