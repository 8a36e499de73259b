import NotesDomain

/// A vault's row: its state, and the counters of what it keeps.
///
/// A transaction reads the row when it begins, and writes it at its end if it changed. A transaction that writes has locked
/// it, so that the transactions of a vault run one after the other, and revisions are committed in their order.
struct VaultRow: Hashable {
  /// The vault's number in the other tables.
  let number: Int64
  /// `nil` until the vault's first epoch.
  var state: VaultState?
  var size: VaultSize

  /// The columns of ``init(_:)``.
  static let columns = """
    number, head, horizon, epochs, epoch_heads, notes, tombstones, receipts, payload_bytes, blobs, blob_bytes,
    blob_references
    """

  init(number: Int64) {
    self.number = number
    size = VaultSize()
  }

  init(_ row: PostgresRow) {
    number = row.integer(0)
    if !row.isNull(1) {
      let starts = zip(row.ids(3), row.integers(4)).map { epoch, head in
        VaultState.Start(epoch: Epoch(bits: epoch.bits), head: Revision(head))
      }
      state = VaultState(epochs: starts, head: row.revision(1), horizon: row.revision(2))
    }
    size = VaultSize(
      notes: row.int(5), tombstones: row.int(6), receipts: row.int(7), payloadBytes: row.int(8), blobs: row.int(9),
      blobBytes: row.int(10), references: row.int(11))
  }

  /// Adds the row's update to the next round trip.
  func save(to connection: PostgresConnection) throws {
    try connection.send(
      """
      UPDATE vault
      SET head = $2, horizon = $3, epochs = $4, epoch_heads = $5, notes = $6, tombstones = $7, receipts = $8,
        payload_bytes = $9, blobs = $10, blob_bytes = $11, blob_references = $12
      WHERE number = $1
      """,
      [
        .integer(number), .revision(state?.head), .revision(state?.horizon ?? Revision.none),
        .ids(state?.epochs.map { NoteID(bits: $0.epoch.bits) } ?? []),
        .integers(state?.epochs.map(\.head.number) ?? []), .integer(size.notes), .integer(size.tombstones),
        .integer(size.receipts), .integer(size.payloadBytes), .integer(size.blobs), .integer(size.blobBytes),
        .integer(size.references),
      ])
  }
}
