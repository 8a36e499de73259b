/// The two parts of a Markdown file: its front matter and its text.
///
/// Front matter is between a first line and a later line that are both `---`, with either kind of line ending, and perhaps blanks
/// before it.
/// Without the second line there is no front matter, and the first line belongs to the text.
package struct MarkdownFile {
  /// The bytes between the two marks; `nil` without front matter.
  package let frontMatter: Range<Int>?
  /// The bytes after the second mark, or the whole file.
  package let body: Range<Int>
  /// The whole file without a byte order mark.
  package let whole: Range<Int>

  /// Finds the parts. A byte order mark at the beginning belongs to neither of them.
  package init(_ bytes: [UInt8]) {
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    whole = start..<bytes.count
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

  /// Returns the line that begins at an offset, with its ending.
  private static func line(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Range<Int> {
    let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count - 1
    return start..<max(start, end + 1)
  }

  private static func isMark(_ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) -> Bool {
    var content = bytes[line]
    if content.last == UInt8(ascii: "\n") { content.removeLast() }
    if content.last == UInt8(ascii: "\r") { content.removeLast() }
    return isMark(content)
  }

  /// Returns whether a line without its ending is a mark, behind which blanks may follow.
  package static func isMark(_ line: some BidirectionalCollection<UInt8>) -> Bool {
    guard line.count >= 3 else { return false }
    let rest = line.dropFirst(3)
    return line.prefix(3).elementsEqual("---".utf8)
      && rest.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }
}
