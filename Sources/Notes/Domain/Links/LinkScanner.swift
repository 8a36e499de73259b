/// The scanner of the links in a text, outside of code.
enum LinkScanner {
  /// A link as written.
  enum Link {
    /// The content of `[[content]]`.
    case wiki(Substring, isEmbedded: Bool)
    /// The parts of `[label](destination)`, without the brackets around a destination and a title after it.
    case markdown(label: Substring, destination: Substring, isEmbedded: Bool)
  }

  /// Passes the links of a text to a closure, in order. O(length).
  static func scan(_ body: String, _ found: (Link) -> Void) {
    guard body.utf8.contains(UInt8(ascii: "[")) else { return }
    for line in MarkdownLines(body) where line.contains(UInt8(ascii: "[")) {
      for (index, prose) in Substring(line).split(separator: "`", omittingEmptySubsequences: false).enumerated()
      where index.isMultiple(of: 2) {
        scan(line: prose.utf8, found)
      }
    }
  }

  private static func scan(line: Substring.UTF8View, _ found: (Link) -> Void) {
    var rest = line
    var before: UInt8?
    while let opening = rest.firstIndex(of: UInt8(ascii: "[")) {
      if opening > rest.startIndex { before = rest[rest.index(before: opening)] }
      let isEmbedded = before == UInt8(ascii: "!")
      before = UInt8(ascii: "[")
      rest = rest[rest.index(after: opening)...]
      if rest.first == UInt8(ascii: "[") {
        let content = rest.dropFirst().prefix { $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: "[") }
        // Of three brackets, the last two open the link.
        guard !content.isEmpty else { continue }
        let closing = rest[content.endIndex...]
        if closing.starts(with: "]]".utf8) {
          found(.wiki(Substring(content), isEmbedded: isEmbedded))
          rest = closing.dropFirst(2)
          before = UInt8(ascii: "]")
        }
      } else if let (label, destination) = markdown(rest) {
        found(.markdown(label: label, destination: destination, isEmbedded: isEmbedded))
        rest = rest[destination.endIndex...]
        before = UInt8(ascii: ")")
      }
    }
  }

  /// Parses `label](destination)`, after the opening bracket.
  private static func markdown(_ text: Substring.UTF8View) -> (label: Substring, destination: Substring)? {
    let label = text.prefix { $0 != UInt8(ascii: "]") && $0 != UInt8(ascii: "[") }
    var rest = text[label.endIndex...]
    guard rest.starts(with: "](".utf8) else { return nil }
    rest = rest.dropFirst(2)
    let isBracketed = rest.first == UInt8(ascii: "<")
    if isBracketed { rest = rest.dropFirst() }
    let ends = isBracketed ? [UInt8(ascii: ">")] : [UInt8(ascii: ")"), UInt8(ascii: " ")]
    let destination = rest.prefix { !ends.contains($0) }
    guard destination.endIndex < rest.endIndex else { return nil }
    return (Substring(label), Substring(destination))
  }
}
