/// The end of a Markdown text behind which another one is to follow.
package enum MarkdownEnd {
  /// Returns what closes the fenced code or the comment in which a text ends, so that a text behind it is read as it is alone;
  /// empty if it ends in neither. O(length).
  ///
  /// Code in a quote or a list ends with that.
  package static func closing(_ text: String, newline: String) -> String {
    guard ["```", "~~~", "<!--"].contains(where: { text.contains(bytesOf: $0) }), isOpen(text) else { return "" }
    let fences = ["`", "~"].flatMap { sign in
      [3, longestRun(of: sign, in: text)].map { String(repeating: sign, count: $0) }
    }
    let comment = newline + "-->"
    let start = text.utf8.last == UInt8(ascii: "\n") ? "" : newline
    let endings = fences.map { start + $0 } + [start + "-->"] + fences.map { start + $0 + comment }
    return endings.first { !isOpen(text + $0) } ?? ""
  }

  /// Returns whether a link behind a text and a blank line would be in code, or in a comment that ends somewhere behind it.
  private static func isOpen(_ text: String) -> Bool {
    let rest = "x]]\n\n-->"
    let whole = text + "\n\n[[" + rest
    guard let last = NoteLink.occurrences(in: whole).last else { return true }
    return whole.utf8.distance(from: last.target.lowerBound, to: whole.endIndex) != rest.utf8.count
  }

  private static func longestRun(of sign: String, in text: String) -> Int {
    var (longest, current) = (3, 0)
    for byte in text.utf8 {
      current = byte == sign.utf8.first ? current + 1 : 0
      longest = max(longest, current)
    }
    return longest
  }
}
