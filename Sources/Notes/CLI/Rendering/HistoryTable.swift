import NotesDomain
import NotesViewModels

/// What happened, a line each: number, time, what was done, and to what.
struct HistoryTable {
  private let times: TimeText
  private let width: Int?

  /// - Parameters:
  ///   - times: How moments are written.
  ///   - width: The columns of the screen; `nil` to leave nothing out.
  init(times: TimeText, width: Int?) {
    self.times = times
    self.width = width
  }

  /// A line for each set of changes.
  func text(_ sets: [ChangeSet]) -> StyledText {
    let deeds = sets.map(ChangeWords.deed(of:))
    let widths = (sets.map { String($0.id).count }.max() ?? 0, deeds.map(\.count).max() ?? 0)
    var text = StyledText(trusted: "")
    for (set, deed) in zip(sets, deeds) {
      text += head(set.id, set.made, deed, widths) + "  "
      let end = set.undoneBy.map { "  (taken back by \($0))" } ?? ""
      let used = widths.0 + widths.1 + 22 + end.count
      let titles = ChangeWords.titles(of: set.examples, count: set.count).rendered(hasColor: false)
      text += "\(.title, width.map { DisplayWidth.fitted(titles, to: max(20, $0 - used)) } ?? titles)\(.dim, end)\n"
    }
    return text
  }

  /// A line for each version of a note.
  func text(_ rows: [HistoryState.Row]) -> StyledText {
    let deeds = rows.map { row in
      row.version.changeSet == 0 ? "as it was" : ChangeWords.deed(of: row.version, before: row.difference?.old)
    }
    let widths = (rows.map { String($0.version.changeSet).count }.max() ?? 0, deeds.map(\.count).max() ?? 0)
    var text = StyledText(trusted: "")
    for (row, deed) in zip(rows, deeds) {
      text += head(row.version.changeSet, row.version.made, deed, row.summary == nil ? (widths.0, 0) : widths)
      if let summary = row.summary { text += "  " + ChangeWords.summary(summary.fields, summary.difference) }
      text += "\n"
    }
    return text
  }

  private func head(_ number: Int, _ made: Timestamp, _ deed: String, _ widths: (Int, Int)) -> StyledText {
    let number = String(number)
    let indent = String(repeating: " ", count: max(0, widths.0 - number.count))
    let gap = String(repeating: " ", count: max(0, widths.1 - deed.count))
    return "\(raw: indent + number)  \(.dim, times.short(made))  \(raw: deed + gap)"
  }
}

extension HistoryState.Row {
  /// What is worth saying beside what was done; `nil` when that says it all.
  fileprivate var summary: (difference: NoteDifference, fields: [NoteDifference.Field])? {
    guard let difference, let old = difference.old, let new = difference.new else { return nil }
    let isDeed = version.kind == .local && (old.trashed == nil) != (new.trashed == nil)
    let fields = isDeed ? difference.fields.filter { $0 != .trashed } : difference.fields
    return difference.hunks.isEmpty && fields.isEmpty ? nil : (difference, fields)
  }
}
