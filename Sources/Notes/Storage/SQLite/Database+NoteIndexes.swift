import GRDB
import NotesDomain

/// The indexes of notes that SQLite does not keep by itself: of words, tags and attachments.
///
/// Triggers could keep them. But before a statement that has some touches a page, SQLite copies it, should the statement
/// fail in the middle: of an import's time that took a good part, for what the transaction around it makes good anyway.
extension Database {
  /// Adds a note that was just added to the table.
  func index(_ note: Note, inlineTags: [Tag], row: Int64) throws {
    try addWords(of: note, row: row)
    try addTags(note.tags + inlineTags, row: row)
    try addAttachments(note.attachments, row: row)
  }

  /// Takes out a note that is about to be removed from the table.
  func removeFromIndexes(_ stored: StoredNote) throws {
    try removeWords(row: stored.row)
    try removeTags(stored.note.tags + stored.note.inlineTags, row: stored.row)
    try removeAttachments(stored.note.attachments, row: stored.row)
  }

  /// Puts a version of a note in the place of another, as far as they differ.
  ///
  /// - Parameters:
  ///   - stored: The note as it is in the table until `write` runs.
  ///   - note: The note as it is afterwards.
  ///   - inlineTags: The tags in its text.
  ///   - write: Writes it to the table.
  func reindex(_ stored: StoredNote, as note: Note, inlineTags: [Tag], write: () throws -> Void) throws {
    let (old, row) = (stored.note, stored.row)
    let hasOtherTags = !TagList.encode(old.tags).hasBytes(of: TagList.encode(note.tags))
    let hasOtherWords = hasOtherTags || !old.title.hasBytes(of: note.title) || !old.body.hasBytes(of: note.body)
    // What is taken out is read from the table, byte for byte what was put in.
    if hasOtherWords { try removeWords(row: row) }
    try write()
    if hasOtherWords { try addWords(of: note, row: row) }
    let oldInlineTags = old.inlineTags
    if hasOtherTags || !TagList.encode(oldInlineTags).hasBytes(of: TagList.encode(inlineTags)) {
      try removeTags(old.tags + oldInlineTags, row: row)
      try addTags(note.tags + inlineTags, row: row)
    }
    if !AttachmentList.encode(old.attachments).hasBytes(of: AttachmentList.encode(note.attachments)) {
      try removeAttachments(old.attachments, row: row)
      try addAttachments(note.attachments, row: row)
    }
  }

  private func addWords(of note: Note, row: Int64) throws {
    try run(
      "INSERT INTO note_fts (rowid, body, title, tags) VALUES (?, ?, ?, ?)",
      [.integer(row), .text(note.body), .text(note.title), .text(TagList.encode(note.tags))])
  }

  private func removeWords(row: Int64) throws {
    try run(
      """
      INSERT INTO note_fts (note_fts, rowid, body, title, tags)
      SELECT 'delete', rowid, body, title, tags FROM note WHERE rowid = ?
      """, [.integer(row)])
  }

  private func addTags(_ tags: [Tag], row: Int64) throws {
    for tag in tags {
      try run("INSERT OR IGNORE INTO note_tag (tag, note) VALUES (?, ?)", [.text(tag.name), .integer(row)])
    }
  }

  private func removeTags(_ tags: [Tag], row: Int64) throws {
    for tag in tags { try run("DELETE FROM note_tag WHERE tag = ? AND note = ?", [.text(tag.name), .integer(row)]) }
  }

  private func addAttachments(_ attachments: [Attachment], row: Int64) throws {
    for attachment in attachments {
      try run(
        "INSERT INTO note_attachment (digest, note, name, size) VALUES (?, ?, ?, ?)",
        [
          .text(attachment.digest.description), .integer(row), .text(attachment.name),
          .integer(Int64(attachment.size)),
        ])
    }
  }

  private func removeAttachments(_ attachments: [Attachment], row: Int64) throws {
    for attachment in attachments {
      try run(
        "DELETE FROM note_attachment WHERE digest = ? AND note = ?",
        [.text(attachment.digest.description), .integer(row)])
    }
  }
}

extension String {
  /// Whether two texts are the same in the store, where canonically equivalent ones are not.
  fileprivate func hasBytes(of other: String) -> Bool {
    utf8.elementsEqual(other.utf8)
  }
}
