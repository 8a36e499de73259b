import Core
import GRDB

/// Removes the marks of deleted notes that the server knows to be deleted, when the program starts.
struct PruneDeletions: StartupTask {
  let open: @Sendable () throws -> NotesDatabase

  init(open: @escaping @Sendable () throws -> NotesDatabase) {
    self.open = open
  }

  func run() async throws {
    try await open().write { database in
      try database.execute(
        sql: "DELETE FROM note WHERE content IS baseContent AND json_extract(content, '$.isDeleted')")
    }
  }
}
