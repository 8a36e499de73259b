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
      let titles = ChangeText.titles(of: set.examples, count: set.count).rendered(hasColor: false)
      text += "\(.title, width.map { DisplayWidth.fitted(titles, to: max(20, $0 - used)) } ?? titles)\(.dim, suffix)\n"
    }
    return text
  }

  /// Returns a line for each version of a note.
  func text(_ rows: [HistoryState.Row]) -> StyledText {
    let actions = rows.map { row in
      row.version.changeSet == 0 ? "initial version" : ChangeText.action(of: row.version, before: row.difference?.old)
    }
    let widths = ColumnWidths(numbers: rows.map(\.version.changeSet), actions: actions)
    var text: StyledText = ""
    for (row, action) in zip(rows, actions) {
      var widths = widths
      // No trailing spaces after the last column.
      if row.summary == nil { widths.action = 0 }
      text += columns(number: row.version.changeSet, time: row.version.created, action: action, widths: widths)
      if let summary = row.summary { text += "  " + ChangeText.summary(summary.fields, summary.difference) }
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

extension HistoryState.Row {
  /// The differences that the action does not already tell; `nil` if there are none.
  fileprivate var summary: (difference: NoteDifference, fields: [NoteDifference.Field])? {
    guard let difference, let old = difference.old, let new = difference.new else { return nil }
    let isStateChange = version.kind == .local && (old.trashed == nil) != (new.trashed == nil)
    let fields = isStateChange ? difference.fields.filter { $0 != .trashed } : difference.fields
    return difference.hunks.isEmpty && fields.isEmpty ? nil : (difference, fields)
  }
}

/// Changes of notes as text.
enum ChangeText {
  /// Returns the action of a change set: `added` if it added all of its notes, else `changed`.
  static func action(of set: ChangeSet) -> String {
    switch set.kind {
    case .local:
      let actions = Set(set.examples.map(action(of:)))
      return actions.count == 1 ? actions.first ?? "changed" : "changed"
    case .imported: return "imported"
    case .sync: return "synced"
    case .undo(let number): return "undid \(number)"
    case .purge: return "purged"
    }
  }

  /// Returns the action that created a version.
  static func action(of version: NoteVersion, before: Note?) -> String {
    switch version.kind {
    case .local: action(of: NoteChange(id: NoteID(high: 0, low: 0), before: before, after: version.note))
    case .imported: "imported"
    case .sync: version.merge == nil ? version.note == nil ? "removed by sync" : "synced" : "merged by sync"
    case .undo(let number): "undid \(number)"
    case .purge: "purged"
    }
  }

  /// Returns the action of a change of one note. The JSON output contains it.
  static func action(of change: NoteChange) -> String {
    guard let before = change.before else { return "added" }
    guard let after = change.after else { return "removed" }
    if (before.trashed == nil) != (after.trashed == nil) { return after.trashed == nil ? "restored" : "trashed" }
    return "changed"
  }

  /// Returns the effect that an undo would have on a note.
  static func outcome(of change: NoteChange) -> StyledText {
    guard let before = change.before else { return "is restored" }
    guard let after = change.after else { return "is deleted" }
    if (before.trashed == nil) != (after.trashed == nil) {
      return after.trashed == nil ? "is restored from the trash" : "is moved to the trash"
    }
    return summary(nil, NoteDifference(from: before, to: after))
  }

  /// Returns the titles of the first notes of a change set with `count` notes.
  static func titles(of changes: [NoteChange], count: Int) -> StyledText {
    let titles = changes.prefix(3).compactMap { ($0.after ?? $0.before)?.title }
    // Of notes that were purged there are no titles.
    guard !titles.isEmpty else { return .count(count, "note") }
    var text: StyledText = count == 1 ? "" : "\(.count(count, "note")): "
    for (index, title) in titles.enumerated() { text += index == 0 ? "“\(title)”" : ", “\(title)”" }
    return count > titles.count ? text + ", …" : text
  }

  /// Returns differences in short, as in `text +2 −1, tags`. Names all fields that differ, unless some are given.
  static func summary(_ fields: [NoteDifference.Field]?, _ difference: NoteDifference) -> StyledText {
    var parts: [String] = []
    if !difference.hunks.isEmpty { parts.append("text +\(difference.addedLines) −\(difference.removedLines)") }
    parts += (fields ?? difference.fields).map(name(of:))
    return "\(raw: parts.isEmpty ? "no change" : parts.joined(separator: ", "))"
  }

  static func name(of field: NoteDifference.Field) -> String {
    field == .frontMatter ? "front matter" : field.rawValue
  }
}
