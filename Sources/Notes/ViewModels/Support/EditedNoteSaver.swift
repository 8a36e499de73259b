import NotesDomain

/// Saves edited notes, merged with what was saved meanwhile. If both changed the same text, both are kept, as a conflict.
struct EditedNoteSaver: Sendable {
  /// The edited version of a note.
  enum Edit: Sendable {
    /// Another text, which the title may follow.
    case text(String)
    /// Another version of the whole note.
    case note(Note)
  }

  /// The result of saving a note.
  struct Saved {
    let outcome: EditorState.Outcome
    /// Whether the note was taken out of the trash.
    var isRestored = false
    /// The changes of links to the note, which may have another title.
    var links: NoteUpdates?
  }

  /// The number of notes of one name among which the one is looked for that another one became.
  private static let maximumNamesakes = 20

  let repository: any NoteRepository
  let conflicts: any ConflictStore
  let history: any NoteHistory
  let links: any LinkIndex
  let draftEditing: DraftEditing
  let ids: any NoteIDGenerator
  let wallClock: any WallClock

  /// Saves an edited note. Does nothing if it is the same.
  ///
  /// - Parameters:
  ///   - before: The note before the edit.
  ///   - source: The origin of the text, which is in a draft afterwards if the store fails.
  func save(_ edit: Edit, over before: Note, from source: TextSource) async throws -> Saved {
    guard let edited = try note(edit, over: before, from: source) else { return Saved(outcome: .unchanged(before)) }
    let updates = try await draftEditing.storing(source, named: before.title) {
      try await repository.update([before.id]) { note in
        if let merged = NoteMerge.merge(base: before, ours: edited, theirs: note) { note = merged }
      }
    }
    guard let updates, let update = updates.notes.first else {
      return try await addAgain(edited, over: before, from: source)
    }
    // The change ran inside the store and could not throw.
    guard NoteMerge.merge(base: before, ours: edited, theirs: update.before) != nil else {
      let copy = try await addCopy(of: edited, base: before, theirs: update.after, from: source)
      return Saved(outcome: .keptBoth(copy, stored: update.after))
    }
    return Saved(
      outcome: update.after.body.hasSameBytes(as: edited.body) ? .saved(update.after) : .merged(update.after),
      isRestored: update.before.trashed != nil && update.after.trashed == nil, links: updates)
  }

  /// Returns the edited note; `nil` if it is the same.
  private func note(_ edit: Edit, over before: Note, from source: TextSource) throws -> Note? {
    switch edit {
    case .text(let body):
      if body.hasSameBytes(as: before.body) { return nil }
      // Most editors end the last line, also when a person changes nothing.
      if source.draft != nil, !before.body.isEmpty, body.hasSameBytes(as: before.body + "\n") { return nil }
      var edited = before
      edited.title = NoteTitle.updated(for: before, newBody: body)
      edited.body = body
      edited.modified = wallClock.now()
      return edited
    case .note(let edited):
      var unchanged = edited
      unchanged.modified = before.modified
      return unchanged == before ? nil : edited
    }
  }

  /// Saves the edit of a note that is gone: of one that a sync made the same note as another one, as an edit of that; of one that was
  /// purged, as a new note.
  private func addAgain(_ edited: Note, over before: Note, from source: TextSource) async throws -> Saved {
    let id = try await draftEditing.storing(source, named: edited.title) {
      try await successor(titled: before.title, in: before.notebook, having: ContentDigest(of: before))
    }
    if let id {
      return try await save(.note(edited.copied(as: id)), over: before.copied(as: id), from: source)
    }
    var note = edited.copied(as: ids.next(created: edited.modified))
    note.created = edited.modified
    let added = note
    try await draftEditing.storing(source, named: edited.title) { try await repository.insert([added]) }
    return Saved(outcome: .added(added))
  }

  /// Returns the note that a sync made of one that is gone: that of its title and notebook which has a version of it.
  func successor(titled title: String, in notebook: Notebook, having content: ContentDigest) async throws -> NoteID? {
    guard let name = NoteName(title) else { return nil }
    for note in try await links.notes(named: name, limit: Self.maximumNamesakes)
    where note.trashed == nil && note.notebook == notebook {
      if try await history.note(note.id, withContents: [content]) != nil { return note.id }
    }
    return nil
  }

  /// Adds the edited text as a copy that conflicts with the stored one, and returns the copy. Of an edit that is sent again, that is the
  /// one that was added then.
  ///
  /// - Parameter base: The version that both go back to; `nil` if it is not known.
  func addCopy(of edited: Note, base: Note?, theirs: Note, from source: TextSource) async throws -> Note {
    var copy = edited.copied(as: ids.next(created: edited.modified))
    copy.title += NoteConflict.copySuffix
    copy.created = edited.modified
    let (added, conflict) = (
      copy,
      NoteConflict(note: theirs.id, copy: copy.id, base: base, theirs: theirs, ours: edited, detected: edited.modified)
    )
    return try await draftEditing.storing(source, named: edited.title) {
      try await conflicts.add(conflict, copy: added)
    }
  }
}
