import GRDB
import NotesDomain

extension Database {
  /// About how many bytes of payload are in memory at a time, unless one item alone has more.
  private static let pageBytes = 4_000_000

  /// The next items of one of the tables that keep some of the vault's, by id; fewer than the limit when they are large.
  func vaultItems(in table: StaticString, after id: NoteID?, limit: Int) throws -> [VaultItem] {
    var items: [VaultItem] = []
    var bytes = 0
    try statement("SELECT id, revision, payload FROM \(table) \(id == nil ? "" : "WHERE id > ?") ORDER BY id LIMIT ?")
      .forEachRow([id.map(SQLValue.id), .integer(Int64(max(0, limit)))].compactMap { $0 }) { row in
        bytes += row.byteCount(2)
        guard items.isEmpty || bytes <= Self.pageBytes else { return false }
        items.append(VaultItem(id: row.id(0), revision: row.revision(1), payload: row.bytesIfAny(2)))
        return true
      }
    return items
  }
}
