import GRDB
import NotesDomain

/// The indexes of notes that SQLite does not maintain itself: of words, tags, attachments, names and links.
///
/// Not by triggers. A statement with triggers may fail halfway, and SQLite prepares to roll back that statement alone: it copies
/// each page that it changes, and FTS5 writes the words that it has collected, as if the transaction ended. The same goes for
/// `INSERT … SELECT`, and for a `DELETE` of several rows with a function that can fail, such as `json_extract`. In an import,
/// that took half of the time, and the surrounding transaction rolls back anyway.
extension Database {
  func index(_ note: Note, inlineTags: [Tag], row: Int64) throws {
    try addWords(of: note, row: row)
    try addTags(note.tags + inlineTags, row: row)
    try addAttachments(note.attachments, row: row)
    try addNames(of: note, row: row)
    try addLinks(in: note.body, row: row)
  }

  /// Removes a note from the indexes, before its row is removed.
  func removeFromIndexes(_ stored: StoredNote) throws {
    try removeWords(row: stored.row)
    try removeTags(row: stored.row)
    try removeAttachments(row: stored.row)
    try removeNames(of: stored.note, row: stored.row)
    try removeLinks(in: stored.note.body, row: stored.row)
  }

  /// Updates the row of a note, and those of its indexes that change.
  ///
  /// Compares and removes the stored columns, byte for byte: canonically equivalent texts differ in an index, and an earlier
  /// program may have found other tags in the same text.
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
      VALUES ('delete', ?1, (SELECT body FROM note WHERE rowid = ?1), (SELECT title FROM note WHERE rowid = ?1),
        (SELECT tags FROM note WHERE rowid = ?1))
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

  /// Finds the tags in all texts anew. O(size of all texts).
  func refillInlineTags() throws {
    var changed: [(row: Int64, tags: [Tag], inlineTags: [Tag])] = []
    let statement = try statement("SELECT rowid, tags, inline_tags, body FROM note WHERE instr(body, '#')")
    try statement.forEachRow([]) { row in
      let tags = TagList.decode(row.text(1))
      let inlineTags = InlineTags.find(in: row.text(3)).without(tags)
      if TagList.decode(row.text(2)) != inlineTags { changed.append((row.integer(0), tags, inlineTags)) }
      return true
    }
    for note in changed {
      try removeTags(row: note.row)
      try run(
        "UPDATE note SET inline_tags = ? WHERE rowid = ?",
        [.text(TagList.encode(note.inlineTags)), .integer(note.row)])
      try addTags(note.tags + note.inlineTags, row: note.row)
    }
  }

  private func addAttachments(_ attachments: [Attachment], row: Int64) throws {
    for attachment in attachments {
      try run(
        "INSERT INTO note_attachment (digest, note, name, size) VALUES (?, ?, ?, ?)",
        [.text(attachment.digest.description), .integer(row), .text(attachment.name), .integer(attachment.size)])
    }
  }

  private func removeAttachments(row: Int64) throws {
    try run(
      """
      DELETE FROM note_attachment WHERE note = ?1
        AND digest IN (
          SELECT part.value
          FROM json_each((SELECT attachments FROM note WHERE rowid = ?1)) AS attachment, json_each(attachment.value) AS part
          WHERE part.key = 1)
      """, [.integer(row)])
  }
}
