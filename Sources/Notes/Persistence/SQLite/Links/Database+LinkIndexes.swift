import GRDB
import NotesDomain

/// The names of notes in `note_name`, and the inverted index of their links in `note_link`, which are maintained like the other
/// indexes of notes: see `index(_:inlineTags:row:)`.
///
/// The rows of a note are computed from it, also to remove them. A version of the program with other rules for names or links
/// must therefore fill both anew, as the first one did: see ``NoteSchema``.
extension Database {
  func addNames(of note: Note, row: Int64) throws {
    let insertion = try statement("INSERT OR IGNORE INTO note_name (name, note) VALUES (?, ?)")
    for name in note.names { try insertion.run([.text(name.key), .integer(row)]) }
  }

  func addLinks(in body: String, row: Int64) throws { try addLinks(to: NoteLink.names(in: body), row: row) }

  func removeNames(of note: Note, row: Int64) throws {
    for name in note.names {
      try run("DELETE FROM note_name WHERE name = ? AND note = ?", [.text(name.key), .integer(row)])
    }
  }

  func removeLinks(in body: String, row: Int64) throws { try removeLinks(to: NoteLink.names(in: body), row: row) }

  /// Updates the names and links of a note that changes.
  func reindexLinks(row: Int64, from before: Note, to after: Note) throws {
    if before.names != after.names {
      try removeNames(of: before, row: row)
      try addNames(of: after, row: row)
    }
    guard !before.body.hasSameBytes(as: after.body) else { return }
    let links = (before: NoteLink.names(in: before.body), after: NoteLink.names(in: after.body))
    if links.before != links.after {
      try removeLinks(to: links.before, row: row)
      try addLinks(to: links.after, row: row)
    }
  }

  private func addLinks(to names: [NoteName], row: Int64) throws {
    guard !names.isEmpty else { return }
    try run("INSERT INTO note_link (rowid, names) VALUES (?, ?)", [.integer(row), .text(names.lines)])
  }

  private func removeLinks(to names: [NoteName], row: Int64) throws {
    guard !names.isEmpty else { return }
    try run(
      "INSERT INTO note_link (note_link, rowid, names) VALUES ('delete', ?, ?)", [.integer(row), .text(names.lines)])
  }

  /// Fills both anew. O(size of all texts).
  func refillLinkIndexes() throws {
    try run("DELETE FROM note_name")
    try run("INSERT INTO note_link (note_link) VALUES ('delete-all')")
    // One note at a time: a note may have ten megabytes. The statement reads no table that is written meanwhile.
    try statement("SELECT \(NoteColumns.noteColumns), rowid FROM note ORDER BY rowid").forEachRow([]) { row in
      let (note, number) = (NoteColumns.note(row), row.integer(NoteColumns.noteColumnCount))
      try addNames(of: note, row: number)
      try addLinks(in: note.body, row: number)
      return true
    }
  }
}

extension [NoteName] {
  /// The names as a row of `note_link`. No name contains a line break.
  fileprivate var lines: String { map(\.key).joined(separator: "\n") }

  /// The expression for the rows of `note_link` with one of the names.
  var linkExpression: String { map { WordExpression.quoted($0.key) }.joined(separator: " OR ") }
}
