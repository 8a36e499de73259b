/// The end of a Markdown text behind which another one is to follow.
package enum MarkdownEnd {
  /// Returns what closes the fenced code or the comment in which a text ends, so that a text behind it is read as it is alone;
  /// empty if it ends in neither. O(length).
  ///
  /// Code in a quote or a list ends with that. What looks like the beginning of a comment is text if none ends behind it, and stays
  /// so: closing it would hide its links and tags.
  ///
  /// - Parameter isBeforeCommentEnd: Whether a text behind it has the end of a comment; see ``endsComment(_:)``.
  package static func closing(_ text: String, newline: String, isBeforeCommentEnd: Bool) -> String {
    let behind = isBeforeCommentEnd ? "-->" : ""
    guard ["```", "~~~", "<!--"].contains(where: { text.contains(bytesOf: $0) }), isOpen(text, before: behind) else {
      return ""
    }
    let start = text.utf8.last == UInt8(ascii: "\n") ? "" : newline
    let fences = ["`", "~"].flatMap { sign in
      [3, longestRun(of: sign, in: text)].map { start + String(repeating: sign, count: $0) }
    }
    let comments = isBeforeCommentEnd ? [start + "-->"] + fences.map { $0 + newline + "-->" } : []
    return (fences + comments).first { !isOpen(text + $0, before: behind) } ?? ""
  }

  /// Returns whether a text has the end of a comment, in which a comment before the text would end.
  package static func endsComment(_ text: String) -> Bool { text.contains(bytesOf: "-->") }

  /// Returns whether a link behind a text and a blank line would be in code, or in a comment that ends in what is behind it.
  private static func isOpen(_ text: String, before behind: String) -> Bool {
    let rest = "x]]\n\n" + behind
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
