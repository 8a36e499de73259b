/// The lines of a Markdown text that contain a sign, as bytes in which code, comments and escaped characters are blank.
///
/// The rules are those of CommonMark: code between runs of equally many backticks, fenced and indented code, `<!-- -->`, and
/// backslashes before punctuation. A span of code ends in its line, and a comment that does not begin one in its paragraph.
struct MarkdownProse: Sequence, IteratorProtocol {
  /// The byte in place of code and comments. UTF-8 has no such byte.
  static let code: UInt8 = 0xFF
  /// The byte in place of a backslash and the character that it escapes.
  static let escaped: UInt8 = 0xFE

  /// A line outside of code blocks.
  struct Line {
    /// The line as written.
    let text: Substring.UTF8View
    /// The offset of the first character behind the signs of quotes and lists.
    let contentStart: Int
    /// The line with blanks. It has as many bytes as the text.
    fileprivate(set) var bytes: [UInt8]

    /// Returns a part of the line as written.
    func text(_ range: Range<Int>) -> Substring {
      let start = text.index(text.startIndex, offsetBy: range.lowerBound)
      return Substring(text[start..<text.index(start, offsetBy: range.count)])
    }
  }

  private let text: String.UTF8View
  private let bytes: [UInt8]
  private let sign: UInt8
  private var lines: MarkdownLines
  /// Whether a comment may begin and end in the rest of the text.
  private var hasComments: Bool
  /// The index of the byte after the last comment.
  private var commentEnd = 0
  /// The index up to which no comment ends that begins within a line.
  private var openUntil = 0
  /// The index of the blank line behind the paragraph that was looked at last.
  private var paragraphEnd = 0
  /// The offset of the content of the present line.
  private var contentStart = 0

  /// Creates a sequence of the lines with a sign.
  init(_ text: String, containing sign: Unicode.Scalar) {
    self.text = text.utf8
    self.sign = UInt8(ascii: sign)
    bytes = Array(text.utf8)
    lines = MarkdownLines(bytes.contains(byte: self.sign) ? bytes[...] : [])
    hasComments = bytes.contains(byte: UInt8(ascii: "<"))
  }

  mutating func next() -> Line? {
    while let next = lines.next() {
      if case .indentedCode = next.kind { continue }
      let line = next.bytes
      contentStart = next.contentStart - line.startIndex
      let isRelevant = line.contains(byte: sign)
      guard isRelevant || hasComments && line.contains(byte: UInt8(ascii: "<")) else { continue }
      let blanked = blanked(line)
      if isRelevant { return blanked }
    }
    return nil
  }

  private mutating func blanked(_ source: ArraySlice<UInt8>) -> Line {
    let start = text.index(text.startIndex, offsetBy: source.startIndex)
    let end = text.index(start, offsetBy: source.count)
    var line = Line(text: text[start..<end], contentStart: contentStart, bytes: Array(source))
    let isInComment = source.startIndex < commentEnd
    // Code, an escaped character or a comment begins with one of these.
    guard isInComment || "`\\<".utf8.contains(where: source.contains(byte:)) else { return line }
    var runs = BacktickRuns(line.bytes)
    var position = 0
    if isInComment {
      position = Swift.min(commentEnd, source.endIndex) - source.startIndex
      line.blank(0..<position)
    }
    while position < line.bytes.count {
      switch line.bytes[position] {
      case UInt8(ascii: "\\") where line.bytes[(position + 1)...].first?.isPunctuation == true:
        (line.bytes[position], line.bytes[position + 1]) = (Self.escaped, Self.escaped)
        position += 2
      case UInt8(ascii: "`"):
        let length = line.bytes[position...].prefix { $0 == UInt8(ascii: "`") }.count
        let end = runs.end(ofCodeAfter: position + length, length: length)
        if let end { line.blank(position..<end) }
        position = end ?? position + length
      case UInt8(ascii: "<") where hasComments && line.bytes[position...].starts(with: "<!--".utf8):
        let isBlock = position == contentStart
        guard let end = endOfComment(at: source.startIndex + position + 4, isBlock: isBlock) else { fallthrough }
        commentEnd = end
        let next = Swift.min(end, source.endIndex) - source.startIndex
        line.blank(position..<next)
        position = next
      default: position += 1
      }
    }
    return line
  }

  private mutating func endOfComment(at start: Int, isBlock: Bool) -> Int? {
    guard isBlock || start >= openUntil else { return nil }
    var rest = isBlock ? bytes[start...] : bytes[start..<endOfParagraph(after: start)]
    let limit = rest.endIndex
    while let hyphen = rest.firstIndex(of: UInt8(ascii: "-")) {
      rest = rest[hyphen...]
      if rest.starts(with: "-->".utf8) { return hyphen + 3 }
      rest = rest.dropFirst()
    }
    if isBlock { hasComments = false } else { openUntil = limit }
    return nil
  }

  /// Returns the index of the first blank line after a position.
  private mutating func endOfParagraph(after start: Int) -> Int {
    guard start >= paragraphEnd else { return paragraphEnd }
    var rest = bytes[start...]
    paragraphEnd = bytes.endIndex
    while let end = rest.firstIndex(ofByte: UInt8(ascii: "\n")) {
      rest = bytes[(end + 1)...]
      let next = rest.first { !" \t\r".utf8.contains($0) }
      guard next != nil, next != UInt8(ascii: "\n") else {
        paragraphEnd = end
        break
      }
    }
    return paragraphEnd
  }
}

extension MarkdownProse.Line {
  /// Blanks a part of the line.
  mutating func blank(_ range: Range<Int>) {
    for index in range { bytes[index] = MarkdownProse.code }
  }
}

/// The runs of backticks in a line, by length, so that the end of each span of code is found without a search.
private struct BacktickRuns {
  /// The positions by length, the last first.
  private var starts: [Int: [Int]] = [:]

  init(_ bytes: [UInt8]) {
    var end = bytes.count
    while let last = bytes[..<end].lastIndex(of: UInt8(ascii: "`")) {
      var start = last
      while start > 0, bytes[start - 1] == UInt8(ascii: "`") { start -= 1 }
      starts[last + 1 - start, default: []].append(start)
      end = start
    }
  }

  /// Returns the index after the next run of a length from a position on. The positions must ascend.
  mutating func end(ofCodeAfter position: Int, length: Int) -> Int? {
    while let next = starts[length]?.last {
      if next >= position { return next + length }
      starts[length]?.removeLast()
    }
    return nil
  }
}
