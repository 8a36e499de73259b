/// The paragraphs of a Markdown text that contain a sign, as bytes in which code, comments and escaped characters are blank.
///
/// The rules are those of CommonMark: code between runs of equally many backticks, fenced and indented code, `<!-- -->`, and
/// backslashes before punctuation. A span of code, and a comment that does not begin a block, end in their paragraph.
struct MarkdownProse: Sequence, IteratorProtocol {
  /// The byte in place of code and comments. UTF-8 has no such byte.
  static let code: UInt8 = 0xFF
  /// The byte in place of a backslash and the character that it escapes.
  static let escaped: UInt8 = 0xFE

  /// The lines of a paragraph, a heading or a row of a table: what begins in one of them ends in one of them.
  struct Paragraph {
    /// The lines as written, without the signs of quotes and lists before the first one.
    let text: Substring.UTF8View
    /// The lines with blanks, also for the signs of quotes before further lines. They have as many bytes as the text.
    fileprivate(set) var bytes: [UInt8]

    /// Returns a part of the lines as written.
    func text(_ range: Range<Int>) -> Substring {
      let start = text.index(text.startIndex, offsetBy: range.lowerBound)
      return Substring(text[start..<text.index(start, offsetBy: range.count)])
    }
  }

  private let text: String.UTF8View
  private let bytes: [UInt8]
  private let sign: UInt8
  private var lines: MarkdownLines
  /// The line behind the last paragraph.
  private var following: MarkdownLines.Line?

  /// Creates a sequence of the paragraphs with a sign.
  init(_ text: String, containing sign: Unicode.Scalar) {
    self.text = text.utf8
    self.sign = UInt8(ascii: sign)
    bytes = Array(text.utf8)
    lines = MarkdownLines(bytes.contains(byte: self.sign) ? bytes[...] : [])
    following = lines.next()
  }

  mutating func next() -> Paragraph? {
    while let first = following {
      following = lines.next()
      if case .indentedCode = first.kind { continue }
      var range = first.contentStart..<first.bytes.endIndex
      var signs: [Range<Int>] = []
      while let line = following, case .text(isContinuation: true) = line.kind {
        range = range.lowerBound..<line.bytes.endIndex
        if line.contentStart > line.bytes.startIndex { signs.append(line.bytes.startIndex..<line.contentStart) }
        following = lines.next()
      }
      if bytes[range].contains(byte: sign) { return paragraph(range, signs: signs) }
    }
    return nil
  }

  /// Returns the lines in a range, in which the signs of quotes before further lines are blank.
  private func paragraph(_ range: Range<Int>, signs: [Range<Int>]) -> Paragraph {
    let start = text.index(text.startIndex, offsetBy: range.lowerBound)
    let end = text.index(start, offsetBy: range.count)
    var paragraph = Paragraph(text: text[start..<end], bytes: Array(bytes[range]))
    for index in signs.joined() { paragraph.bytes[index - range.lowerBound] = UInt8(ascii: " ") }
    paragraph.blankCode()
    return paragraph
  }
}

extension MarkdownProse.Paragraph {
  /// Blanks a part of the lines.
  mutating func blank(_ range: Range<Int>) {
    for index in range { bytes[index] = MarkdownProse.code }
  }

  /// Blanks code, comments and escaped characters. O(length).
  fileprivate mutating func blankCode() {
    // Each begins with one of these.
    guard "`\\<".utf8.contains(where: bytes.contains(byte:)) else { return }
    var runs = BacktickRuns(bytes)
    var hasComments = true
    var position = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\\") where bytes[(position + 1)...].first?.isPunctuation == true:
        (bytes[position], bytes[position + 1]) = (MarkdownProse.escaped, MarkdownProse.escaped)
        position += 2
      case UInt8(ascii: "`"):
        let length = bytes[position...].prefix { $0 == UInt8(ascii: "`") }.count
        let end = runs.end(ofCodeAfter: position + length, length: length)
        if let end { blank(position..<end) }
        position = end ?? position + length
      case UInt8(ascii: "<") where hasComments && bytes[position...].starts(with: "<!--".utf8):
        let end = bytes.indexAfterComment(from: position)
        if let end { blank(position..<end) } else { hasComments = false }
        position = end ?? position + 4
      default: position += 1
      }
    }
  }
}

/// The runs of backticks in a paragraph, by length, so that the end of each span of code is found without a search.
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
