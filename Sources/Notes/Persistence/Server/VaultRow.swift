import GRDB
import NotesDomain

/// A vault's row: its state without the epochs, and the counters of what it keeps.
///
/// A transaction reads the row when it begins, and writes it at its end if it changed. So counting costs no statement, and
/// no change of another table is counted by a trigger; see decision 42.
struct VaultRow: Hashable {
  /// The vault's number in the other tables.
  let number: Int64
  /// The revision of the last change; `nil` until the vault's first epoch.
  var head: Revision?
  var horizon: Revision
  var size: VaultSize

  static func find(_ name: String, in database: Database) throws -> VaultRow? {
    try database.first(
      """
      SELECT number, head, horizon, notes, tombstones, receipts, payload_bytes, blobs, blob_bytes, blob_references
      FROM vault WHERE name = ?
      """, [.text(name)]
    ) { row in
      VaultRow(
        number: row.integer(0), head: row.optionalRevision(1), horizon: row.revision(2),
        size: VaultSize(
          notes: row.int(3), tombstones: row.int(4), receipts: row.int(5), payloadBytes: row.int(6), blobs: row.int(7),
          blobBytes: row.int(8), references: row.int(9)))
    }
  }

  static func insert(_ name: String, into database: Database) throws -> VaultRow {
    try database.run("INSERT INTO vault (name) VALUES (?)", [.text(name)])
    return VaultRow(number: database.lastInsertedRowID, head: nil, horizon: .none, size: VaultSize())
  }

  func save(to database: Database) throws {
    try database.run(
      """
      UPDATE vault
      SET head = ?, horizon = ?, notes = ?, tombstones = ?, receipts = ?, payload_bytes = ?, blobs = ?, blob_bytes = ?,
        blob_references = ?
      WHERE number = ?
      """,
      [
        .revision(head), .revision(horizon), .integer(size.notes), .integer(size.tombstones), .integer(size.receipts),
        .integer(size.payloadBytes), .integer(size.blobs), .integer(size.blobBytes), .integer(size.references),
        .integer(number),
      ])
  }

  /// Counts what the vault keeps in its tables. Takes time in proportion to it.
  func countedSize(in database: Database) throws -> VaultSize {
    let vault = SQLValue.integer(number)
    let size = try database.first(
      """
      SELECT (SELECT count(*) FROM item WHERE vault = ?1 AND payload IS NOT NULL),
        (SELECT count(*) FROM item WHERE vault = ?1 AND payload IS NULL),
        (SELECT count(*) FROM receipt WHERE vault = ?1),
        (SELECT coalesce(sum(length(payload)), 0) FROM item WHERE vault = ?1),
        (SELECT count(*) FROM blob WHERE vault = ?1),
        (SELECT coalesce(sum(size), 0) FROM blob WHERE vault = ?1),
        (SELECT count(*) FROM item_blob WHERE vault = ?1)
      """, [vault]
    ) { row in
      VaultSize(
        notes: row.int(0), tombstones: row.int(1), receipts: row.int(2), payloadBytes: row.int(3), blobs: row.int(4),
        blobBytes: row.int(5), references: row.int(6))
    }
    return size ?? VaultSize()
  }
}
