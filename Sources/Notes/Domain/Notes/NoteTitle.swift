/// The rules for titles of notes.
package enum NoteTitle {
  /// The title of a note without text.
  package static let untitled = "Untitled"

  /// The maximum number of characters of a derived title.
  package static let maximumLength = 120

  /// Returns the first heading of a text, else its first line with text, else ``untitled``.
  ///
  /// Ignores fenced code. O(length of the body).
  package static func derived(from body: String) -> String {
    var firstLine: String?
    for line in MarkdownLines(body) {
      if let heading = heading(in: line) { return shortened(heading) }
      if firstLine == nil, let text = text(of: line) { firstLine = text }
    }
    return shortened(firstLine ?? untitled)
  }

  /// Returns the first heading of a text, or `nil`. O(length of the body).
  package static func heading(of body: String) -> String? {
    for line in MarkdownLines(body) {
      if let heading = heading(in: line) { return shortened(heading) }
    }
    return nil
  }

  /// Returns the title of a file without an explicit one: its first heading, or its name without `.md`.
  package static func ofFile(_ stem: String, body: String) -> String {
    heading(of: body) ?? cleaned(stem) ?? untitled
  }

  /// Returns the title of a note after its text changes: a derived title follows the text, an explicit one remains.
  package static func updated(for note: Note, newBody body: String) -> String {
    [derived(from: note.body), earlierDerived(from: note.body)].contains(note.title) ? derived(from: body) : note.title
  }

  /// Replaces line breaks, other control characters and byte-order marks by spaces and trims the result; `nil` when
  /// nothing visible remains.
  package static func cleaned(_ text: String) -> String? {
    var title = text
    if !text.isPrintableASCII {
      let scalars = text.unicodeScalars.map { $0.properties.generalCategory == .control || $0 == "\u{FEFF}" ? " " : $0 }
      title = String(String.UnicodeScalarView(scalars))
    }
    title = title.trimmingSpaces()
    return title.isEmpty ? nil : title
  }

  private static func heading(in line: ArraySlice<UInt8>) -> String? {
    let indent = line.prefix { $0 == UInt8(ascii: " ") }.count
    let content = line.dropFirst(indent)
    let level = content.prefix { $0 == UInt8(ascii: "#") }.count
    guard indent < 4, (1...6).contains(level), content.dropFirst(level).first == UInt8(ascii: " ") else { return nil }
    var text = String(decoding: content.dropFirst(level), as: UTF8.self).trimmingSpaces()
    let closing = text.reversed().prefix { $0 == "#" }.count
    if closing > 0, text.dropLast(closing).last?.isWhitespace ?? true {
      text = text.dropLast(closing).trimmingSpaces()
    }
    return cleaned(text)
  }

  /// Returns the text of a line without markers of quotes and lists; `nil` for an empty heading and a rule.
  private static func text(of line: ArraySlice<UInt8>) -> String? {
    var rest = line
    while true {
      rest = rest.drop { " \t>".utf8.contains($0) }
      guard let first = rest.first, "-*+".utf8.contains(first),
        rest.dropFirst().first.map({ " \t".utf8.contains($0) }) ?? true
      else { break }
      rest = rest.dropFirst()
    }
    let text = cleaned(String(decoding: rest, as: UTF8.self))
    return text?.allSatisfy { "#-*_".contains($0) } == true ? nil : text
  }

  /// Returns the title that earlier versions derived from a text, of which they dropped every sign at its beginning.
  private static func earlierDerived(from body: String) -> String {
    var firstLine: String?
    for line in MarkdownLines(body) {
      if let heading = heading(in: line) { return shortened(heading) }
      let text = cleaned(String(decoding: line.drop { " \t>-*+".utf8.contains($0) }, as: UTF8.self))
      if firstLine == nil, let text, !text.allSatisfy({ $0 == "#" }) { firstLine = text }
    }
    return shortened(firstLine ?? untitled)
  }

  private static func shortened(_ title: String) -> String {
    title.count <= maximumLength ? title : title.prefix(maximumLength - 1).trimmingSpaces() + "…"
  }
}
