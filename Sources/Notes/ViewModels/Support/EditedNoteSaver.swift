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

  let repository: any NoteRepository
  let conflicts: any ConflictStore
  let draftEditing: DraftEditing
  let ids: any NoteIDGenerator
  let wallClock: any WallClock

  /// Saves an edited note. Does nothing if it is the same.
  ///
  /// - Parameters:
  ///   - before: The note before the edit.
  ///   - source: The origin of the text, which is in a draft afterwards if the store fails.
  /// - Returns: The outcome, and whether the note was taken out of the trash, to which it was moved meanwhile.
  func save(
    _ edit: Edit, over before: Note, from source: TextSource
  ) async throws -> (outcome: EditorState.Outcome, isRestored: Bool) {
    guard let edited = try note(edit, over: before, from: source) else { return (.unchanged(before), false) }
    let update = try await draftEditing.storing(source, named: before.title) {
      try await repository.update([before.id]) { note in
        if let merged = Self.merged(base: before, ours: edited, theirs: note) { note = merged }
      }
    }?.notes.first
    guard let update else { return (.added(try await add(edited, from: source)), false) }
    // The change runs inside the store and cannot throw.
    guard Self.merged(base: before, ours: edited, theirs: update.before) != nil else {
      let copy = try await addCopy(of: edited, base: before, theirs: update.after, from: source)
      return (.keptBoth(copy, stored: update.after), false)
    }
    return (
      update.after.body.hasSameBytes(as: edited.body) ? .saved(update.after) : .merged(update.after),
      isRestored: update.before.trashed != nil && update.after.trashed == nil
    )
  }

  /// Returns the edited note; `nil` if it is the same.
  private func note(_ edit: Edit, over before: Note, from source: TextSource) throws -> Note? {
    switch edit {
    case .text(let body):
      if body.hasSameBytes(as: before.body) { return nil }
      // Most editors end the last line, also when a person changes nothing.
      if source.draft != nil, !before.body.isEmpty, body.hasSameBytes(as: before.body + "\n") { return nil }
      try DraftEditing.checkSize(body, draft: source.draft)
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

  /// Merges two versions; `nil` if both changed the same text, or the result is too large.
  private static func merged(base: Note, ours: Note, theirs: Note) -> Note? {
    NoteMerge.merge(base: base, ours: ours, theirs: theirs).flatMap {
      $0.body.utf8.count <= NoteLimits.maximumBytes ? $0 : nil
    }
  }

  /// Adds the edited text of a note that was purged meanwhile.
  private func add(_ edited: Note, from source: TextSource) async throws -> Note {
    var note = edited.copied(as: ids.next(created: edited.modified))
    note.created = edited.modified
    let added = note
    try await draftEditing.storing(source, named: edited.title) { try await repository.insert([added]) }
    return added
  }

  /// Adds the edited text as a copy that conflicts with the stored one.
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
    try await draftEditing.storing(source, named: edited.title) { try await conflicts.add(conflict, copy: added) }
    return added
  }
}
