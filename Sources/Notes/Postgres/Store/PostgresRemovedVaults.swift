import NotesDomain

/// The removal of vaults, in portions, so that no transaction is long.
///
/// A vault that is being removed has a name that no vault can have, so that nothing finds it, and no state. A program that removes
/// vaults begins with those that an interrupted removal left.
extension PostgresConnection {
  /// The most rows of each table, and about the most bytes, that are removed in one transaction.
  private static let (portionRows, portionBytes) = (500, 4_000_000)

  /// Gives a vault up, by its number in the tables, which is locked. Everything in it is gone for everyone else.
  func abandonVault(_ number: Int64) throws {
    try send("UPDATE vault SET name = 'removed ' || number, head = NULL WHERE number = $1", [.integer(number)])
  }

  /// Removes a portion of the vaults that were given up.
  ///
  /// - Returns: Whether there may be more.
  func removeAbandonedPortion() throws -> Bool {
    let vault = try first(
      "SELECT number FROM vault WHERE name >= 'removed ' AND name < 'removed!' ORDER BY name LIMIT 1 FOR UPDATE"
    ) { $0.integer(0) }
    guard let vault else { return false }
    let removed =
      try removePortion(of: "item", by: "id", bytes: "payload", vault)
      + removePortion(of: "blob_chunk", by: "blob, position", bytes: "bytes", vault)
      + removePortion(of: "blob", by: "id", vault) + removePortion(of: "item_blob", by: "item", vault)
      + removePortion(of: "receipt", by: "device", vault)
    guard removed == 0 else { return true }
    try send("DELETE FROM vault WHERE number = $1", [.integer(vault)])
    return true
  }

  /// Removes rows of a table with large values. Their sizes are read without them.
  private func removePortion(of table: String, by key: String, bytes: String, _ vault: Int64) throws -> Int {
    try run(
      """
      DELETE FROM \(table) WHERE vault = $1 AND (\(key)) IN (
        SELECT \(key) FROM (
          SELECT \(key), sum(size) OVER (ORDER BY \(key)) - size AS previous FROM (
            SELECT \(key), coalesce(octet_length(\(bytes)), 0)::bigint AS size FROM \(table) WHERE vault = $1 LIMIT $2
          ) AS page
        ) AS sums WHERE previous < $3)
      """, [.integer(vault), .integer(Self.portionRows), .integer(Self.portionBytes)])
  }

  /// Removes rows of a table with small values.
  private func removePortion(of table: String, by key: String, _ vault: Int64) throws -> Int {
    try run(
      """
      DELETE FROM \(table) WHERE vault = $1 AND \(key) IN (SELECT \(key) FROM \(table) WHERE vault = $1 LIMIT $2)
      """, [.integer(vault), .integer(Self.portionRows)])
  }
}
