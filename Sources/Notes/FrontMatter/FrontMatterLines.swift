import struct Yams.Mark
import enum Yams.Node

/// The lines of front matter. Those of foreign keys are preserved as they are.
struct FrontMatterLines {
  private let lines: [Substring]
  private let cursor = Cursor()

  init(_ yaml: String) { lines = Self.lines(of: yaml) }

  /// The position that was found last: a list can have all of its elements on one line.
  private final class Cursor {
    var line = 0
    var column = 0
    var index = "".startIndex
  }

  /// Returns the rest of a line from a column, both from 1. Positions that ascend are found in linear time together.
  private func rest(ofLine line: Int, from column: Int) -> Substring.UnicodeScalarView {
    let scalars = lines[line - 1].unicodeScalars
    let isAhead = cursor.line == line && cursor.column <= column
    let (start, distance) = isAhead ? (cursor.index, column - cursor.column) : (scalars.startIndex, column - 1)
    let index = scalars.index(start, offsetBy: distance, limitedBy: scalars.endIndex) ?? scalars.endIndex
    (cursor.line, cursor.column, cursor.index) = (line, column, index)
    return scalars[index...]
  }

  /// Returns the lines of the foreign ones of all keys, with their comments, ending with a newline.
  ///
  /// A key `modified` is among them. Without `updated`, its value is left out: an export writes the time there, under the name
  /// that the file has.
  func foreign(to entries: [FrontMatterEntry]) throws -> String {
    let isUpdated = entries.contains { $0.key == .updated }
    func isForeign(_ entry: FrontMatterEntry) -> Bool { entry.key == nil || entry.key == .modified && isUpdated }
    // A line that two keys share cannot be preserved for one of them only.
    if entries.contains(where: isForeign),
      let line = entries.first(where: { $0.column != 1 })?.line
        ?? lines.firstIndex(where: Self.isKeyMark).map({ $0 + 1 })
    {
      throw FrontMatterProblem.malformed(line: line + 1, detail: "each key must begin a line")
    }
    var kept = comments(endingBefore: (entries.first?.line ?? lines.count + 1) - 1, from: 0)
    for (index, entry) in entries.enumerated() {
      let end = index + 1 < entries.count ? entries[index + 1].line - 1 : lines.count
      let start = min(entry.line - 1, end)
      if entry.key == .modified, !isUpdated {
        // Both are always one character.
        kept.append(lines[start].hasSuffix("\r\n") ? "modified:\r\n" : "modified:\n")
      }
      kept +=
        isForeign(entry)
        ? Array(lines[start..<end])
        : comments(endingBefore: end, from: min(max(start + 1, endLine(of: entry.value)), end))
    }
    let text = kept.joined()
    return text.isEmpty || text.utf8.last == UInt8(ascii: "\n") ? text : text + "\n"
  }

  /// Returns the text of a scalar with all the byte order marks at its beginning.
  ///
  /// The parser decodes scalars with Foundation, which removes the first one.
  func string(of scalar: Node.Scalar) -> String {
    guard let mark = scalar.mark, lines.indices.contains(mark.line - 1) else { return scalar.string }
    var source = rest(ofLine: mark.line, from: max(1, mark.column))
    if scalar.style == .doubleQuoted || scalar.style == .singleQuoted { source = source.dropFirst() }
    var marks = ""
    while let spelling = Self.byteOrderMarks.first(where: { source.starts(with: $0.unicodeScalars) }) {
      source = source.dropFirst(spelling.unicodeScalars.count)
      marks += "\u{FEFF}"
    }
    guard !marks.isEmpty else { return scalar.string }
    return marks + String(scalar.string.unicodeScalars.drop { $0 == "\u{FEFF}" })
  }

  /// The spellings of a byte order mark in a scalar, of which the writer uses the last.
  private static let byteOrderMarks = ["\u{FEFF}", "\\ufeff", "\\uFEFF", "\\U0000FEFF", "\\U0000feff"]

  /// Returns the number of lines up to the end of a value: lines that look like comments in a scalar are text.
  ///
  /// The parser tells where scalars begin, not where they end. Comments that are indented after a block of text count as
  /// the value's.
  private func endLine(of value: Node) -> Int {
    switch value {
    case .sequence(let sequence): sequence.last.map(endLine) ?? 0
    case .scalar(let scalar): endLine(of: scalar)
    case .mapping, .alias: 0  // No known key has one.
    }
  }

  private func endLine(of scalar: Node.Scalar) -> Int {
    guard let mark = scalar.mark, lines.indices.contains(mark.line - 1) else { return 0 }
    switch scalar.style {
    case .literal, .folded:
      return lines[mark.line...].firstIndex { !Self.isBlank($0) && !" \t".utf8.contains($0.utf8.first ?? 0) }
        ?? lines.count
    case .doubleQuoted: return endLine(ofQuoted: "\"", from: mark)
    case .singleQuoted: return endLine(ofQuoted: "'", from: mark)
    case .any, .plain: return mark.line
    }
  }

  /// Returns the number of lines up to a closing quotation mark.
  private func endLine(ofQuoted quote: Unicode.Scalar, from mark: Mark) -> Int {
    var isOpen = false
    var isEscaped = false
    for (index, line) in lines.enumerated().dropFirst(mark.line - 1) {
      for scalar in line.unicodeScalars.dropFirst(index == mark.line - 1 ? mark.column - 1 : 0) {
        if isEscaped {
          isEscaped = false
        } else if scalar == quote {
          // Two single quotes inside close and open again, which is as good.
          isOpen.toggle()
        } else if isOpen, quote == "\"", scalar == "\\" {
          isEscaped = true
        }
      }
      if !isOpen { return index + 1 }
    }
    return lines.count
  }

  /// Returns the comments at the end of a range of lines: they belong to the next key.
  ///
  /// An indentation with tabs is removed: it is valid after a text of several lines, but not after a key.
  private func comments(endingBefore end: Int, from start: Int) -> [Substring] {
    var first = end
    var index = end
    while index > start, Self.isComment(lines[index - 1]) || Self.isBlank(lines[index - 1]) {
      index -= 1
      if Self.isComment(lines[index]) { first = index }
    }
    return lines[first..<end].map { line in
      let text = Substring(line.utf8.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
      return line[..<text.startIndex].utf8.contains(UInt8(ascii: "\t")) ? text : line
    }
  }

  private static func isComment(_ line: Substring) -> Bool {
    line.utf8.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") } == UInt8(ascii: "#")
  }

  /// Returns whether a line begins with the question mark of a key that follows on a line of its own.
  private static func isKeyMark(_ line: Substring) -> Bool {
    line.utf8.first == UInt8(ascii: "?") && line.utf8.dropFirst().first.map { " \t\r\n".utf8.contains($0) } != false
  }

  private static func isBlank(_ line: Substring) -> Bool {
    line.utf8.allSatisfy { " \t\r\n".utf8.contains($0) }
  }

  /// Splits a text at the line breaks of YAML 1.1, which include carriage returns and three other Unicode characters.
  private static func lines(of text: String) -> [Substring] {
    var lines: [Substring] = []
    let scalars = text.unicodeScalars
    var start = scalars.startIndex
    var position = start
    while position < scalars.endIndex {
      let scalar = scalars[position]
      position = scalars.index(after: position)
      switch scalar {
      case "\r" where position < scalars.endIndex && scalars[position] == "\n": continue
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
        lines.append(text[start..<position])
        start = position
      default: break
      }
    }
    if start < scalars.endIndex { lines.append(text[start...]) }
    return lines
  }
}
