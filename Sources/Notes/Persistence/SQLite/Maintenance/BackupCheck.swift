import GRDB
import NotesDomain

/// The checks of a backup beyond SQLite's own, before it becomes a store.
///
/// A trigger or a view in the file would run with each write of the program. And SQLite's check finds damaged pages, not bytes
/// that were changed within a content; those of blobs are found by their digests.
struct BackupCheck {
  let database: Database
  /// The path for errors.
  let path: String

  /// Refuses a migrated backup whose tables are not exactly those of a schema.
  func checkSchema(_ schema: some StoreSchema) throws {
    let expected = try DatabaseQueue().write { empty in
      schema.addFunctions(to: empty)
      for script in schema.scripts { try empty.execute(sql: String(decoding: script, as: UTF8.self)) }
      return try Self.objects(in: empty)
    }
    let found = try Self.objects(in: database)
    guard let stranger = found.symmetricDifference(expected).min() else { return }
    throw StoreError.corrupt(path: path, detail: "Its schema was changed: \(stranger)")
  }

  /// Returns the objects of a schema, each with its statement. Without the statistics that `ANALYZE` adds.
  private static func objects(in database: Database) throws -> Set<String> {
    Set(
      try database.all("SELECT type, name, coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%'") {
        "\($0.text(0)) \($0.text(1)): \($0.text(2))"
      })
  }
}
