package import NotesDomain

/// Changes of notes in words. Titles and other texts of notes in them are as they are: each front escapes them.
package enum ChangeText {
  /// Returns the action of a change set: `added` if it added all of its notes, else `changed`.
  package static func action(of set: ChangeSet) -> String {
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
  package static func action(of version: NoteVersion, before: Note?) -> String {
    guard version.changeSet > 0 else { return "initial version" }
    return switch version.kind {
    case .local: action(of: NoteChange(id: NoteID(high: 0, low: 0), before: before, after: version.note))
    case .imported: "imported"
    case .sync: version.merge == nil ? version.note == nil ? "removed by sync" : "synced" : "merged by sync"
    case .undo(let number): "undid \(number)"
    case .purge: "purged"
    }
  }

  /// Returns the action of a change of one note. The JSON output contains it.
  package static func action(of change: NoteChange) -> String {
    guard let before = change.before else { return "added" }
    guard let after = change.after else { return "removed" }
    if (before.trashed == nil) != (after.trashed == nil) { return after.trashed == nil ? "restored" : "trashed" }
    return "changed"
  }

  /// Returns the effect that an undo would have on a note.
  package static func outcome(of change: NoteChange) -> String {
    guard let before = change.before else { return "is restored" }
    guard let after = change.after else { return "is deleted" }
    if (before.trashed == nil) != (after.trashed == nil) {
      return after.trashed == nil ? "is restored from the trash" : "is moved to the trash"
    }
    let difference = NoteDifference(from: before, to: after)
    return summary(difference.fields, difference)
  }

  /// Returns the titles of the first notes of a change set with `count` notes.
  package static func titles(of changes: [NoteChange], count: Int) -> String {
    let titles = changes.prefix(3).compactMap { ($0.after ?? $0.before)?.title }
    let number = count == 1 ? "1 note" : "\(count) notes"
    // Of notes that were purged there are no titles.
    guard !titles.isEmpty else { return number }
    let list = titles.map { "“\($0)”" }.joined(separator: ", ")
    return (count == 1 ? "" : number + ": ") + list + (count > titles.count ? ", …" : "")
  }

  /// Returns differences in short, as in `text +2 −1, tags`.
  ///
  /// - Parameter fields: The properties to name.
  static func summary(_ fields: [NoteDifference.Field], _ difference: NoteDifference) -> String {
    var parts: [String] = []
    if !difference.hunks.isEmpty { parts.append("text +\(difference.addedLines) −\(difference.removedLines)") }
    parts += fields.map(name(of:))
    return parts.isEmpty ? "no change" : parts.joined(separator: ", ")
  }

  /// Returns the name of a property.
  package static func name(of field: NoteDifference.Field) -> String {
    field == .frontMatter ? "front matter" : field.rawValue
  }

  /// Returns the value of a property; `none` for an empty one.
  package static func value(of field: NoteDifference.Field, in note: Note, _ times: TimeText) -> String {
    let text =
      switch field {
      case .title: note.title
      case .tags: note.tags.hashtags
      case .notebook: note.notebook.path
      case .file: note.fileStem + ".md"
      case .pinned: note.isPinned ? "yes" : "no"
      case .archived: note.isArchived ? "yes" : "no"
      case .trashed: note.trashed.map { "since " + times.short($0) } ?? "no"
      case .created: times.short(note.created)
      case .frontMatter: note.foreignFrontMatter
      case .attachments: list(note.attachments)
      }
    return text.isEmpty ? "none" : text
  }

  /// Returns attachments on one line, as in `plan.pdf (12 bytes, 2cf24dba)`. The digest tells a replaced file apart.
  package static func list(_ attachments: [Attachment]) -> String {
    attachments.map { attachment in
      "\(attachment.name) (\(attachment.size) bytes, \(attachment.digest.description.prefix(8)))"
    }.joined(separator: ", ")
  }
}

extension HistoryState.Row {
  /// The action that created the version.
  package var action: String { ChangeText.action(of: version, before: difference?.old) }

  /// The differences that the action does not already tell; `nil` if there are none.
  package var summary: String? {
    guard let difference, let old = difference.old, let new = difference.new else { return nil }
    let isStateChange = version.kind == .local && (old.trashed == nil) != (new.trashed == nil)
    let fields = isStateChange ? difference.fields.filter { $0 != .trashed } : difference.fields
    return difference.hunks.isEmpty && fields.isEmpty ? nil : ChangeText.summary(fields, difference)
  }
}

extension [Tag] {
  /// The tags on one line, as in `#garden #kitchen`.
  package var hashtags: String { map { "#" + $0.name }.joined(separator: " ") }
}
