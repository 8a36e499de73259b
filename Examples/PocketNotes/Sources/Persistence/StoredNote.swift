import Core
import Foundation
import GRDB

/// A note in the table.
struct StoredNote: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "note"

  var id: String
  /// The content as JSON, so that a new property of notes needs no column, unless it is searched or sorted by.
  var content: Note.Content
  var modified: Double
  var baseContent: Note.Content?
  var baseNumber: Int?
  var sent: Note.Content?
}

extension StoredNote {
  init(_ synced: SyncedNote) {
    self.init(
      id: synced.note.id.uuidString, content: synced.note.content,
      modified: synced.note.modified.timeIntervalSinceReferenceDate, baseContent: synced.base?.content,
      baseNumber: synced.base?.number, sent: synced.sent)
  }

  var synced: SyncedNote? {
    guard let id = UUID(uuidString: id) else { return nil }
    let base = baseContent.flatMap { content in baseNumber.map { SyncedNote.Base(content: content, number: $0) } }
    return SyncedNote(
      note: Note(id: id, content: content, modified: Date(timeIntervalSinceReferenceDate: modified)), base: base,
      sent: sent)
  }

  /// Returns the note with an id; `nil` where there is none.
  static func find(_ id: Note.ID, in database: Database) throws -> SyncedNote? {
    try StoredNote.fetchOne(database, key: id.uuidString)?.synced
  }
}
