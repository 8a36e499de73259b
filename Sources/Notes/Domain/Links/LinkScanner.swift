/// The scanner of the links in a text, outside of code and comments.
enum LinkScanner {
  /// A link as written.
  enum Link {
    /// The content of `[[content]]`.
    case wiki(Substring, isEmbedded: Bool)
    /// The parts of `[label](destination)` or `[label]: destination`, without the brackets around a destination and a title
    /// after it.
    case markdown(label: Substring, destination: Substring, isEmbedded: Bool)

    /// Returns whether the link stays one with another text in place of a part of its content or destination.
    func allows(_ replacement: String, insteadOf part: Substring) -> Bool {
      let (written, limit) =
        switch self {
        case .wiki(let content, _): (content, LinkScanner.maximumWikiBytes)
        case .markdown(_, let destination, _): (destination, LinkScanner.maximumBytes)
        }
      return written.utf8.count - part.utf8.count + replacement.utf8.count <= limit
    }
  }

  /// The maximum length of a destination, and of a title behind it, so that a text is scanned in linear time.
  fileprivate static let maximumBytes = 2048
  /// The maximum length of a wiki link's content, so that a store can keep its name, which may be three times as long.
  fileprivate static let maximumWikiBytes = 8192
  /// The maximum depth of brackets, of which each image around another has the text of that, too.
  fileprivate static let maximumDepth = 100

  /// Passes the links of a text to a closure, in the order of their targets. O(length).
  static func scan(_ body: String, _ found: (Link) -> Void) {
    for paragraph in MarkdownProse(body, containing: "[") {
      scan(paragraph) { link, _ in found(link) }
    }
  }

  /// Passes the links of a paragraph to a closure, with the ranges of their bytes. O(length).
  static func scan(_ paragraph: MarkdownProse.Paragraph, _ found: (Link, Range<Int>) -> Void) {
    var scanner = ParagraphScanner(paragraph)
    scanner.scan(found)
  }
}

/// The scanner of a paragraph. As in CommonMark, of nested links the inner one counts, except for images, and a link may go over
/// the ends of lines, but not its destination.
private struct ParagraphScanner {
  private let paragraph: MarkdownProse.Paragraph
  private let bytes: [UInt8]
  /// The index of the last sign that closes a destination, after which none is looked for; -1 without one.
  private lazy var lastClosing = bytes.lastIndex(of: UInt8(ascii: ")")) ?? -1
  private var position = 0
  /// The brackets that are open, and whether each follows an exclamation mark. The outermost ones beyond the maximum depth are
  /// forgotten.
  private var open: [(position: Int, isEmbedded: Bool)] = []
  /// The number of open brackets that contain a link, so that they are none.
  private var inactive = 0

  init(_ paragraph: MarkdownProse.Paragraph) {
    self.paragraph = paragraph
    bytes = paragraph.bytes
  }

  mutating func scan(_ found: (LinkScanner.Link, Range<Int>) -> Void) {
    while let (link, end) = definition() {
      found(link, position..<end)
      position = indexAfterBlanks(end)
    }
    while let bracket = nextBracket() {
      position = bracket
      guard bytes[bracket] == UInt8(ascii: "[") else {
        close(found)
        continue
      }
      let isEmbedded = position > 0 && bytes[position - 1] == UInt8(ascii: "!")
      if let content = wiki() {
        found(
          .wiki(paragraph.text(content), isEmbedded: isEmbedded),
          position - (isEmbedded ? 1 : 0)..<content.upperBound + 2)
        if !isEmbedded { inactive = open.count }
        position = content.upperBound + 2
      } else {
        if open.count == LinkScanner.maximumDepth {
          open.removeFirst()
          inactive = max(0, inactive - 1)
        }
        open.append((position, isEmbedded))
        position += 1
      }
    }
  }

  /// Returns the index of the next bracket that matters: a closing one does only if another is open.
  private func nextBracket() -> Int? {
    let rest = bytes[position...]
    return open.isEmpty
      ? rest.firstIndex(ofByte: UInt8(ascii: "["))
      : rest.firstIndex { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }
  }

  /// Parses `[[content]]`, of which only a label has several lines. Of three brackets, the last two open the link.
  private func wiki() -> Range<Int>? {
    guard byte(position + 1) == UInt8(ascii: "[") else { return nil }
    let start = position + 2
    let end = bytes[start...].prefix(LinkScanner.maximumWikiBytes + 1)
      .firstIndex { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "[") || $0 == MarkdownProse.code }
    guard let end, end > start, bytes[end...].starts(with: "]]".utf8) else { return nil }
    let target = bytes[start..<end].prefix { $0 != UInt8(ascii: "|") }
    return target.contains(byte: UInt8(ascii: "\n")) ? nil : start..<end
  }

  /// Handles a closing bracket, behind which a destination makes a link.
  private mutating func close(_ found: (LinkScanner.Link, Range<Int>) -> Void) {
    let label = position
    position += 1
    guard let opening = open.popLast() else { return }
    let isActive = opening.isEmbedded || open.count >= inactive
    inactive = min(inactive, open.count)
    guard isActive, byte(position) == UInt8(ascii: "("), position < lastClosing,
      let (destination, end) = destination(at: indexAfterBlanks(position + 1))
    else { return }
    found(
      .markdown(
        label: paragraph.text(opening.position + 1..<label), destination: paragraph.text(destination),
        isEmbedded: opening.isEmbedded), opening.position - (opening.isEmbedded ? 1 : 0)..<end)
    if !opening.isEmbedded { inactive = open.count }
    position = end
  }

  /// Parses `destination "title")`, and returns the index after it.
  ///
  /// Parentheses are balanced, and nest at most so deep as in other parsers, so that no text is scanned again and again.
  private func destination(at start: Int) -> (Range<Int>, end: Int)? {
    if byte(start) == UInt8(ascii: "<") {
      guard let range = bracketed(at: start) else { return nil }
      return closing(after: range.upperBound + 1).map { (range, $0) }
    }
    var depth = 0
    var index = start
    while index < bytes.count, depth <= 32, index - start <= LinkScanner.maximumBytes {
      switch bytes[index] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")") where depth == 0: return (start..<index, index + 1)
      case UInt8(ascii: ")"): depth -= 1
      case let byte where byte.isBlank:
        return depth == 0 ? closing(after: index).map { (start..<index, $0) } : nil
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Parses `<destination>`.
  private func bracketed(at start: Int) -> Range<Int>? {
    let end = bytes[(start + 1)...].prefix(LinkScanner.maximumBytes + 1)
      .firstIndex { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "\n") }
    guard let end, bytes[end] == UInt8(ascii: ">") else { return nil }
    return start + 1..<end
  }

  /// Returns the index after the parenthesis that closes a destination, which a title may follow.
  private func closing(after index: Int) -> Int? {
    let end = indexAfterBlanks(endOfTitle(after: index) ?? index)
    return byte(end) == UInt8(ascii: ")") ? end + 1 : nil
  }

  /// Returns the index after the title behind a destination, from which blanks part it; `nil` if there is none.
  private func endOfTitle(after index: Int) -> Int? {
    let start = indexAfterBlanks(index)
    guard start > index, let sign = byte(start), "\"'(".utf8.contains(sign) else { return nil }
    let closing = sign == UInt8(ascii: "(") ? UInt8(ascii: ")") : sign
    let end = bytes[(start + 1)...].prefix(LinkScanner.maximumBytes + 1).firstIndex { $0 == closing || $0 == sign }
    guard let end, bytes[end] == closing else { return nil }
    return end + 1
  }

  /// Parses lines `[label]: destination "title"` at the position.
  private func definition() -> (LinkScanner.Link, end: Int)? {
    let start = position
    guard byte(start) == UInt8(ascii: "["), byte(start + 1) != UInt8(ascii: "^"),
      let end = bytes[(start + 1)...].prefix(LinkScanner.maximumBytes + 1)
        .firstIndex(where: { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "[") }),
      !bytes[(start + 1)..<end].allSatisfy(\.isBlank), bytes[end...].starts(with: "]:".utf8)
    else { return nil }
    let text = indexAfterBlanks(end + 2)
    let isBracketed = byte(text) == UInt8(ascii: "<")
    let range = isBracketed ? bracketed(at: text) : text..<(bytes[text...].firstIndex(where: \.isBlank) ?? bytes.count)
    guard let range, !range.isEmpty else { return nil }
    let destinationEnd = range.upperBound + (isBracketed ? 1 : 0)
    guard let lineEnd = endOfTitle(after: destinationEnd).flatMap(endOfLine(after:)) ?? endOfLine(after: destinationEnd)
    else { return nil }
    let (label, destination) = (paragraph.text(start + 1..<end), paragraph.text(range))
    return (.markdown(label: label, destination: destination, isEmbedded: false), lineEnd)
  }

  /// Returns the end of the line if only blanks are before it.
  private func endOfLine(after index: Int) -> Int? {
    let end = bytes[index...].firstIndex { $0 == UInt8(ascii: "\n") || !$0.isBlank } ?? bytes.count
    return byte(end).map { $0 == UInt8(ascii: "\n") } ?? true ? end : nil
  }

  private func indexAfterBlanks(_ index: Int) -> Int {
    guard index < bytes.count else { return bytes.count }
    return bytes[index...].firstIndex { !$0.isBlank } ?? bytes.count
  }

  private func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }
}

extension UInt8 {
  /// Whether the byte is a space, a tab or a part of the end of a line.
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A }
}
