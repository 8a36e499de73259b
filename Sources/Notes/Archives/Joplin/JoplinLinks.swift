import NotesDomain

/// The links of a Joplin note's text: `![photo](:/id)` and `[file](:/id)`, to resources and to notes.
///
/// They become links to the files of attachments, and wiki links. Links in HTML, `<img src=":/id">`, lead to the files, too.
/// Code is not changed.
enum JoplinLinks {
  /// The target of a link.
  enum Target {
    /// An attachment, with its path as it is written in a link.
    case attachment(destination: String)
    /// A note, with the target of a wiki link if there can be one, and the path of its file as it is written in a link.
    case note(wiki: String?, destination: String)
  }

  /// Returns a text with other links.
  ///
  /// - Parameter target: Returns the target of an identifier; `nil` to leave the link as it is.
  static func replacing(in body: String, with target: (String) throws -> Target?) rethrows -> String {
    guard body.utf8.contains(UInt8(ascii: ":")) else { return body }
    let bytes = Array(body.utf8)
    var result: [UInt8] = []
    var fence: MarkdownFence?
    var lineStart = 0
    while lineStart < bytes.count {
      let lineEnd = bytes[lineStart...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
      let line = bytes[lineStart..<lineEnd]
      let mark = MarkdownFence(line)
      if let open = fence {
        if let mark, mark.closes(open) { fence = nil }
        result += line
      } else if let mark {
        fence = mark
        result += line
      } else {
        try append(line, to: &result, target)
      }
      lineStart = lineEnd
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Appends a line of prose with other links. What is between backticks is code.
  private static func append(
    _ line: ArraySlice<UInt8>, to result: inout [UInt8], _ target: (String) throws -> Target?
  ) rethrows {
    let start = result.count
    var position = line.startIndex
    var isCode = false
    var closing: Int?
    // In a table, the bar before a label would end the cell.
    let hasBar = line.contains(UInt8(ascii: "|"))
    while position < line.endIndex {
      let byte = line[position]
      if byte == UInt8(ascii: "`") { isCode.toggle() }
      guard !isCode, byte == UInt8(ascii: ":"), let id = identifier(in: line, after: position),
        let target = try target(id)
      else {
        result.append(byte)
        position += 1
        continue
      }
      position += 2 + id.utf8.count
      switch target {
      case .attachment(let destination): result += destination.utf8
      case .note(let wiki, let destination):
        // The next parenthesis is found once, not for each link before it.
        if closing.map({ $0 < position }) ?? true {
          closing = line[position...].firstIndex(of: UInt8(ascii: ")")) ?? line.endIndex
        }
        if let wiki, let closing, closing < line.endIndex,
          let link = WikiCandidate(before: result[start...], after: line[position..<closing], target: wiki),
          !hasBar || !link.hasLabel
        {
          result.removeSubrange(link.opening...)
          result += link.text.utf8
          position = link.end
        } else {
          result += destination.utf8
        }
      }
    }
  }

  /// Returns the 32 hexadecimal digits after `:/`, in lower case.
  private static func identifier(in line: ArraySlice<UInt8>, after position: Int) -> String? {
    let rest = line[(position + 1)...]
    guard rest.first == UInt8(ascii: "/") else { return nil }
    let digits = rest.dropFirst().prefix(33).prefix(while: \.isHexadecimal)
    guard digits.count == 32 else { return nil }
    return String(decoding: digits, as: UTF8.self).lowercased()
  }
}

/// A Markdown link around an identifier, `[label](:/id#heading "title")`, which can be a wiki link.
private struct WikiCandidate {
  /// The index of the opening bracket.
  let opening: Int
  /// The index after the closing parenthesis.
  let end: Int
  /// The wiki link.
  package let text: String
  /// Whether the wiki link has a label beside its target.
  let hasLabel: Bool

  /// Parses what is before an identifier, and what is between it and a closing parenthesis; `nil` unless it is a link with a
  /// label that a wiki link can have.
  init?(before: ArraySlice<UInt8>, after: ArraySlice<UInt8>, target: String) {
    guard before.suffix(2).elementsEqual("](".utf8) else { return nil }
    let label = before.dropLast(2)
    // A label with brackets, such as an image, cannot be one of a wiki link.
    guard let opening = label.lastIndex(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }),
      label[opening] == UInt8(ascii: "["), before[..<opening].last != UInt8(ascii: "\\")
    else { return nil }
    // Headings are written without spaces; a title in quotes follows a space.
    let rest = after.drop { !" []|".utf8.contains($0) }
    guard rest.isEmpty || rest.first == UInt8(ascii: " ") && Self.isTitle(rest) else { return nil }
    let heading = String(decoding: after[..<rest.startIndex], as: UTF8.self)
    guard heading.isEmpty || heading.begins(with: "#") else { return nil }
    let shown = String(decoding: label[(opening + 1)...], as: UTF8.self).trimmingWhitespace
    self.opening = opening
    end = after.endIndex + 1
    hasLabel = !shown.isEmpty && (shown != target || !heading.isEmpty)
    text = hasLabel ? "[[\(target)\(heading)|\(shown)]]" : "[[\(target)\(heading)]]"
  }

  /// Returns whether a text is a title in quotes, or blank. Anything else is the user's text.
  private static func isTitle(_ text: ArraySlice<UInt8>) -> Bool {
    let start = text.drop { $0 == UInt8(ascii: " ") }
    guard let first = start.first, let end = start.lastIndex(where: { $0 != UInt8(ascii: " ") }) else { return true }
    return end > start.startIndex && start[end] == first && "\"'".utf8.contains(first)
  }
}

/// The spelling of paths and addresses in links.
enum LinkDestination {
  /// Returns the path of a file as a link from another one writes it: relative, with percent signs for the characters that
  /// would end it.
  ///
  /// - Parameter document: The path of the note's file with the link.
  static func path(to file: String, from document: String) -> String {
    let depth = document.utf8.count { $0 == UInt8(ascii: "/") }
    return String(repeating: "../", count: depth) + escaped(file, and: "%")
  }

  /// Returns an address with percent signs for the characters that would end a link.
  static func address(_ text: String) -> String { escaped(text, and: "") }

  private static func escaped(_ text: String, and others: String) -> String {
    let special = ("()<>\"\\[]`" + others).unicodeScalars
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.value <= 0x20 || scalar.value == 0x7F || special.contains(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += digits.utf8.count < 2 ? "%0\(digits)" : "%\(digits)"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
