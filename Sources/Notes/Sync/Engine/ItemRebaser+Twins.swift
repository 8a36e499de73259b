import NotesDomain

/// The notes that two devices added before they synced, and that are one note.
extension ItemRebaser {
  /// A note of this device that is the same note as one that the vault adds.
  private struct Twin {
    let id: NoteID
    /// The note that this device makes of it.
    let local: Note
    /// The ancestor that it has in common with the one that arrives; `nil` if it is unknown.
    let base: Note?
    /// Whether the note came from a file. The records of its imports are then those of the vault's note.
    let isImported: Bool

    /// A note that was imported.
    init(_ own: Note, base: Note?) {
      (id, local, self.base, isImported) = (own.id, own, base, true)
    }

    /// A note of a day.
    init(_ own: Note, joined: Note?, with theirs: Note) {
      (id, local, base, isImported) = (own.id, joined ?? own, joined == nil ? nil : theirs, false)
    }
  }

  /// Replaces the note of this device that is the same note as the one that the vault adds with a step. Returns the step that
  /// gives the note what was written here; `nil` if there is no such note.
  func takeTwin(of step: Step, in transaction: any SyncTransaction) throws -> Step? {
    guard step.before == nil, let theirs = step.incoming.note,
      let twin = try importedTwin(of: theirs, in: transaction) ?? dailyTwin(of: theirs, in: transaction),
      // What a batch has is no longer unsent.
      try transaction.batch() == nil
    else { return nil }
    let before = SyncItem(revision: .none, base: twin.base, local: twin.local.copied(as: theirs.id))
    let outcome = rules.rebase(before, onto: step.incoming, forkedAt: nil, keepsDeleted: false)
    try transaction.rename(twin.id, to: theirs.id)
    return Step(
      item: step.item, incoming: step.incoming, before: before, forkedAt: nil, outcome: outcome, isUnreadable: false)
  }

  /// Returns the note that this device imported from the file of a note that another device imported, too.
  ///
  /// Both are of one file if the content of the one that arrives is that of the other, now or after its import, or if they have
  /// the same time of creation: to the millisecond, that of the file. In the last case one that is still as its file was is the
  /// ancestor, and of two others the one that has all lines of the other is the later one; otherwise both were edited, or their
  /// files were, so that they are merged without a base.
  private func importedTwin(of theirs: Note, in transaction: any SyncTransaction) throws -> Twin? {
    let own = try transaction.unsentImports(at: theirs.place).filter { $0.note.id != theirs.id }
    guard !own.isEmpty else { return nil }
    let content = ContentDigest(of: theirs)
    if let found = own.first(where: { ContentDigest(of: $0.note) == content }) {
      return Twin(found.note, base: found.note.copied(as: theirs.id).withoutFlags)
    }
    if let found = own.first(where: { $0.imported == content }) {
      return Twin(found.note, base: theirs.withoutFlags)
    }
    // A time of whole seconds is a date that a person wrote, or that of an archive, which many files have.
    guard theirs.created.millisecondsSince1970 % 1000 != 0 else { return nil }
    return own.first { $0.note.created == theirs.created }.map { found in
      if found.isAsImported { return Twin(found.note, base: found.note.copied(as: theirs.id).withoutFlags) }
      // One that has everything of the other was perhaps made from it, and then nothing is lost.
      if theirs.hasAll(of: found.note) { return Twin(found.note, base: found.note.copied(as: theirs.id).withoutFlags) }
      return Twin(found.note, base: found.note.hasAll(of: theirs) ? theirs.withoutFlags : nil)
    }
  }

  /// Returns the ``DailyNote`` of this device of the same day as that of another device, with the texts of both: since the text
  /// that arrives is in it, that is its base. If they cannot be joined, both are kept, as a conflict.
  private func dailyTwin(of theirs: Note, in transaction: any SyncTransaction) throws -> Twin? {
    guard theirs.isDaily else { return nil }
    for own in try transaction.unsentNotes(titled: theirs.title, in: theirs.notebook)
    where own.isDaily && own.id != theirs.id {
      // The text of a file is not one that goes on with another: the rest of a line that differs would be there twice.
      guard try !transaction.unsentImports(at: own.place).contains(where: { $0.note.id == own.id }) else { continue }
      return Twin(own, joined: DailyNote.joined(own, with: theirs), with: theirs)
    }
    return nil
  }
}

extension UnsentImport {
  /// Whether the note was not changed since the import, nor its file between its creation and the import.
  fileprivate var isAsImported: Bool { note.modified == note.created && imported == ContentDigest(of: note) }
}

extension Note {
  /// Returns whether the note has the title and all lines, tags and attachments of another one.
  fileprivate func hasAll(of other: Note) -> Bool {
    title.hasSameBytes(as: other.title) && LineDiff.keeps(other.body, in: body)
      && LineDiff.keeps(other.foreignFrontMatter, in: foreignFrontMatter) && Set(other.tags).isSubset(of: tags)
      && Set(other.attachments).isSubset(of: attachments)
  }

  /// The note as an import makes it: neither pinned nor archived, nor in the trash.
  fileprivate var withoutFlags: Note {
    var note = self
    (note.isPinned, note.isArchived, note.trashed) = (false, false, nil)
    return note
  }
}
