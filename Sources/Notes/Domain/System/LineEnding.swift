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
