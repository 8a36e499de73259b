import GRDB
import NotesDomain

/// The removal of vaults, in portions between which others write.
///
/// A vault that is being removed has a name that no vault can have, so that nothing finds it, and no state. A program that removes
/// vaults begins with those that an interrupted removal left.
extension Database {
  /// The most rows of each table, and about the most bytes, that are removed in one transaction.
  private static let (portionRows, portionBytes) = (500, 4_000_000)

  /// Gives a vault up, by its number in the tables. Its account and everything in it are gone for everyone else.
  func abandonVault(_ number: Int64) throws {
    try run("UPDATE vault SET name = 'removed ' || number, head = NULL WHERE number = ?", [.integer(number)])
  }

  /// Removes a portion of the vaults that were given up.
  ///
  /// - Returns: Whether there may be more.
  func removeAbandonedPortion() throws -> Bool {
    let found = try first("SELECT number FROM vault WHERE name >= 'removed ' AND name < 'removed!' LIMIT 1", []) {
      $0.integer(0)
    }
    guard let found else { return false }
    let vault = SQLValue.integer(found)
    let removed =
      try removePortion(of: "item", bytes: "payload", vault) + removePortion(of: "blob_chunk", bytes: "bytes", vault)
      + removePortion(of: "blob", by: "digest", vault) + removePortion(of: "item_blob", by: "item", vault)
      + removePortion(of: "receipt", by: "device", vault)
    guard removed == 0 else { return true }
    try run("DELETE FROM epoch WHERE vault = ?", [vault])
    try run("DELETE FROM vault WHERE number = ?", [vault])
    return true
  }

  /// Removes rows of a table with large values. Their sizes are read without them. The plus keeps SQLite from going through all
  /// rows of the vault to find those of a portion.
  private func removePortion(of table: String, bytes: String, _ vault: SQLValue) throws -> Int {
    try run(
      """
      DELETE FROM \(table) WHERE +vault = ?1 AND rowid IN (
        SELECT number FROM (
          SELECT number, sum(size) OVER (ORDER BY number) - size AS previous FROM (
            SELECT rowid AS number, ifnull(length(\(bytes)), 0) AS size FROM \(table) WHERE vault = ?1 LIMIT ?2))
        WHERE previous < ?3)
      """, [vault, .integer(Self.portionRows), .integer(Self.portionBytes)])
  }

  /// Removes rows of a table with small values.
  private func removePortion(of table: String, by key: String, _ vault: SQLValue) throws -> Int {
    try run(
      """
      DELETE FROM \(table) WHERE vault = ?1 AND \(key) IN (SELECT \(key) FROM \(table) WHERE vault = ?1 LIMIT ?2)
      """, [vault, .integer(Self.portionRows)])
  }
}
