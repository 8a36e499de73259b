import NotesDomain
import NotesViewModels

/// Changes of notes, in words.
enum ChangeWords {
  /// What was done, for a whole set: `added`, if it added all of its notes.
  static func deed(of set: ChangeSet) -> String {
    switch set.kind {
    case .local:
      let deeds = Set(set.examples.map(deed(of:)))
      return deeds.count == 1 ? deeds.first ?? "changed" : "changed"
    case .imported: return "imported"
    case .sync: return "synced"
    case .undo(let number): return "took back \(number)"
    }
  }

  /// What made a version.
  static func deed(of version: NoteVersion, before: Note?) -> String {
    switch version.kind {
    case .local: deed(of: NoteChange(id: NoteID(high: 0, low: 0), before: before, after: version.note))
    case .imported: "imported"
    case .sync: version.merging == nil ? version.note == nil ? "removed by sync" : "synced" : "merged by sync"
    case .undo(let number): "took back \(number)"
    }
  }

  /// What was done to one note.
  static func deed(of change: NoteChange) -> String {
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
