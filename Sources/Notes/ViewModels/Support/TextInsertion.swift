import NotesDomain

/// The insertion of a text at the beginning or at the end of a note.
struct TextInsertion: Sendable {
  enum Position: Sendable {
    /// Before the first line, or after the first heading if the text begins with one.
    case beginning
    /// On a new line.
    case end
  }

  package let text: String
  let position: Position
  let time: Timestamp

  /// Inserts the text. Changes nothing if it is empty.
  func apply(to note: inout Note) {
    guard !text.isEmpty else { return }
    let body = body(of: note)
    note.title = NoteTitle.updated(for: note, newBody: body)
    note.body = body
    note.modified = time
  }

  private func body(of note: Note) -> String {
    let (body, newline) = (note.body, note.body.lineEnding)
    let text = self.text.with(lineEnding: newline)
    switch position {
    case .end:
      let isEnded = body.utf8.last == UInt8(ascii: "\n")
      // A file whose last line is ended stays one.
      let ending = isEnded && text.utf8.last != UInt8(ascii: "\n") ? newline : ""
      return body + (body.isEmpty || isEnded ? "" : newline) + text + ending
    case .beginning:
      // The text behind it has not been code before. One at the end goes on with what is there, as code is appended line by line.
      let closing = MarkdownEnd.closing(
        text, newline: newline, isBeforeCommentEnd: MarkdownEnd.endsComment(body))
      let closed = body.isEmpty ? text : text + closing
      let line = closed.utf8.last == UInt8(ascii: "\n") || body.isEmpty ? closed : closed + newline
      guard let end = NoteTitle.endOfHeading(openingText: body) else {
        return line + Self.separator(before: body.utf8[...], newline) + body
      }
      let rest = body.utf8[end...].drop { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      let head = body[..<rest.startIndex]
      return head + (head.utf8.last == UInt8(ascii: "\n") ? "" : newline) + line
        + Self.separator(before: rest, newline) + Substring(rest)
    }
  }

  /// Returns a blank line before a rest whose first line would make a heading of the text above it.
  private static func separator(before rest: Substring.UTF8View, _ newline: String) -> String {
    rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "=") ? newline : ""
  }
}
