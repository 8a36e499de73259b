import GRDB
import NotesDomain

extension Database {
  /// How much there is in a server's tables.
  func serverStatistics() throws -> ServerStatistics {
    let items = try number("SELECT count(*) FROM item")
    let tombstones = try number("SELECT count(*) FROM item WHERE payload IS NULL")
    return ServerStatistics(
      accounts: try number("SELECT count(*) FROM account"), devices: try number("SELECT count(*) FROM device"),
      vaults: try number("SELECT count(*) FROM vault WHERE head IS NOT NULL"), notes: items - tombstones,
      tombstones: tombstones,
      receipts: try number("SELECT count(*) FROM receipt"),
      noteBytes: try number("SELECT coalesce(sum(payload_bytes), 0) FROM vault"),
      blobs: try number("SELECT count(*) FROM blob"),
      blobBytes: try number("SELECT coalesce(sum(blob_bytes), 0) FROM vault"))
  }
}
