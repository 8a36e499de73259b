/// The rules for titles of notes.
package enum NoteTitle {
  /// The title of a note without text.
  package static let untitled = "Untitled"

  /// The maximum number of characters of a derived title.
  package static let maximumLength = 120
  /// The maximum length of a derived title in bytes: one character may have a megabyte of accents.
  private static let maximumBytes = 4000

  /// Returns the first heading of a text, else its first line with text, else ``untitled``.
  ///
  /// Ignores fenced code, and headings in quotes and lists. O(length of the body).
  package static func derived(from body: String) -> String { derived(from: body, by: .scalars) }

  private static func derived(from body: String, by unit: Unit) -> String {
    var firstLine: String?
    for line in MarkdownLines(body) {
      if let heading = heading(of: line, by: unit) { return shortened(heading, by: unit) }
      if firstLine == nil, let text = text(of: line.bytes, by: unit) { firstLine = text }
    }
    return shortened(firstLine ?? untitled, by: unit)
  }

  /// The unit by which texts are read: earlier versions took a sign or a space and an accent behind it for one character.
  private enum Unit {
    case scalars
    case characters
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

  /// Returns the title of a note after its text changes: a derived title follows the text, another one and the date of a note of a
  /// day remain.
  package static func updated(for note: Note, newBody body: String) -> String {
    if note.hasTitleOfItsDay { return note.title }
    let isDerived =
      note.title == derived(from: note.body) || note.title == derived(from: note.body, by: .characters)
      || note.title == earlierDerived(from: note.body)
    return isDerived ? derived(from: body) : note.title
  }

  /// Replaces line breaks, other control characters and byte-order marks by spaces and trims the result; `nil` when
  /// nothing visible remains.
  package static func cleaned(_ text: String) -> String? { cleaned(text, by: .scalars) }

  private static func cleaned(_ text: String, by unit: Unit) -> String? {
    var title = text
    if !text.isPrintableASCII {
      let scalars = text.unicodeScalars.map { $0.properties.generalCategory == .control || $0 == "\u{FEFF}" ? " " : $0 }
      title = String(String.UnicodeScalarView(scalars))
    }
    title = trimmed(title, by: unit)
    return title.isEmpty ? nil : title
  }

  private static func trimmed(_ text: String, by unit: Unit) -> String {
    guard unit == .characters else { return text.trimmingSpaces() }
    var rest = text[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }

  /// Returns the text of the heading that a line is, or that it underlines; `nil` for another line, and for one in a quote or a
  /// list.
  private static func heading(of line: MarkdownLines.Line, by unit: Unit = .scalars) -> String? {
    guard !line.isNested else { return nil }
    switch line.kind {
    case .heading(let text): return heading(text, by: unit)
    case .underline(let paragraph): return cleaned(String(decoding: paragraph, as: UTF8.self), by: unit)
    case .text, .comment, .indentedCode, .blank: return nil
    }
  }

  private static func heading(_ bytes: ArraySlice<UInt8>, by unit: Unit) -> String? {
    let text = trimmed(String(decoding: bytes, as: UTF8.self), by: unit)
    // The closing signs follow a space.
    let rest: Substring
    let isClosed: Bool
    switch unit {
    case .scalars:
      rest =
        text[..<(text.utf8.lastIndex { $0 != UInt8(ascii: "#") }.map { text.utf8.index(after: $0) } ?? text.startIndex)]
      isClosed = rest.unicodeScalars.last?.properties.isWhitespace ?? true
    case .characters:
      rest = text.dropLast(text.reversed().prefix { $0 == "#" }.count)
      isClosed = rest.last?.isWhitespace ?? true
    }
    return cleaned(isClosed ? String(rest) : text, by: unit)
  }

  /// Returns the text of a line without markers of quotes and lists; `nil` for an empty heading and a rule.
  private static func text(of line: ArraySlice<UInt8>, by unit: Unit) -> String? {
    var rest = line
    while true {
      rest = rest.drop { " \t>".utf8.contains($0) }
      guard let first = rest.first, "-*+".utf8.contains(first),
        rest.dropFirst().first.map({ " \t".utf8.contains($0) }) ?? true
      else { break }
      rest = rest.dropFirst()
    }
    let text = cleaned(String(decoding: rest, as: UTF8.self), by: unit)
    return text?.utf8.allSatisfy { "#-*_".utf8.contains($0) } == true ? nil : text
  }

  /// Returns the title that earlier versions derived from a text, of which they dropped every sign at its beginning.
  private static func earlierDerived(from body: String) -> String {
    var firstLine: String?
    for line in MarkdownLines(body) {
      let isHeading = line.bytes.first { $0 != UInt8(ascii: " ") } == UInt8(ascii: "#")
      if isHeading, case .heading(let text) = line.kind, let heading = heading(text, by: .characters) {
        return shortened(heading, by: .characters)
      }
      let text = cleaned(
        String(decoding: line.bytes.drop { " \t>-*+".utf8.contains($0) }, as: UTF8.self), by: .characters)
      if firstLine == nil, let text, !text.allSatisfy({ $0 == "#" }) { firstLine = text }
    }
    return shortened(firstLine ?? untitled, by: .characters)
  }

  /// Returns the beginning of a title that is too long. It has whole characters, as people count them, within the bound of bytes.
  private static func shortened(_ title: String, by unit: Unit = .scalars) -> String {
    let isShort = title.count <= maximumLength
    guard unit == .scalars else {
      return isShort ? title : trimmed(String(title.prefix(maximumLength - 1)), by: unit) + "…"
    }
    if isShort, title.utf8.count <= maximumBytes { return title }
    var (beginning, bytes) = (String.UnicodeScalarView(), 0)
    for scalar in title.prefix(maximumLength - 1).unicodeScalars {
      bytes += UTF8.width(scalar)
      guard bytes <= maximumBytes else { break }
      beginning.append(scalar)
    }
    return String(beginning).trimmingSpaces() + "…"
  }
}
