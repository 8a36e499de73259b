import Core
import Foundation
import GRDB

/// The notes in SQLite, for the screens and for the sync service.
package final class SQLiteNoteStore: NoteStore, SyncStore {
  private let open: @Sendable () throws -> NotesDatabase

  /// Creates the store, without opening the file.
  ///
  /// - Parameter open: Returns the database, which is opened at the first use.
  package init(open: @escaping @Sendable () throws -> NotesDatabase) {
    self.open = open
  }

  private func database() throws(StoreError) -> NotesDatabase {
    do { return try open() } catch { throw StoreError(error) }
  }

  // MARK: NoteStore

  package func notes(matching query: String) async throws(StoreError) -> [Note] {
    try await database().read { database in
      try StoredNote.fetchAll(database, sql: "SELECT * FROM note ORDER BY modified DESC, id")
        .compactMap { $0.synced?.note }
        .filter { !$0.content.isDeleted && $0.matches(query) }
    }
  }

  package func note(_ id: Note.ID) async throws(StoreError) -> Note? {
    try await database().read { try StoredNote.find(id, in: $0)?.note }
  }

  package func update<Failure: Error>(
    _ id: Note.ID, _ change: @escaping @Sendable (Note?) throws(Failure) -> Note
  ) async throws(StoreError) -> Result<Note, Failure> {
    try await database().write { database in
      let stored = try StoredNote.find(id, in: database)
      let result = Result { () throws(Failure) in try change(stored?.note) }
      guard case .success(let note) = result else { return result }
      var synced = stored ?? SyncedNote(note: note)
      synced.note = note
      try StoredNote(synced).save(database)
      return result
    }
  }

  package func changes() -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task { [open] in
        while !Task.isCancelled {
          try? await open().signalChanges { continuation.yield() }
          // After a failure, which the reads of the screens report, listening begins again.
          continuation.yield()
          try? await Task.sleep(for: .seconds(1))
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  // MARK: SyncStore

  package func claim(for session: Session) async throws(StoreError) -> Session {
    try await database().write { database in
      try database.execute(
        sql: "UPDATE position SET account = ? WHERE account IS NULL", arguments: [session.account])
      return Session(
        account: try String.fetchOne(database, sql: "SELECT account FROM position") ?? session.account)
    }
  }

  package func pending() async throws(StoreError) -> [SyncedNote] {
    try await database().read { database in
      try StoredNote.fetchAll(database, sql: "SELECT * FROM note WHERE content IS NOT baseContent ORDER BY id")
        .compactMap(\.synced).filter(\.isPending)
    }
  }

  package func cursor() async throws(StoreError) -> Int {
    try await database().read { try Int.fetchOne($0, sql: "SELECT cursor FROM position") ?? 0 }
  }

  package func markSent(_ note: SyncedNote) async throws(StoreError) -> Bool {
    try await database().write { database in
      guard var stored = try StoredNote.find(note.note.id, in: database), stored == note else { return false }
      stored.sent = stored.note.content
      try StoredNote(stored).update(database)
      return true
    }
  }

  package func markAccepted(_ content: Note.Content, of id: Note.ID, number: Int) async throws(StoreError) {
    try await database().write { database in
      guard var stored = try StoredNote.find(id, in: database), number > stored.base?.number ?? 0 else { return }
      stored.base = SyncedNote.Base(content: content, number: number)
      stored.sent = nil
      try StoredNote(stored).update(database)
    }
  }

  package func receive(
    _ versions: [ServerVersion], merging merge: @escaping @Sendable (ServerVersion, SyncedNote?) -> [SyncedNote]
  ) async throws(StoreError) -> Int {
    try await database().write { database in
      var changed = 0
      for version in versions {
        let mine = try StoredNote.find(version.note, in: database)
        for note in merge(version, mine) {
          if note.note != mine?.note { changed += 1 }
          try StoredNote(note).save(database)
        }
      }
      if let last = versions.last {
        try database.execute(sql: "UPDATE position SET cursor = max(cursor, ?)", arguments: [last.number])
      }
      return changed
    }
  }
}
