/// Where a note's title comes from when nobody gave one.
package enum NoteTitle {
  /// The title of a note without any text.
  package static let untitled = "Untitled"

  /// The most characters of a title that was taken from a line of text.
  package static let maximumLength = 120

  /// The first heading; without one, the first line with text; without one, ``untitled``.
  ///
  /// Headings in fenced code do not count. O(length of the body) at worst.
  ///
  /// - Parameter body: A note's text.
  package static func derived(from body: String) -> String {
    var firstLine: String?
    for line in MarkdownLines(body) {
      if let heading = heading(in: line) { return shortened(heading) }
      if firstLine == nil, let text = text(of: line) { firstLine = text }
    }
    return shortened(firstLine ?? untitled)
  }

  /// The first heading of a text, if there is one. O(length of the body) at worst.
  ///
  /// - Parameter body: A note's text.
  package static func heading(of body: String) -> String? {
    for line in MarkdownLines(body) {
      if let heading = heading(in: line) { return shortened(heading) }
    }
    return nil
  }

  /// The title of a note whose text changes: a title that came from the old text follows the new one; one that a person
  /// gave stays.
  ///
  /// - Parameters:
  ///   - note: The note before the change.
  ///   - body: The new text.
  package static func following(_ note: Note, newBody body: String) -> String {
    note.title == derived(from: note.body) ? derived(from: body) : note.title
  }

  /// A title on one line: line breaks, other control characters and byte-order marks become spaces.
  ///
  /// - Parameter text: What a person or a file gives as title.
  /// - Returns: `nil` when nothing visible is left.
  package static func cleaned(_ text: String) -> String? {
    let scalars = text.unicodeScalars.map { $0.properties.generalCategory == .control || $0 == "\u{FEFF}" ? " " : $0 }
    let title = String(String.UnicodeScalarView(scalars)).trimmingSpaces()
    return title.isEmpty ? nil : title
  }

  private static func heading(in line: Substring.UTF8View) -> String? {
    let indent = line.prefix { $0 == UInt8(ascii: " ") }.count
    let content = line.dropFirst(indent)
    let level = content.prefix { $0 == UInt8(ascii: "#") }.count
    guard indent < 4, (1...6).contains(level), content.dropFirst(level).first == UInt8(ascii: " ") else { return nil }
    var text = String(Substring(content.dropFirst(level))).trimmingSpaces()
    let closing = text.reversed().prefix { $0 == "#" }.count
    if closing > 0, text.dropLast(closing).last?.isWhitespace ?? true {
      text = text.dropLast(closing).trimmingSpaces()
    }
    return cleaned(text)
  }

  /// The text of a line without the signs of quotes and lists; an empty heading has none.
  private static func text(of line: Substring.UTF8View) -> String? {
    let text = cleaned(String(Substring(line.drop { " \t>-*+".utf8.contains($0) })))
    return text?.allSatisfy { $0 == "#" } == true ? nil : text
  }

  private static func shortened(_ title: String) -> String {
    title.count <= maximumLength ? title : title.prefix(maximumLength - 1).trimmingSpaces() + "…"
  }
}

/// The lines of a Markdown text that are prose: those outside fenced code blocks.
///
/// Bytes rather than characters: the rules look for ASCII signs, and a text of 1 MB must not cost a second.
struct MarkdownLines: Sequence, IteratorProtocol {
  private var rest: Substring.UTF8View
  private var fence: (sign: UInt8, length: Int)?

  init(_ text: String) {
    rest = text[...].utf8
  }

  mutating func next() -> Substring.UTF8View? {
    while !rest.isEmpty {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      rest = rest[line.endIndex...].dropFirst()
      let mark = Self.fence(of: line)
      if let open = fence {
        if let mark, mark.sign == open.sign, mark.length >= open.length { fence = nil }
      } else if let mark {
        fence = mark
      } else {
        return line
      }
    }
    return nil
  }

  /// The sign and number of the backticks or tildes that a line begins with, when there are three or more.
  private static func fence(of line: Substring.UTF8View) -> (sign: UInt8, length: Int)? {
    let content = line.drop { $0 == UInt8(ascii: " ") }
    guard let sign = content.first, sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~") else { return nil }
    let length = content.prefix { $0 == sign }.count
    return length >= 3 ? (sign, length) : nil
  }
}
