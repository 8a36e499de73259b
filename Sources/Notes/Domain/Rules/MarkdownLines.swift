/// The lines of a Markdown text that are prose: those outside fenced code blocks.
///
/// Bytes rather than characters: the rules look for ASCII signs, and a text of 1 MB must not cost a second.
struct MarkdownLines: Sequence, IteratorProtocol {
  private var rest: Substring.UTF8View
  private var fence: (sign: UInt8, length: Int)?

  init(_ text: String) {
    rest = text[...].utf8
  }

  mutating func next() -> Substring.UTF8View? {
    while !rest.isEmpty {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      rest = rest[line.endIndex...].dropFirst()
      let mark = Self.fence(of: line)
      if let open = fence {
        if let mark, mark.sign == open.sign, mark.length >= open.length { fence = nil }
      } else if let mark {
        fence = mark
      } else {
        return line
      }
    }
    return nil
  }

  /// The sign and number of the backticks or tildes that a line begins with, when there are three or more.
  private static func fence(of line: Substring.UTF8View) -> (sign: UInt8, length: Int)? {
    let content = line.drop { $0 == UInt8(ascii: " ") }
    guard let sign = content.first, sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~") else { return nil }
    let length = content.prefix { $0 == sign }.count
    return length >= 3 ? (sign, length) : nil
  }
}
