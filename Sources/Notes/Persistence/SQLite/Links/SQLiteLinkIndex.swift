import GRDB
import NotesDomain

/// The names and links of the notes in an SQLite file.
struct SQLiteLinkIndex: LinkIndex {
  let database: LazyNoteDatabase

  func notes(named name: NoteName, limit: Int) async throws(StoreError) -> [NoteSummary] {
    try await database.opened().read { database in
      Array(try database.notes(named: name).prefix(max(0, limit)))
    }
  }

  func titles(beginningWith prefix: String, limit: Int) async throws(StoreError) -> [NoteSummary] {
    let key = NoteName(prefix)?.key ?? ""
    return try await database.opened().read { database in
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

  func notes(linkingTo names: [NoteName], includesTrash: Bool) async throws(StoreError) -> [NoteSummary] {
    try await database.opened().read { try $0.notes(linkingTo: names, includesTrash: includesTrash) }
  }

  func orphans() async throws(StoreError) -> [NoteSummary] {
    try await database.opened().read { database in
      var paths = NotePaths()
      var byPath: Set<Int64> = []
      for link in try database.linksWithPaths() {
        byPath.formUnion(try paths.rows(of: link.target, in: database).filter { $0 != link.row })
      }
      return try database.all(
        """
        SELECT \(NoteColumns.summaryColumns) FROM note
        WHERE trashed IS NULL AND archived = 0
          AND rowid NOT IN (
            SELECT note_name.note FROM note_link_name AS link
            JOIN note_name ON note_name.name = link.term AND note_name.note <> link.doc
            JOIN note AS source ON source.rowid = link.doc AND source.trashed IS NULL)
          AND rowid NOT IN (SELECT value FROM json_each(?))
        ORDER BY modified DESC, id DESC
        """, [.text("[\(byPath.map(String.init).joined(separator: ","))]")], decode: NoteColumns.summary)
    }
  }

  func brokenLinks() async throws(StoreError) -> [BrokenLink] {
    try await database.opened().read { database in
      let unresolved = try database.all(
        """
        SELECT \(NoteColumns.summaryColumns), link.term FROM note_link_name AS link
        JOIN note ON note.rowid = link.doc AND note.trashed IS NULL
        WHERE NOT EXISTS (
          SELECT 1 FROM note_name JOIN note AS named ON named.rowid = note_name.note AND named.trashed IS NULL
          WHERE note_name.name = link.term)
        ORDER BY note.title COLLATE NOCASE, note.id, link.term
        """
      ) { row in
        NoteName(row.text(NoteColumns.summaryColumnCount)).map { (note: NoteColumns.summary(row), name: $0) }
      }.compactMap(\.self)
      var paths = NotePaths()
      // The links of a note follow each other.
      var (source, targets, files): (NoteID?, [NoteName: String], AttachmentNames) = (nil, [:], AttachmentNames([]))
      return try unresolved.filter { try paths.rows(of: $0.name.key, in: database).isEmpty }.compactMap { link in
        if source != link.note.id {
          source = link.note.id
          let found = try database.first("SELECT body, attachments FROM note WHERE id = ?", [.id(link.note.id)]) {
            (targets: NoteLink.targets(in: $0.text(0)), files: AttachmentNames(AttachmentList.decode($0.text(1))))
          }
          (targets, files) = found ?? ([:], AttachmentNames([]))
        }
        let target = targets[link.name] ?? link.name.key
        return files.hasFile(linkedAs: target) ? nil : BrokenLink(note: link.note, name: link.name, target: target)
      }
    }
  }
}

/// The rows of notes outside of the trash by path. Notes of one name are read once: a store may have thousands.
private struct NotePaths {
  /// The rows by the name without path, then by each end of the notebook's path.
  private var rows: [String: [String: [Int64]]] = [:]

  mutating func rows(of target: String, in database: Database) throws -> [Int64] {
    guard let path = NoteName(target)?.path else { return [] }
    if let known = rows[path.name] { return known[path.notebook] ?? [] }
    var found: [String: [Int64]] = [:]
    let notes = try database.all(
      """
      SELECT note.rowid, notebook FROM note_name JOIN note ON note.rowid = note_name.note
      WHERE name = ? AND trashed IS NULL
      """, [.text(path.name)]
    ) { (row: $0.integer(0), notebook: NoteName($0.text(1))?.key) }
    for note in notes {
      for end in Notebook.linkedEnds(of: note.notebook ?? "") { found[end, default: []].append(note.row) }
    }
    rows[path.name] = found
    return found[path.notebook] ?? []
  }
}

extension NoteTransaction: LinkedNotes {
  func notes(withName name: NoteName) throws -> [NoteSummary] { try database.notes(withKey: name.key) }

  func hasLinks(to names: [NoteName]) throws -> Bool {
    guard !names.isEmpty else { return false }
    return try database.exists("SELECT 1 FROM note_link WHERE note_link MATCH ?", [.text(names.linkExpression)])
  }

  func notes(linkingTo names: [NoteName], includesTrash: Bool) throws -> [NoteSummary] {
    try database.notes(linkingTo: names, includesTrash: includesTrash)
  }

  func update(_ id: NoteID, _ change: (inout Note) -> Void) throws -> NoteUpdate? {
    guard let stored = try database.storedNote(id) else { return nil }
    var changed = stored.note
    change(&changed)
    try update(stored, to: changed)
    return NoteUpdate(before: stored.note, after: changed)
  }

  /// Changes notes, and returns each before and after; `nil` when one of them is missing, and nothing was changed.
  func update(_ ids: [NoteID], _ change: (inout Note) -> Void) throws -> [NoteUpdate]? {
    let rows = try ids.compactMap { id in
      try database.first("SELECT rowid FROM note WHERE id = ?", [.id(id)]) { $0.integer(0) }
    }
    guard rows.count == ids.count else { return nil }
    var updates = [NoteUpdate?](repeating: nil, count: ids.count)
    // FTS5 collects words in the order of rows. Before a row that precedes the last one, it writes them.
    for index in ids.indices.sorted(by: { rows[$0] < rows[$1] }) { updates[index] = try update(ids[index], change) }
    return updates.compactMap(\.self)
  }

  /// Mends the links after changes of notes; see ``LinkMender``.
  func mendLinks(
    after updates: [NoteUpdate], heir: Note? = nil, keepsTakenFiles: Bool = false
  ) throws -> NoteUpdates {
    var transaction = self
    return try LinkMender.mend(&transaction, after: updates, heir: heir, keepsTakenFiles: keepsTakenFiles)
  }
}

extension Database {
  /// Returns the notes with a link to one of some names, the most recently changed first.
  fileprivate func notes(linkingTo names: [NoteName], includesTrash: Bool) throws -> [NoteSummary] {
    guard !names.isEmpty else { return [] }
    return try all(
      """
      SELECT \(NoteColumns.summaryColumns) FROM note
      WHERE \(includesTrash ? "" : "trashed IS NULL AND ")
        rowid IN (SELECT rowid FROM note_link WHERE note_link MATCH ?)
      ORDER BY modified DESC, id DESC
      """, [.text(names.linkExpression)], decode: NoteColumns.summary)
  }

  /// Returns the notes with a name in the order of ``LinkIndex/notes(named:limit:)``.
  fileprivate func notes(named name: NoteName) throws -> [NoteSummary] {
    var notes = try notes(withKey: name.key)
    if let path = name.path {
      notes += try self.notes(withKey: path.name) { $0.notebook.hasEnd(path.notebook) }
    }
    return notes
  }

  /// Returns the notes with a name of their own, in the same order.
  func notes(
    withKey key: String, where isIncluded: (NoteSummary) -> Bool = { _ in true }
  ) throws -> [NoteSummary] {
    let notes = try all(
      """
      SELECT \(NoteColumns.summaryColumns) FROM note WHERE rowid IN (SELECT note FROM note_name WHERE name = ?)
      ORDER BY trashed IS NOT NULL, modified DESC, id DESC
      """, [.text(key)], decode: NoteColumns.summary
    ).filter(isIncluded)
    guard notes.count > 1 else { return notes }
    // The name of the file is behind the text, so that it is read only where it decides.
    let ranked = try notes.map { note in
      let fileName = try first("SELECT file_name FROM note WHERE id = ?", [.id(note.id)]) { $0.text(0) } ?? ""
      return (note: note, rank: Note.rank(ofKey: key, title: note.title, fileName: fileName))
    }
    let trashRank = { (note: NoteSummary) in note.trashed == nil ? 0 : 1 }
    return ranked.sorted { (trashRank($0.note), $0.rank) < (trashRank($1.note), $1.rank) }.map(\.note)
  }

  /// Returns the links whose targets are paths, of notes outside of the trash.
  fileprivate func linksWithPaths() throws -> [(target: String, row: Int64)] {
    try all(
      """
      SELECT term, doc FROM note_link_name JOIN note ON note.rowid = doc AND note.trashed IS NULL
      WHERE instr(term, '/')
      """
    ) { ($0.text(0), $0.integer(1)) }
  }

  /// Returns all names of the notes outside of the trash that have a name, and that name.
  func names(ofNotesNamed name: NoteName) throws -> [NoteName] {
    let ids = try notes(named: name).filter { $0.trashed == nil }.map(\.id)
    let others = try ids.compactMap { id in
      try first("SELECT \(NoteColumns.noteColumns) FROM note WHERE id = ?", [.id(id)], decode: NoteColumns.note)
    }
    return Array(Set(others.flatMap(\.namesWithPaths) + [name]))
  }
}
