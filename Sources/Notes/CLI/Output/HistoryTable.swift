import NotesDomain
import NotesViewModels

/// The history in aligned columns, one line each: number, time, action, and the notes or the differences.
struct HistoryTable {
  let times: TimeText
  /// The columns of the terminal; `nil` for no limit.
  let width: Int?

  /// Returns a line for each change set.
  func text(_ sets: [ChangeSet]) -> StyledText {
    let actions = sets.map(ChangeText.action(of:))
    let widths = ColumnWidths(numbers: sets.map(\.id), actions: actions)
    var text: StyledText = ""
    for (set, action) in zip(sets, actions) {
      text += columns(number: set.id, time: set.created, action: action, widths: widths) + "  "
      let suffix = set.undoneBy.map { "  (undone by \($0))" } ?? ""
      let used = widths.number + widths.action + 22 + suffix.count
      let titles = TerminalEscaping.escaped(ChangeText.titles(of: set.examples, count: set.count), keepingLines: false)
      text += "\(.title, width.map { DisplayWidth.fitted(titles, to: max(20, $0 - used)) } ?? titles)\(.dim, suffix)\n"
    }
    return text
  }

  /// Returns a line for each version of a note.
  func text(_ rows: [HistoryState.Row]) -> StyledText {
    let actions = rows.map(\.action)
    let widths = ColumnWidths(numbers: rows.map(\.version.changeSet), actions: actions)
    var text: StyledText = ""
    for (row, action) in zip(rows, actions) {
      var widths = widths
      // No trailing spaces after the last column.
      if row.summary == nil { widths.action = 0 }
      text += columns(number: row.version.changeSet, time: row.version.created, action: action, widths: widths)
      if let summary = row.summary { text += "  \(raw: summary)" }
      text += "\n"
    }
    return text
  }

  private struct ColumnWidths {
    var number: Int
    var action: Int

    init(numbers: [Int], actions: [String]) {
      number = numbers.map { String($0).count }.max() ?? 0
      action = actions.map(\.count).max() ?? 0
    }
  }

  private func columns(number: Int, time: Timestamp, action: String, widths: ColumnWidths) -> StyledText {
    let number = String(number).leftPadded(to: widths.number)
    return "\(raw: number)  \(.dim, times.short(time))  \(raw: action.padded(to: widths.action))"
  }
}
