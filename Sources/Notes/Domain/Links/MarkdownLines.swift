/// The lines of a Markdown text outside of fenced code blocks.
///
/// Iterates over bytes rather than characters: the rules look for ASCII characters, and a text of 1 MB must take less
/// than a second. Those in an array are read several times as fast as those of a `String`.
struct MarkdownLines: Sequence, IteratorProtocol {
  private var rest: ArraySlice<UInt8>
  private var fence: (mark: MarkdownFence, quotes: Int)?
  private var indentation: Indentation?

  /// Creates a sequence of the lines of a text.
  init(_ text: String) {
    self.init(Array(text.utf8)[...])
  }

  /// Creates a sequence of the lines in some bytes, which have the indices of those bytes.
  ///
  /// - Parameter skipsIndentedCode: Whether lines of code that are indented by four spaces are left out, too.
  init(_ bytes: ArraySlice<UInt8>, skipsIndentedCode: Bool = false) {
    rest = bytes
    indentation = skipsIndentedCode ? Indentation() : nil
  }

  mutating func next() -> ArraySlice<UInt8>? {
    while !rest.isEmpty {
      let line = rest[..<(rest.firstIndex(ofByte: UInt8(ascii: "\n")) ?? rest.endIndex)]
      rest = rest[line.endIndex...].dropFirst()
      let (content, quotes) = Self.withoutQuotes(line)
      // The end of a quote ends the block in it.
      if let open = fence, quotes < open.quotes { fence = nil }
      let mark = MarkdownFence(fence == nil ? content : Self.withoutQuotes(line, at: fence?.quotes ?? 0).content)
      if let open = fence {
        guard let mark, mark.closes(open.mark) else { continue }
        fence = nil
        indentation?.endParagraph()
      } else if let mark {
        fence = (mark, quotes)
        indentation?.add(line)
      } else if indentation?.add(line) != true {
        return line
      }
    }
    return nil
  }

  /// Returns a line without the signs of quotes before it, at most some, and the number of them.
  private static func withoutQuotes(
    _ line: ArraySlice<UInt8>, at most: Int = .max
  ) -> (content: ArraySlice<UInt8>, quotes: Int) {
    var (content, quotes) = (line, 0)
    while quotes < most {
      let rest = content.drop { $0 == UInt8(ascii: " ") }
      guard rest.first == UInt8(ascii: ">") else { break }
      content = rest.dropFirst()
      quotes += 1
    }
    return (content, quotes)
  }
}

/// The state by which an indented line is code: it is not in a list, and continues no paragraph.
private struct Indentation {
  private var isList = false
  private var isParagraph = false

  /// Adds a line, and returns whether it is code.
  @discardableResult
  mutating func add(_ line: ArraySlice<UInt8>) -> Bool {
    let content = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard let first = content.first, first != UInt8(ascii: "\r") else {
      endParagraph()
      return false
    }
    let indent = line[..<content.startIndex]
    let isIndented = indent.count >= 4 || indent.contains(UInt8(ascii: "\t"))
    if isIndented, !isList, !isParagraph { return true }
    if !isIndented, Self.isItem(content) {
      isList = true
    } else if indent.isEmpty, !isParagraph || first == UInt8(ascii: "#") {
      isList = false
    }
    isParagraph = first != UInt8(ascii: "#")
    return false
  }

  /// Ends a paragraph, so that indented lines are code.
  mutating func endParagraph() { isParagraph = false }

  /// Returns whether a line begins with the sign of a list: `-`, `*`, `+`, `1.` or `1)`.
  private static func isItem(_ content: ArraySlice<UInt8>) -> Bool {
    let digits = content.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let rest = content[digits.endIndex...]
    guard let sign = rest.first, (digits.isEmpty ? "-*+" : ".)").utf8.contains(sign) else { return false }
    return rest.dropFirst().first.map { " \t\r".utf8.contains($0) } ?? true
  }
}

/// The line that opens or closes a fenced code block.
package struct MarkdownFence: Sendable {
  private let sign: UInt8
  private let length: Int
  /// Whether text follows the signs, as it can where a block opens.
  private let hasText: Bool

  /// Parses a line; `nil` when it has no fence.
  package init?(_ line: some Collection<UInt8>) {
    let content = line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard let sign = content.first, sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~") else { return nil }
    length = content.prefix { $0 == sign }.count
    guard length >= 3 else { return nil }
    self.sign = sign
    let rest = content.dropFirst(length)
    // Code in a line, not a block: ```x``` has its signs on both sides.
    guard sign != UInt8(ascii: "`") || !rest.contains(sign) else { return nil }
    hasText = rest.contains { $0 > 0x20 }
  }

  /// Returns whether this line closes a block that another one opened.
  package func closes(_ opening: MarkdownFence) -> Bool {
    sign == opening.sign && length >= opening.length && !hasText
  }
}

extension String {
  /// The line ending of the first line; a line feed for a text without lines.
  package var lineEnding: String {
    guard let end = utf8.firstIndex(of: UInt8(ascii: "\n")), end > startIndex,
      utf8[utf8.index(before: end)] == UInt8(ascii: "\r")
    else { return "\n" }
    return "\r\n"
  }

  /// Returns the text with a line ending in place of each line feed; the same text if it has carriage returns. O(length).
  package func with(lineEnding: String) -> String {
    lineEnding == "\n" || utf8.contains(UInt8(ascii: "\r")) ? self : replacing("\n", with: lineEnding)
  }
}
