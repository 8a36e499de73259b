import NotesDomain
import NotesViewModels

/// Two versions of a note and their differences, on a page.
struct DiffPage {
  let times: TimeText

  func text(_ state: DiffState) -> StyledText {
    guard let difference = state.difference else { return "" }
    var text: StyledText = "\(.title, (difference.new ?? difference.old)?.title ?? "")\n"
    text += "\(.dim, "from  ")\(version(state.from))\n\(.dim, "to    ")\(version(state.to))\n\n"
    if let old = difference.old, let new = difference.new {
      for field in difference.fields {
        let (before, after) = (
          ChangeText.value(of: field, in: old, times), ChangeText.value(of: field, in: new, times)
        )
        text += "  \(raw: ChangeText.name(of: field)): \(.failure, before) → \(.good, after)\n"
      }
    }
    return text + UnifiedDiff(difference).text
  }

  private func version(_ version: NoteVersion?) -> StyledText {
    guard let version else { return "(does not exist)" }
    let text: StyledText = "\(version.changeSet)  \(.dim, times.short(version.created))"
    return version.note == nil ? text + "  the note was deleted" : text
  }
}

extension UnifiedDiff {
  /// The removed lines with `-`, the added ones with `+`, the lines around them, and an ellipsis for the lines in between.
  var text: StyledText {
    var text: StyledText = ""
    for line in lines {
      switch line.kind {
      case .unchanged: text += line.text.isEmpty ? "\n" : "    \(raw: Self.shown(line.text))\n"
      case .removed: text += Self.line(line.text, mark: "-", style: .failure)
      case .added: text += Self.line(line.text, mark: "+", style: .good)
      case .gap: text += "  \(.dim, "…")\n"
      case .lineEnding: text += "  \(.dim, "only the line ending of the last line differs")\n"
      }
    }
    return text
  }

  /// Returns a line after its mark, without trailing spaces.
  private static func line(_ content: String, mark: String, style: TextStyle) -> StyledText {
    content.isEmpty ? "  \(style, mark)\n" : "  \(style, mark) \(style, shown(content))\n"
  }

  /// Returns the content of a line with its carriage return, if there is one, as `^M`: lines can differ in that only.
  private static func shown(_ content: String) -> String { TerminalEscaping.escaped(content, keepingLines: true) }
}
