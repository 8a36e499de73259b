import GRDB
import NotesDomain

/// The tables `note_name` and `note_link`, which are maintained like the other indexes of notes: see `index(_:inlineTags:row:)`.
///
/// The rows of a note are computed from it, also to remove them. A version of the program with other rules for names or links
/// must therefore fill both tables anew, as the first one did: see ``NoteSchema``.
extension Database {
  func addNames(of note: Note, row: Int64) throws {
    let insertion = try statement("INSERT OR IGNORE INTO note_name (name, note) VALUES (?, ?)")
    for name in note.names { try insertion.run([.text(name.key), .integer(row)]) }
  }

  func addLinks(in body: String, row: Int64) throws {
    let insertion = try statement("INSERT OR IGNORE INTO note_link (target, note) VALUES (?, ?)")
    for name in NoteLink.names(in: body) { try insertion.run([.text(name.key), .integer(row)]) }
  }

  func removeNames(of note: Note, row: Int64) throws {
    for name in note.names {
      try run("DELETE FROM note_name WHERE name = ? AND note = ?", [.text(name.key), .integer(row)])
    }
  }

  func removeLinks(in body: String, row: Int64) throws {
    for name in NoteLink.names(in: body) {
      try run("DELETE FROM note_link WHERE target = ? AND note = ?", [.text(name.key), .integer(row)])
    }
  }

  /// Updates the names and links of a note that changes.
  func reindexLinks(row: Int64, from before: Note, to after: Note) throws {
    if before.names != after.names {
      try removeNames(of: before, row: row)
      try addNames(of: after, row: row)
    }
    guard before.body != after.body else { return }
    if NoteLink.names(in: before.body) != NoteLink.names(in: after.body) {
      try removeLinks(in: before.body, row: row)
      try addLinks(in: after.body, row: row)
    }
  }

  /// Fills both tables anew. O(size of all texts).
  func refillLinkIndexes() throws {
    try run("DELETE FROM note_name")
    try run("DELETE FROM note_link")
    // One note at a time: a note may have ten megabytes. The statement reads no table that is written meanwhile.
    try statement("SELECT \(NoteColumns.noteColumns), rowid FROM note ORDER BY rowid").forEachRow([]) { row in
      let (note, number) = (NoteColumns.note(row), row.integer(NoteColumns.noteColumnCount))
      try addNames(of: note, row: number)
      try addLinks(in: note.body, row: number)
      return true
    }
  }
}
