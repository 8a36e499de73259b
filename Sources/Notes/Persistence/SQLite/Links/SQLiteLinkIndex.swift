import GRDB
import NotesDomain

/// The names and links of the notes in an SQLite file.
struct SQLiteLinkIndex: LinkIndex {
  let database: LazyNoteDatabase

  func notes(named name: NoteName, limit: Int) async throws(StoreError) -> [NoteSummary] {
    try database.opened().connection.read { database in
      Array(try database.notes(named: name).prefix(max(0, limit)))
    }
  }

  func titles(beginningWith prefix: String, limit: Int) async throws(StoreError) -> [NoteSummary] {
    let key = NoteName(prefix)?.key ?? ""
    return try database.opened().connection.read { database in
      var notes: [NoteSummary] = []
      // A note has several names, of which the first counts.
      var seen: Set<NoteID> = []
      let statement = try database.statement(
        """
        SELECT \(NoteColumns.summaryColumns) FROM note_name JOIN note ON note.rowid = note_name.note
        WHERE note_name.name >= ? AND note_name.name < ? AND note.trashed IS NULL ORDER BY note_name.name, note.id DESC
        """)
      try statement.forEachRow([.text(key), .text(key + "\u{10FFFF}")]) { row in
        guard notes.count < limit else { return false }
        let note = NoteColumns.summary(row)
        if seen.insert(note.id).inserted { notes.append(note) }
        return true
      }
      return notes
    }
  }

  func notes(linkingTo names: [NoteName]) async throws(StoreError) -> [NoteSummary] {
    guard !names.isEmpty else { return [] }
    return try database.opened().connection.read { database in
      let targets = names.map { _ in "?" }.joined(separator: ", ")
      return try database.all(
        """
        SELECT \(NoteColumns.summaryColumns) FROM note
        WHERE trashed IS NULL AND rowid IN (SELECT note FROM note_link WHERE target IN (\(targets)))
        ORDER BY modified DESC, id DESC
        """, names.map { .text($0.key) }, decode: NoteColumns.summary)
    }
  }

  func orphans() async throws(StoreError) -> [NoteSummary] {
    try database.opened().connection.read { database in
      // Few links have paths: they are resolved one by one.
      let byPath = try database.linksWithPaths().flatMap { link in
        try database.rows(ofPath: link.target).filter { $0 != link.row }
      }
      return try database.all(
        """
        SELECT \(NoteColumns.summaryColumns) FROM note
        WHERE trashed IS NULL AND archived = 0
          AND rowid NOT IN (
            SELECT note_name.note FROM note_link
            JOIN note_name ON note_name.name = note_link.target AND note_name.note <> note_link.note
            JOIN note AS source ON source.rowid = note_link.note AND source.trashed IS NULL)
          AND rowid NOT IN (SELECT value FROM json_each(?))
        ORDER BY modified DESC, id DESC
        """, [.text("[\(byPath.map(String.init).joined(separator: ","))]")], decode: NoteColumns.summary)
    }
  }

  func brokenLinks() async throws(StoreError) -> [BrokenLink] {
    try database.opened().connection.read { database in
      let unresolved = try database.all(
        """
        SELECT \(NoteColumns.summaryColumns), note_link.target FROM note_link
        JOIN note ON note.rowid = note_link.note AND note.trashed IS NULL
        WHERE NOT EXISTS (
          SELECT 1 FROM note_name JOIN note AS named ON named.rowid = note_name.note AND named.trashed IS NULL
          WHERE note_name.name = note_link.target)
        ORDER BY note.title COLLATE NOCASE, note.id, note_link.target
        """
      ) { row in
        NoteName(row.text(NoteColumns.summaryColumnCount)).map { BrokenLink(note: NoteColumns.summary(row), name: $0) }
      }.compactMap(\.self)
      return try unresolved.filter { link in
        try link.name.path == nil || database.notes(named: link.name).allSatisfy { $0.trashed != nil }
      }
    }
  }
}

extension Database {
  /// Returns the notes with a name in the order of ``LinkIndex/notes(named:limit:)``.
  fileprivate func notes(named name: NoteName) throws -> [NoteSummary] {
    var notes = try notes(withKey: name.key)
    if let path = name.path {
      notes += try self.notes(withKey: path.name).filter { $0.notebook.hasEnd(path.notebook) }
    }
    return notes
  }

  /// Returns the notes with a name that is no path, in the same order.
  func notes(withKey key: String) throws -> [NoteSummary] {
    try all(
      """
      SELECT \(NoteColumns.summaryColumns) FROM note WHERE rowid IN (SELECT note FROM note_name WHERE name = ?)
      ORDER BY trashed IS NOT NULL, modified DESC, id DESC
      """, [.text(key)], decode: NoteColumns.summary)
  }

  /// Returns the links whose targets are paths, of notes outside of the trash.
  fileprivate func linksWithPaths() throws -> [(target: String, row: Int64)] {
    try all(
      """
      SELECT target, note FROM note_link JOIN note ON note.rowid = note_link.note AND note.trashed IS NULL
      WHERE instr(target, '/')
      """
    ) { ($0.text(0), $0.integer(1)) }
  }

  fileprivate func rows(ofPath target: String) throws -> [Int64] {
    guard let path = NoteName(target)?.path else { return [] }
    return try all(
      "SELECT note.rowid, notebook FROM note_name JOIN note ON note.rowid = note_name.note WHERE name = ?",
      [.text(path.name)]
    ) { (row: $0.integer(0), notebook: Notebook($0.text(1)) ?? .root) }
    .filter { $0.notebook.hasEnd(path.notebook) }.map(\.row)
  }
}
