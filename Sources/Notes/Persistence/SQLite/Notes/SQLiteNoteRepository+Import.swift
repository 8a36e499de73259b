import GRDB
import NotesDomain

extension SQLiteNoteRepository {
  func notes(at places: Set<NotePlace>) async throws(StoreError) -> [Note] {
    try await database.read { database in
      try Dictionary(grouping: places) { NoteName($0.stem) }.flatMap { name, places -> [Note] in
        guard let name else { return [] }
        let rows = try database.rows(named: name, in: Set(places.map { PathKey($0.notebook.path) }))
        return try places.flatMap { place -> [Note] in
          let found = rows[PathKey(place.notebook.path)] ?? []
          guard found.count <= 10 else { return [] }
          let notes = try found.compactMap { row in
            try database.first(
              "SELECT \(NoteColumns.noteColumns) FROM note WHERE rowid = ?", [.integer(row)], decode: NoteColumns.note)
          }
          return notes.filter { $0.place == place }.sorted { $0.id < $1.id }
        }
      }
    }
  }

  func notes(created times: Set<Timestamp>) async throws(StoreError) -> [Note] {
    try await database.read { database in
      try times.sorted().flatMap { time in
        let notes = try database.all(
          """
          SELECT \(NoteColumns.noteColumns) FROM note
          WHERE trashed IS NULL AND archived = 0 AND pinned IN (0, 1) AND created = ? LIMIT 11
          """, [.timestamp(time)], decode: NoteColumns.note)
        return notes.count > 10 ? [] : notes.sorted { $0.id < $1.id }
      }
    }
  }

  func importRecords(paths: [String]) async throws(StoreError) -> [ImportRecord] {
    try await database.read { database in
      try Set(paths.map(PathKey.init)).map(\.path).sorted().flatMap { path in
        try database.all(
          ImportRecord.select + " WHERE record.path = ? ORDER BY directory.path", [.text(path)],
          decode: ImportRecord.init)
      }
    }
  }

  func importRecords(of notes: [NoteID]) async throws(StoreError) -> [ImportRecord] {
    try await database.read { database in
      let parameters = notes.map { _ in "?" }.joined(separator: ", ")
      return try database.all(
        ImportRecord.select + " WHERE note IN (\(parameters)) ORDER BY record.path, directory.path",
        notes.map(SQLValue.id), decode: ImportRecord.init)
    }
  }

  func importedFolders() async throws(StoreError) -> [String] {
    try await database.read { database in
      try database.all("SELECT path FROM import_directory ORDER BY path") { $0.text(0) }
    }
  }

  func importedFiles(
    of directory: String, after path: String?, limit: Int
  ) async throws(StoreError) -> [ImportRecord] {
    try await database.read { database in
      try database.all(
        ImportRecord.select + " WHERE directory.path = ? AND record.path > ? ORDER BY record.path LIMIT ?",
        [.text(directory), .text(path ?? ""), .limit(limit)], decode: ImportRecord.init)
    }
  }

  func replaceImportRecords(_ obsolete: [ImportRecord], with records: [ImportRecord]) async throws(StoreError) {
    try await database.write { database in
      for record in obsolete { try database.remove(record) }
      for record in records { try database.save(record) }
    }
  }

  func store(_ items: [ImportItem]) async throws(StoreError) -> [NoteID] {
    try await database.transaction(as: .imported) { transaction in
      let database = transaction.database
      var skipped: [NoteID] = []
      for item in items {
        if let record = item.record, try database.hasImported(record) { continue }
        let stored = try database.storedNote(item.note.id)
        guard stored.map({ ContentDigest(of: $0.note) }) == item.replacing else {
          skipped.append(item.note.id)
          continue
        }
        if let conflict = item.conflict {
          try transaction.insert(item.note, of: conflict)
          try database.record(conflict)
        } else if let stored {
          try transaction.update(stored, to: item.note)
        } else {
          try transaction.insert(item.note)
        }
        if let merge = item.merge { transaction.record(merge) }
        if let obsolete = item.obsolete { try database.remove(obsolete) }
        if let record = item.record { try database.save(record) }
      }
      return skipped
    }
  }
}

extension ImportRecord {
  fileprivate static let select = """
    SELECT record.path, directory.path, digest, note, content, note_modified
    FROM import_record AS record JOIN import_directory AS directory ON directory.rowid = record.directory
    """

  fileprivate init(_ row: SQLRow) {
    self.init(
      directory: row.text(1), path: row.text(0), digest: ContentDigest(value: UInt64(bitPattern: row.integer(2))),
      note: row.id(3), content: row.optionalInteger(4).map { ContentDigest(value: UInt64(bitPattern: $0)) },
      noteModified: row.timestamp(5))
  }
}

extension Database {
  /// Returns the rows of the notes with a name in some notebooks. It reads those of the name once: thousands of notebooks may have
  /// one.
  fileprivate func rows(named name: NoteName, in notebooks: Set<PathKey>) throws -> [PathKey: [Int64]] {
    let named = try all(
      """
      SELECT notebook, note.rowid FROM note_name JOIN note ON note.rowid = note_name.note WHERE note_name.name = ?
      """, [.text(name.key)]
    ) { (notebook: PathKey($0.text(0)), row: $0.integer(1)) }
    return Dictionary(grouping: named.filter { notebooks.contains($0.notebook) }, by: \.notebook)
      .mapValues { $0.map(\.row) }
  }

  fileprivate func remove(_ record: ImportRecord) throws {
    try run(
      "DELETE FROM import_record WHERE path = ? AND directory = (SELECT rowid FROM import_directory WHERE path = ?)",
      [.text(record.path), .text(record.directory)])
  }

  /// Returns whether the same content of a file was imported before.
  fileprivate func hasImported(_ record: ImportRecord) throws -> Bool {
    try first(
      """
      SELECT digest FROM import_record
      WHERE path = ? AND directory = (SELECT rowid FROM import_directory WHERE path = ?)
        AND EXISTS (SELECT 1 FROM note WHERE note.id = import_record.note)
      """, [.text(record.path), .text(record.directory)]
    ) { UInt64(bitPattern: $0.integer(0)) } == record.digest.value
  }

  fileprivate func save(_ record: ImportRecord) throws {
    try run("INSERT OR IGNORE INTO import_directory (path) VALUES (?)", [.text(record.directory)])
    try run(
      """
      INSERT INTO import_record (path, directory, digest, note, content, note_modified)
      VALUES (?, (SELECT rowid FROM import_directory WHERE path = ?), ?, ?, ?, ?)
      ON CONFLICT (path, directory) DO UPDATE SET
        digest = excluded.digest, note = excluded.note, content = excluded.content,
        note_modified = excluded.note_modified
      """,
      [
        .text(record.path), .text(record.directory), .integer(Int64(bitPattern: record.digest.value)), .id(record.note),
        .integer(record.content.map { Int64(bitPattern: $0.value) }), .timestamp(record.noteModified),
      ])
  }
}
