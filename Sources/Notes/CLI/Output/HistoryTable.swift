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
    let actions = sets.map(ChangeText.action(of:))
    let widths = (sets.map { String($0.id).count }.max() ?? 0, actions.map(\.count).max() ?? 0)
    var text = StyledText(trusted: "")
    for (set, action) in zip(sets, actions) {
      text += head(set.id, set.made, action, widths) + "  "
      let end = set.undoneBy.map { "  (taken back by \($0))" } ?? ""
      let used = widths.0 + widths.1 + 22 + end.count
      let titles = ChangeText.titles(of: set.examples, count: set.count).rendered(hasColor: false)
      text += "\(.title, width.map { DisplayWidth.fitted(titles, to: max(20, $0 - used)) } ?? titles)\(.dim, end)\n"
    }
    return text
  }

  /// A line for each version of a note.
  func text(_ rows: [HistoryState.Row]) -> StyledText {
    let actions = rows.map { row in
      row.version.changeSet == 0 ? "as it was" : ChangeText.action(of: row.version, before: row.difference?.old)
    }
    let widths = (rows.map { String($0.version.changeSet).count }.max() ?? 0, actions.map(\.count).max() ?? 0)
    var text = StyledText(trusted: "")
    for (row, action) in zip(rows, actions) {
      text += head(row.version.changeSet, row.version.made, action, row.summary == nil ? (widths.0, 0) : widths)
      if let summary = row.summary { text += "  " + ChangeText.summary(summary.fields, summary.difference) }
      text += "\n"
    }
    return text
  }

  private func head(_ number: Int, _ made: Timestamp, _ action: String, _ widths: (Int, Int)) -> StyledText {
    let number = String(number)
    let indent = String(repeating: " ", count: max(0, widths.0 - number.count))
    let gap = String(repeating: " ", count: max(0, widths.1 - action.count))
    return "\(raw: indent + number)  \(.dim, times.short(made))  \(raw: action + gap)"
  }
}

extension HistoryState.Row {
  /// What is worth saying beside what was done; `nil` when that says it all.
  fileprivate var summary: (difference: NoteDifference, fields: [NoteDifference.Field])? {
    guard let difference, let old = difference.old, let new = difference.new else { return nil }
    let isStateChange = version.kind == .local && (old.trashed == nil) != (new.trashed == nil)
    let fields = isStateChange ? difference.fields.filter { $0 != .trashed } : difference.fields
    return difference.hunks.isEmpty && fields.isEmpty ? nil : (difference, fields)
  }
}

/// Changes of notes, in words.
enum ChangeText {
  /// What was done, for a whole set: `added`, if it added all of its notes.
  static func action(of set: ChangeSet) -> String {
    switch set.kind {
    case .local:
      let actions = Set(set.examples.map(action(of:)))
      return actions.count == 1 ? actions.first ?? "changed" : "changed"
    case .imported: return "imported"
    case .sync: return "synced"
    case .undo(let number): return "took back \(number)"
    }
  }

  /// What made a version.
  static func action(of version: NoteVersion, before: Note?) -> String {
    switch version.kind {
    case .local: action(of: NoteChange(id: NoteID(high: 0, low: 0), before: before, after: version.note))
    case .imported: "imported"
    case .sync: version.merging == nil ? version.note == nil ? "removed by sync" : "synced" : "merged by sync"
    case .undo(let number): "took back \(number)"
    }
  }

  /// What was done to one note.
  static func action(of change: NoteChange) -> String {
    guard let before = change.before else { return "added" }
    guard let after = change.after else { return "removed" }
    if (before.trashed == nil) != (after.trashed == nil) { return after.trashed == nil ? "restored" : "trashed" }
    return "changed"
  }

  /// What a note would become.
  static func outcome(of change: NoteChange) -> StyledText {
    guard let before = change.before else { return "comes back" }
    guard let after = change.after else { return "goes" }
    if (before.trashed == nil) != (after.trashed == nil) {
      return after.trashed == nil ? "comes out of the trash" : "goes to the trash"
    }
    return summary(nil, NoteDifference(from: before, to: after))
  }

  /// Titles of some notes of many.
  static func titles(of changes: [NoteChange], count: Int) -> StyledText {
    let titles = changes.prefix(3).compactMap { ($0.after ?? $0.before)?.title }
    let named = titles.map { "“\($0)”" as StyledText }
    var text: StyledText = count == 1 ? "" : "\(Plural.notes(count)): "
    for (index, title) in named.enumerated() { text += index == 0 ? title : ", " + title }
    return count > named.count ? text + ", …" : text
  }

  /// What differs, in short: `text +2 −1, tags`.
  ///
  /// - Parameters:
  ///   - fields: What to name beside the text; `nil` for all that differs.
  ///   - difference: What differs.
  static func summary(_ fields: [NoteDifference.Field]?, _ difference: NoteDifference) -> StyledText {
    var words: [String] = []
    if !difference.hunks.isEmpty { words.append("text +\(difference.addedLines) −\(difference.removedLines)") }
    words += (fields ?? difference.fields).map(name(of:))
    return "\(raw: words.isEmpty ? "no change" : words.joined(separator: ", "))"
  }

  static func name(of field: NoteDifference.Field) -> String {
    switch field {
    case .title: "title"
    case .tags: "tags"
    case .notebook: "notebook"
    case .pinned: "pin"
    case .archived: "archive"
    case .trashed: "trash"
    case .created: "time of creation"
    case .frontMatter: "front matter"
    case .attachments: "attachments"
    }
  }
}
