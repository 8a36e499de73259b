/// The two parts of a Markdown file: its front matter and its text.
///
/// Front matter lies between a first line and a later line that are both exactly `---`, with either kind of line ending.
/// Without the second one there is no front matter, and the first belongs to the text.
struct MarkdownFile {
  /// The lines between the two marks; `nil` when there is no front matter.
  let frontMatter: Range<Int>?
  /// Everything behind the second mark, or the whole file.
  let body: Range<Int>

  /// Finds the parts. A byte order mark at the beginning belongs to neither.
  init(_ bytes: [UInt8]) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    (frontMatter, body) = bytes.withUnsafeBufferPointer { bytes in
      let opening = Self.line(in: bytes, at: start)
      guard Self.isMark(bytes, opening) else { return (nil, start..<bytes.count) }
      var line = opening
      while line.upperBound < bytes.count {
        line = Self.line(in: bytes, at: line.upperBound)
        if Self.isMark(bytes, line) {
          return (opening.upperBound..<line.lowerBound, line.upperBound..<bytes.count)
        }
      }
      return (nil, start..<bytes.count)
    }
  }

  /// The line that begins at an offset, with its ending.
  private static func line(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Range<Int> {
    let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count - 1
    return start..<max(start, end + 1)
  }

  private static func isMark(_ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) -> Bool {
    var content = bytes[line]
    if content.last == UInt8(ascii: "\n") { content.removeLast() }
    if content.last == UInt8(ascii: "\r") { content.removeLast() }
    return content.elementsEqual("---".utf8)
  }
}
