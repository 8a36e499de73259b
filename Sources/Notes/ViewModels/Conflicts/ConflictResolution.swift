import NotesDomain

/// The changes of the two notes of a conflict that resolve it.
///
/// The kept note leaves the trash, and the other one moves into it. A note that is gone is restored from the conflict if its
/// text is kept. The attachments of both are merged: the conflict is about texts, and none of them should lose an attachment.
struct ConflictResolution: Sendable {
  let conflict: NoteConflict
  /// The time of the changes.
  let time: Timestamp

  /// Returns the notes with the text of one of them in the note, or of each in its own.
  func keeping(_ side: ConflictSide, of sides: ConflictSides) -> ConflictSides {
    switch side {
    case .theirs: keepingNote(sides) { _ in }
    case .ours: keepingCopy(sides)
    case .both: keepingBoth(sides)
    }
  }

  /// Returns both notes outside of the trash. One that is gone has its text from the conflict, which is the last place of it.
  private func keepingBoth(_ sides: ConflictSides) -> ConflictSides {
    var lost = conflict.ours.copied(as: conflict.copy)
    lost.title += NoteConflict.copySuffix
    var (note, copy) = (sides.note ?? conflict.theirs.copied(as: conflict.note), sides.copy ?? lost)
    (note.trashed, copy.trashed) = (nil, nil)
    return ConflictSides(note: note, copy: copy)
  }

  /// Returns the notes with another text in the note.
  func writing(_ text: String, over sides: ConflictSides) -> ConflictSides {
    keepingNote(sides) { note in
      let title = NoteTitle.updated(for: note, newBody: text)
      if !note.body.hasSameBytes(as: text) { note.modified = time }
      (note.title, note.body) = (title, text)
    }
  }

  private func keepingCopy(_ sides: ConflictSides) -> ConflictSides {
    var ours = sides.copy ?? conflict.ours
    ours.title = conflict.titleWithoutCopySuffix(of: ours)
    if sides.note == nil, var copy = sides.copy {
      (copy.title, copy.trashed) = (ours.title, nil)
      return ConflictSides(note: nil, copy: copy)
    }
    return keepingNote(sides, orElse: ours) { note in
      (note.title, note.body, note.tags) = (ours.title, ours.body, ours.tags)
      (note.notebook, note.fileName, note.foreignFrontMatter) = (ours.notebook, ours.fileName, ours.foreignFrontMatter)
    }
  }

  /// Returns the notes with a changed note, and the copy in the trash.
  ///
  /// - Parameter lost: The note to restore if it is gone; `nil` for the conflict's version.
  private func keepingNote(
    _ sides: ConflictSides, orElse lost: Note? = nil, _ change: (inout Note) -> Void
  ) -> ConflictSides {
    var sides = sides
    let stored = sides.note
    var note = stored ?? (lost ?? conflict.theirs).copied(as: conflict.note)
    note.trashed = nil
    let before = note
    change(&note)
    note.attachments = AttachmentMerge.union(
      base: conflict.base?.attachments ?? [], ours: (sides.copy ?? conflict.ours).attachments, theirs: note.attachments)
    if note != before { note.modified = time }
    sides.note = note
    if sides.copy != nil, sides.copy?.trashed == nil { sides.copy?.trashed = time }
    return sides
  }
}
