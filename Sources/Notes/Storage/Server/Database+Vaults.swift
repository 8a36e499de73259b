import GRDB

extension Database {
  /// Removes a vault, with everything in it.
  ///
  /// - Parameter number: What stands for the vault in the tables.
  func removeVault(_ number: Int64) throws {
    for table in ["receipt", "item", "item_blob", "blob_chunk", "blob", "epoch"] {
      try run("DELETE FROM \(table) WHERE vault = ?", [.integer(number)])
    }
    try run("DELETE FROM vault WHERE number = ?", [.integer(number)])
  }
}
