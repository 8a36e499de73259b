import NotesDomain
import NotesViewModels

/// Notes in aligned columns, one line each: number or id, time of change, title, notebook, tags.
struct NoteTable {
  let times: TimeText
  /// The columns of the terminal; `nil` for no limit.
  let width: Int?
  /// Whether notes in the trash are marked, in a list that has others as well.
  var marksTrash = false

  func text(_ rows: [Row<NoteSummary>]) -> StyledText {
    let labelWidth = Self.labelWidth(rows)
    return rows.reduce(into: "") { $0 += line($1, labelWidth: labelWidth) }
  }

  static func labelWidth<Value>(_ rows: [Row<Value>]) -> Int { rows.map(\.label.count).max() ?? 0 }

  func line(_ row: Row<NoteSummary>, labelWidth: Int) -> StyledText {
    var marks = (row.value.isPinned ? "* " : "") + (row.value.isArchived ? "[archived] " : "")
    if marksTrash, row.value.trashed != nil { marks += "[trash] " }
    // Escaped before they are measured: an escape is wider than its character.
    let notebook = TerminalEscaping.escaped(row.value.notebook.path, keepingLines: false)
    let tags = TerminalEscaping.escaped(row.value.tags.hashtags, keepingLines: false)
    let fullTitle = TerminalEscaping.escaped(row.value.title, keepingLines: false)
    // On a terminal the title gets the remaining columns, at least a third; otherwise nothing is truncated. On a narrow one it
    // also gets those of the time.
    let time = times.short(row.value.modified)
    // The same for all rows, whatever their marks.
    let showsTime = width.map { $0 - labelWidth - 2 - time.count - 2 >= 20 } ?? true
    let used = labelWidth + 2 + (showsTime ? time.count + 2 : 0) + marks.count
    let rest = width.map { max(10, $0 - used) }
    let details = DisplayWidth.of(notebook) + DisplayWidth.of(tags) + 4
    let title = rest.map { DisplayWidth.fitted(fullTitle, to: max($0 / 3, $0 - details)) } ?? fullTitle
    let left = rest.map { max(0, $0 - DisplayWidth.of(title) - 2) }
    var text: StyledText = "\(.dim, row.label.leftPadded(to: labelWidth))  "
    if showsTime { text += "\(.dim, time)  " }
    text += "\(.good, marks)\(.title, title)"
    if !notebook.isEmpty, (left ?? 1) > 0 {
      text += "  \(.dim, left.map { DisplayWidth.fitted(notebook, to: $0) } ?? notebook)"
    }
    let forTags = left.map { max(0, $0 - DisplayWidth.of(notebook) - (notebook.isEmpty ? 0 : 2)) }
    if !tags.isEmpty, (forTags ?? 1) > 0 {
      text += "  \(.tag, forTags.map { DisplayWidth.fitted(tags, to: $0) } ?? tags)"
    }
    return text + "\n"
  }
}

/// Search results: the line of each note, then the matching excerpt of its text.
struct SearchResultList {
  let times: TimeText
  /// The columns of the terminal; `nil` for no limit.
  let width: Int?

  func text(_ rows: [Row<SearchHit>]) -> StyledText {
    let table = NoteTable(times: times, width: width)
    let labelWidth = NoteTable.labelWidth(rows)
    var text: StyledText = ""
    for row in rows {
      text += table.line(Row(row.value.note, label: row.label), labelWidth: labelWidth)
      if !row.value.snippet.isEmpty { text += "    \(snippet(row.value.snippet))\n" }
    }
    return text
  }

  /// Returns a snippet on one line of the terminal. Line breaks are printed as spaces; it does not begin with one.
  private func snippet(_ pieces: [SearchHit.Piece]) -> StyledText {
    var text: StyledText = ""
    var rest = width.map { max(20, $0 - 4) } ?? .max
    for (index, piece) in pieces.enumerated() where rest > 0 {
      let content = index == 0 ? String(piece.text.unicodeScalars.drop { $0.properties.isWhitespace }) : piece.text
      let fitted = DisplayWidth.fitted(TerminalEscaping.escaped(content, keepingLines: false), to: rest)
      text += "\(piece.isMatch ? .match : .plain, fitted)"
      rest -= DisplayWidth.of(fitted)
    }
    return text
  }
}
