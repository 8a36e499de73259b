/// The rules for titles of notes.
package enum NoteTitle {
  /// The title of a note without text.
  package static let untitled = "Untitled"

  /// The maximum number of characters of a derived title.
  package static let maximumLength = 120

  /// Returns the first heading of a text, else its first line with text, else ``untitled``.
  ///
  /// Ignores fenced code, and headings in quotes and lists. O(length of the body).
  package static func derived(from body: String) -> String {
    var firstLine: String?
    for line in MarkdownLines(body) {
      if let heading = heading(of: line) { return shortened(heading) }
      if firstLine == nil, let text = text(of: line.bytes) { firstLine = text }
    }
    return shortened(firstLine ?? untitled)
  }

  /// Returns the first heading of a text, or `nil`. O(length of the body).
  package static func heading(of body: String) -> String? {
    for line in MarkdownLines(body) {
      if let heading = heading(of: line) { return shortened(heading) }
    }
    return nil
  }

  /// Returns the end of the heading with which a text begins, before its line break; `nil` if it does not begin with one.
  package static func endOfHeading(openingText body: String) -> String.Index? {
    var next = 0
    for line in MarkdownLines(body) {
      // Lines of code are left out, and what is behind them is not the beginning.
      guard line.bytes.startIndex == next else { return nil }
      if next > 0, case .heading = line.kind { return nil }
      next = line.bytes.endIndex + 1
      if heading(of: line) != nil { return body.utf8.index(body.startIndex, offsetBy: line.bytes.endIndex) }
      guard case .text = line.kind, !line.isNested else { return nil }
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

  /// Returns the text of the heading that a line is, or that it underlines; `nil` for another line, and for one in a quote or a
  /// list.
  private static func heading(of line: MarkdownLines.Line) -> String? {
    guard !line.isNested else { return nil }
    switch line.kind {
    case .heading(let text): return heading(text)
    case .underline(let paragraph): return cleaned(String(decoding: paragraph, as: UTF8.self))
    case .text, .indentedCode, .blank: return nil
    }
  }

  private static func heading(_ bytes: ArraySlice<UInt8>) -> String? {
    var text = String(decoding: bytes, as: UTF8.self).trimmingSpaces()
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
      let isHeading = line.bytes.first { $0 != UInt8(ascii: " ") } == UInt8(ascii: "#")
      if isHeading, case .heading(let text) = line.kind, let heading = heading(text) { return shortened(heading) }
      let text = cleaned(String(decoding: line.bytes.drop { " \t>-*+".utf8.contains($0) }, as: UTF8.self))
      if firstLine == nil, let text, !text.allSatisfy({ $0 == "#" }) { firstLine = text }
    }
    return shortened(firstLine ?? untitled)
  }

  private static func shortened(_ title: String) -> String {
    title.count <= maximumLength ? title : title.prefix(maximumLength - 1).trimmingSpaces() + "…"
  }
}
