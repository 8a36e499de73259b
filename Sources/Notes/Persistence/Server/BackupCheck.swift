import Crypto
import GRDB
import NotesDomain

/// The checks of a backup beyond SQLite's own, before it becomes a server's store.
///
/// A trigger or a view in the file would run with each write of the server. And SQLite's check finds damaged pages, not
/// bytes that were changed within a content; those of blobs are found by their digests. Notes have none, since the server
/// does not read them.
struct BackupCheck {
  let database: Database
  /// The path for errors.
  let path: String

  /// Refuses a migrated backup whose tables are not exactly those of a server's store.
  func checkSchema() throws {
    let expected = try DatabaseQueue().write { empty in
      for script in ServerSchema().scripts { try empty.execute(sql: String(decoding: script, as: UTF8.self)) }
      return try Self.objects(in: empty)
    }
    let found = try Self.objects(in: database)
    guard let stranger = found.symmetricDifference(expected).min() else { return }
    throw StoreError.corrupt(path: path, detail: "Its schema was changed: \(stranger)")
  }

  /// Refuses a backup with a complete blob that does not match its digest. Reads all blobs: a second for each gigabyte or two.
  func checkBlobs() throws {
    try database.statement("SELECT vault, id, digest FROM blob WHERE received = size").forEachRow([]) { row in
      var hash = SHA256()
      try database.statement("SELECT bytes FROM blob_chunk WHERE vault = ? AND blob = ? ORDER BY position")
        .forEachRow([.integer(row.integer(0)), .integer(row.integer(1))]) { chunk in
          hash.update(data: chunk.bytes(0))
          return true
        }
      guard hash.finalize().elementsEqual(row.bytes(2)) else {
        throw StoreError.corrupt(path: path, detail: "An attachment does not match its digest")
      }
      return true
    }
  }

  /// The objects of a schema, each with its statement. Without the statistics that `ANALYZE` adds.
  private static func objects(in database: Database) throws -> Set<String> {
    Set(
      try database.all("SELECT type, name, coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%'") {
        "\($0.text(0)) \($0.text(1)): \($0.text(2))"
      })
  }
}
