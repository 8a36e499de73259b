/// The scanner of the links in a text, outside of code and comments.
enum LinkScanner {
  /// A link as written.
  enum Link {
    /// The content of `[[content]]`.
    case wiki(Substring, isEmbedded: Bool)
    /// The parts of `[label](destination)` or `[label]: destination`, without the brackets around a destination and a title
    /// after it.
    case markdown(label: Substring, destination: Substring, isEmbedded: Bool)
  }

  /// Passes the links of a text to a closure, in the order of their targets. O(length).
  static func scan(_ body: String, _ found: (Link) -> Void) {
    for line in MarkdownProse(body, containing: "[") {
      scan(line) { link, _ in found(link) }
    }
  }

  /// Passes the links of a line to a closure, with the ranges of their bytes. O(length).
  static func scan(_ line: MarkdownProse.Line, _ found: (Link, Range<Int>) -> Void) {
    var scanner = LineScanner(line)
    scanner.scan(found)
  }
}

/// The scanner of a line. As in CommonMark, of nested links the inner one counts, except for images.
private struct LineScanner {
  private let line: MarkdownProse.Line
  private let bytes: [UInt8]
  /// The index of the last sign that closes a destination, after which none is looked for; -1 without one.
  private lazy var lastClosing = bytes.lastIndex(of: UInt8(ascii: ")")) ?? -1
  private var position = 0
  /// The brackets that are open, and whether each follows an exclamation mark.
  private var open: [(position: Int, isEmbedded: Bool)] = []
  /// The number of open brackets that contain a link, so that they are none.
  private var inactive = 0

  init(_ line: MarkdownProse.Line) {
    self.line = line
    bytes = line.bytes
  }

  mutating func scan(_ found: (LinkScanner.Link, Range<Int>) -> Void) {
    if let (link, end) = definition() {
      found(link, 0..<end)
      return
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
          .wiki(line.text(content), isEmbedded: isEmbedded), position - (isEmbedded ? 1 : 0)..<content.upperBound + 2)
        if !isEmbedded { inactive = open.count }
        position = content.upperBound + 2
      } else {
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

  /// Parses `[[content]]`. Of three brackets, the last two open the link.
  private func wiki() -> Range<Int>? {
    guard byte(position + 1) == UInt8(ascii: "[") else { return nil }
    let start = position + 2
    let end = bytes[start...].prefix(Self.maximumWikiBytes)
      .firstIndex { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "[") || $0 == MarkdownProse.code }
    guard let end, end > start, bytes[end...].starts(with: "]]".utf8) else { return nil }
    return start..<end
  }

  /// Handles a closing bracket, behind which a destination makes a link.
  private mutating func close(_ found: (LinkScanner.Link, Range<Int>) -> Void) {
    let label = position
    position += 1
    guard let opening = open.popLast() else { return }
    let isActive = opening.isEmbedded || open.count >= inactive
    inactive = min(inactive, open.count)
    guard isActive, byte(position) == UInt8(ascii: "("), position < lastClosing,
      let (destination, end) = destination(at: position + 1)
    else { return }
    found(
      .markdown(
        label: line.text(opening.position + 1..<label), destination: line.text(destination),
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
    while index < bytes.count, depth <= 32, index - start <= Self.maximumBytes {
      switch bytes[index] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")") where depth == 0: return (start..<index, index + 1)
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        return depth == 0 ? closing(after: index).map { (start..<index, $0) } : nil
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Parses `<destination>`.
  private func bracketed(at start: Int) -> Range<Int>? {
    let end = bytes[(start + 1)...].prefix(Self.maximumBytes)
      .firstIndex { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }
    guard let end, bytes[end] == UInt8(ascii: ">") else { return nil }
    return start + 1..<end
  }

  /// Returns the index after the parenthesis that closes a destination with a title, which is not longer than a destination.
  private func closing(after index: Int) -> Int? {
    bytes[index...].prefix(Self.maximumBytes).firstIndex(of: UInt8(ascii: ")")).map { $0 + 1 }
  }

  /// Parses a line `[label]: destination "title"`.
  private func definition() -> (LinkScanner.Link, end: Int)? {
    let start = bytes.prefix(3).prefix { $0 == UInt8(ascii: " ") }.count
    guard byte(start) == UInt8(ascii: "["), byte(start + 1) != UInt8(ascii: "^"),
      let end = bytes[(start + 1)...].firstIndex(where: { $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "[") }),
      end > start + 1, bytes[end...].starts(with: "]:".utf8)
    else { return nil }
    let text = bytes[(end + 2)...].firstIndex { !$0.isBlank } ?? bytes.count
    let range =
      byte(text) == UInt8(ascii: "<")
      ? bracketed(at: text) : text..<(bytes[text...].firstIndex(where: \.isBlank) ?? bytes.count)
    guard let range, !range.isEmpty else { return nil }
    let rest = bytes[range.upperBound...].drop { $0 == UInt8(ascii: ">") }.first { !$0.isBlank }
    guard rest.map({ "\"'(".utf8.contains($0) }) ?? true else { return nil }
    let (label, destination) = (line.text(start + 1..<end), line.text(range))
    return (.markdown(label: label, destination: destination, isEmbedded: false), bytes.count)
  }

  private func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  /// The maximum length of a destination, so that a line is scanned in linear time.
  private static let maximumBytes = 2048
  /// The maximum length of a wiki link's content, so that a store can keep its name, which may be three times as long.
  private static let maximumWikiBytes = 8192
}

extension UInt8 {
  /// Whether the byte is a space, a tab or the end of a line.
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}
