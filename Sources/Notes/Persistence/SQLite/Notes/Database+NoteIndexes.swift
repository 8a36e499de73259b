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
  func removeFromIndexes(row: Int64) throws {
    try removeWords(row: row)
    try removeTags(row: row)
    try removeAttachments(row: row)
  }

  /// Puts a version of a note in the place of another, as far as they differ.
  ///
  /// What is compared and taken out is what the row says, byte for byte: canonically equivalent texts are not the same in
  /// an index, and an earlier program may have found other tags in the same text.
  ///
  /// - Parameters:
  ///   - row: The row of the note, which is in the table as it was until `write` runs.
  ///   - note: The note as it is afterwards.
  ///   - inlineTags: The tags in its text.
  ///   - write: Writes it to the table.
  func reindex(row: Int64, as note: Note, inlineTags: [Tag], write: () throws -> Void) throws {
    let values: [SQLValue] = [
      .integer(row), .text(note.title), .text(note.body), .text(TagList.encode(note.tags)),
      .text(TagList.encode(inlineTags)), .text(AttachmentList.encode(note.attachments)),
    ]
    let found = try first(
      """
      SELECT title = ?2 AND body = ?3 AND tags = ?4, tags = ?4 AND inline_tags = ?5, attachments = ?6
      FROM note WHERE rowid = ?1
      """, values
    ) { (hasSameWords: $0.bool(0), hasSameTags: $0.bool(1), hasSameAttachments: $0.bool(2)) }
    guard let found else { return try write() }
    if !found.hasSameWords { try removeWords(row: row) }
    if !found.hasSameTags { try removeTags(row: row) }
    if !found.hasSameAttachments { try removeAttachments(row: row) }
    try write()
    if !found.hasSameWords { try addWords(of: note, row: row) }
    if !found.hasSameTags { try addTags(note.tags + inlineTags, row: row) }
    if !found.hasSameAttachments { try addAttachments(note.attachments, row: row) }
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

  private func removeTags(row: Int64) throws {
    for column in ["tags", "inline_tags"] {
      try run(
        """
        DELETE FROM note_tag WHERE note = ?1
          AND tag IN (SELECT value FROM json_each((SELECT \(column) FROM note WHERE rowid = ?1)))
        """, [.integer(row)])
    }
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

  private func removeAttachments(row: Int64) throws {
    try run(
      """
      DELETE FROM note_attachment WHERE note = ?1
        AND digest IN (
          SELECT json_extract(value, '$[1]') FROM json_each((SELECT attachments FROM note WHERE rowid = ?1)))
      """, [.integer(row)])
  }
}
