import GRDB
import NotesDomain
import WiringMacros

/// The notes in an SQLite file. See `Resources/schema` for the tables.
@Repository(scope: .singleton)
struct SQLiteNoteRepository: NoteRepository {
  let journal: NoteJournal

  var database: NoteDatabase { journal.database }

  /// How many of the newest matches a search ranks when its words are in almost every note. Ranking 100,000 notes takes a
  /// tenth of a second and more; nobody looks for an old note by the word "the".
  var rankedAtMost = 40_000

  init(journal: NoteJournal) {
    self.journal = journal
  }

  // MARK: Reading

  func note(_ id: NoteID) async throws(StoreError) -> Note? {
    try database.access { try $0.note(id) }
  }

  func notes(_ ids: [NoteID]) async throws(StoreError) -> [Note] {
    try database.read { database in
      let statement = try database.statement(Database.noteByID)
      return try ids.compactMap { try statement.first([.id($0)], NoteRow.note) }
    }
  }

  func identifiers(matching prefix: NoteIDPrefix, limit: Int) async throws(StoreError) -> [NoteID] {
    let range = prefix.range
    return try database.access { database in
      try database.all(
        "SELECT id FROM note WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?",
        [.id(range.lowerBound), .id(range.upperBound), .integer(Int64(max(0, limit)))]
      ) { $0.id(0) }
    }
  }

  func abbreviations(of ids: [NoteID]) async throws(StoreError) -> [NoteID: String] {
    try database.read { database in
      var abbreviations: [NoteID: String] = [:]
      for id in ids where try database.first("SELECT 1 FROM note WHERE id = ?", [.id(id)], { _ in true }) ?? false {
        // Of all other ids the two next to this one share the most with it.
        let before = try database.first("SELECT max(id) FROM note WHERE id < ?", [.id(id)], \.idIfAny) ?? nil
        let after = try database.first("SELECT min(id) FROM note WHERE id > ?", [.id(id)], \.idIfAny) ?? nil
        abbreviations[id] = id.abbreviated(among: [before, after].compactMap(\.self))
      }
      return abbreviations
    }
  }

  func page(after id: NoteID?, limit: Int) async throws(StoreError) -> [Note] {
    let start = id.map(SQLValue.id)
    return try database.access { database in
      try database.all(
        "SELECT \(NoteRow.noteColumns) FROM note \(start == nil ? "" : "WHERE id > ?") ORDER BY id LIMIT ?",
        [start, .integer(Int64(max(0, limit)))].compactMap { $0 }, NoteRow.note)
    }
  }

  // MARK: Writing

  func insert(_ notes: [Note]) async throws(StoreError) {
    try journal.write(as: .local) { writer in
      for note in notes { try writer.insert(note) }
    }
  }

  func update(_ id: NoteID, change: @escaping @Sendable (inout Note) -> Void) async throws(StoreError) -> Note? {
    try journal.write(as: .local) { writer in
      guard let stored = try writer.database.storedNote(id) else { return nil }
      var changed = stored.note
      change(&changed)
      try writer.update(stored, to: changed)
      return changed
    }
  }

  func purge(_ ids: [NoteID]) async throws(StoreError) -> [NoteID] {
    try journal.write(as: .local) { writer in
      try ids.filter { id in
        guard let stored = try writer.database.storedNote(id), stored.note.trashed != nil else { return false }
        try writer.purge(stored)
        return true
      }
    }
  }
}
