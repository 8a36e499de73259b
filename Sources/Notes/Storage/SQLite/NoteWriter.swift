import GRDB
import NotesDomain

/// Writes notes in a transaction of ``NoteJournal``.
struct NoteWriter {
  let database: Database
  let history: HistoryWriter
  private let marks: SyncMarks?

  init(_ database: Database, history: HistoryWriter) throws {
    self.database = database
    self.history = history
    marks = try SyncMarks(database)
  }

  /// Adds a note that a person wrote or imported; throws ``StoreError/exists(_:)`` when its id is taken.
  func insert(_ note: Note) throws {
    try history.record(note.id, row: try database.insert(note), before: nil, after: note)
    try marks?.changed(note.id, before: nil, after: note)
  }

  /// Writes a note that a person changed or imported.
  func update(_ stored: StoredNote, to note: Note) throws {
    guard try replace(stored, with: note, id: note.id) else { return }
    try marks?.changed(note.id, before: stored.note, after: note)
  }

  /// Writes an imported note over the one with its id.
  func replace(with note: Note) throws {
    guard let stored = try database.storedNote(note.id) else { return }
    try update(stored, to: note)
  }

  /// Removes a note for good, and its history with it.
  func purge(_ stored: StoredNote) throws {
    let id = stored.note.id
    try database.remove(stored)
    try history.forget(id, row: stored.row)
    try marks?.changed(id, before: stored.note, after: nil)
  }

  /// Writes a note, or removes it, as sync does, which keeps its place itself.
  func adopt(_ note: Note?, for id: NoteID) throws {
    _ = try replace(try database.storedNote(id), with: note, id: id)
  }

  /// - Returns: Whether that changed anything.
  private func replace(_ stored: StoredNote?, with note: Note?, id: NoteID) throws -> Bool {
    guard stored?.note != note else { return false }
    var row = stored?.row ?? 0
    switch (stored, note) {
    case (nil, let note?): row = try database.insert(note)
    case (let stored?, let note?): try database.update(stored, to: note)
    case (let stored?, nil): try database.remove(stored)
    case (nil, nil): return false
    }
    try history.record(id, row: row, before: stored?.note, after: note)
    return true
  }
}
