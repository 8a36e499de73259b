import GRDB
import NotesDomain

/// The steps on one vault in a transaction of ``SQLiteServerStore``.
final class SQLiteServerTransaction: ServerTransaction {
  let database: Database
  private let name: String
  /// The vault's number in the tables; `nil` for an unknown vault.
  private var number: Int64?
  /// The stored epochs, which most batches do not change.
  private var epochs: [VaultState.Start]?
  /// The item that was found last: a batch looks up each item before it changes it.
  private var found: (id: NoteID, row: Int64?, version: VaultItemVersion?)?
  /// The growth of the payloads in bytes that the vault's row does not contain yet. Not counted by a trigger; see
  /// Database+NoteIndexes for the cost.
  private var growth = 0

  init(vault: VaultID, database: Database) throws {
    self.database = database
    name = vault.name
    number = try database.first("SELECT number FROM vault WHERE name = ?", [.text(name)]) { $0.integer(0) }
  }

  // MARK: The state of the vault

  func isKnown() throws -> Bool { number != nil }

  func state() throws -> VaultState? {
    try withVault { vault in
      let state = try database.first("SELECT head, horizon FROM vault WHERE number = ?", [vault]) { row in
        row.optionalRevision(0).map { VaultState(epochs: [], head: $0, horizon: row.revision(1)) }
      }
      guard var state = state ?? nil else { return nil }
      state.epochs = try storedEpochs(of: vault)
      return state
    }
  }

  func save(state: VaultState) throws {
    try creatingVault { vault in
      try database.run(
        "UPDATE vault SET head = ?, horizon = ? WHERE number = ?",
        [.revision(state.head), .revision(state.horizon), vault])
      guard try state.epochs != storedEpochs(of: vault) else { return }
      epochs = nil
      try database.run("DELETE FROM epoch WHERE vault = ?", [vault])
      for (place, start) in state.epochs.enumerated() {
        try database.run(
          "INSERT INTO epoch (vault, place, bits, head) VALUES (?, ?, ?, ?)",
          [vault, .integer(place), .bits(start.epoch.bits), .revision(start.head)])
      }
    }
  }

  private func storedEpochs(of vault: SQLValue) throws -> [VaultState.Start] {
    if let epochs { return epochs }
    let stored = try database.all("SELECT bits, head FROM epoch WHERE vault = ? ORDER BY place", [vault]) { row in
      VaultState.Start(epoch: Epoch(bits: row.bits(0)), head: row.revision(1))
    }
    epochs = stored
    return stored
  }

  // MARK: Items

  func item(_ id: NoteID) throws -> VaultItem? {
    try withVault { vault in
      try database.first(
        "SELECT id, revision, payload FROM item WHERE vault = ? AND id = ?", [vault, .id(id)], decode: Self.item)
    }
  }

  func version(of id: NoteID) throws -> VaultItemVersion? {
    try withVault { vault in try find(id, in: vault).version }
  }

  func save(_ item: VaultItem) throws {
    try creatingVault { vault in
      let stored = try find(item.id, in: vault)
      found = nil
      if let row = stored.row {
        try database.run(
          "UPDATE item SET revision = ?, payload = ? WHERE rowid = ? AND vault = ?",
          [.revision(item.revision), .bytes(item.payload), .integer(row), vault])
      } else {
        try database.run(
          "INSERT INTO item (vault, id, revision, payload) VALUES (?, ?, ?, ?)",
          [vault, .id(item.id), .revision(item.revision), .bytes(item.payload)])
      }
      growth += (item.payload?.count ?? 0) - (stored.version?.payloadBytes ?? 0)
    }
  }

  private func find(_ id: NoteID, in vault: SQLValue) throws -> (row: Int64?, version: VaultItemVersion?) {
    if let found, found.id == id { return (found.row, found.version) }
    let stored = try database.first(
      "SELECT rowid, revision, payload IS NULL, length(payload) FROM item WHERE vault = ? AND id = ?", [vault, .id(id)]
    ) { row in
      let version = VaultItemVersion(revision: row.revision(1), isTombstone: row.bool(2), payloadBytes: row.int(3))
      return (row: row.integer(0), version: version)
    }
    found = (id, stored?.row, stored?.version)
    return (stored?.row, stored?.version)
  }

  /// Writes the size of the vault. The last step of a transaction that changes items.
  func finish() throws {
    guard growth != 0 else { return }
    try withVault { vault in
      try database.run(
        "UPDATE vault SET payload_bytes = payload_bytes + ? WHERE number = ?", [.integer(growth), vault])
    }
    growth = 0
  }

  func items(after revision: Revision, limit: Int, bytes: Int) throws -> (items: [VaultItem], hasMore: Bool) {
    try withVault { vault in
      var page: [VaultItem] = []
      var hasMore = false
      var size = 0
      try database.statement(
        "SELECT id, revision, payload FROM item WHERE vault = ? AND revision > ? ORDER BY revision LIMIT ?"
      )
      .forEachRow([vault, .revision(revision), .integer(min(limit, .max - 1) + 1)]) { row in
        size += row.byteCount(2)
        hasMore = page.count >= limit || (!page.isEmpty && size > bytes)
        if !hasMore { page.append(Self.item(row)) }
        return !hasMore
      }
      return (page, hasMore)
    } ?? ([], false)
  }

  func removeTombstones(upTo revision: Revision) throws {
    found = nil
    try withVault { vault in
      try database.run(
        "DELETE FROM item WHERE vault = ? AND payload IS NULL AND revision <= ?", [vault, .revision(revision)])
    }
  }

  private static func item(_ row: SQLRow) -> VaultItem {
    VaultItem(id: row.id(0), revision: row.revision(1), payload: row.optionalBytes(2))
  }

  // MARK: Receipts

  func receipt(of device: DeviceID) throws -> BatchReceipt? {
    try withVault { vault in
      try database.first(
        "SELECT device, number, head, digest, results FROM receipt WHERE vault = ? AND device = ?",
        [vault, .bits(device.bits)], decode: receipt)
    }
  }

  func save(_ receipt: BatchReceipt) throws {
    try creatingVault { vault in
      try database.run(
        "INSERT OR REPLACE INTO receipt (vault, device, number, head, digest, results) VALUES (?, ?, ?, ?, ?, ?)",
        [
          vault, .bits(receipt.device.bits), .integer(receipt.number), .revision(receipt.head),
          .bytes(receipt.digest), .bytes(ReceiptResults.encode(receipt.results)),
        ])
    }
  }

  func removeReceipts(upTo revision: Revision) throws {
    try withVault { vault in
      try database.run("DELETE FROM receipt WHERE vault = ? AND head <= ?", [vault, .revision(revision)])
    }
  }

  private func receipt(_ row: SQLRow) throws -> BatchReceipt {
    guard let results = ReceiptResults.decode(row.bytes(4)) else {
      throw DatabaseError.corrupt("The receipt of a batch cannot be read")
    }
    return BatchReceipt(
      device: DeviceID(bits: row.bits(0)), number: row.int(1), digest: row.bytes(3), results: results,
      head: row.revision(2))
  }

  // MARK: The whole vault

  func contents() throws -> VaultContents {
    var contents = VaultContents(state: try state() ?? VaultState(epochs: []))
    try withVault { vault in
      contents.items = try database.all(
        "SELECT id, revision, payload FROM item WHERE vault = ? ORDER BY revision", [vault], decode: Self.item)
      contents.receipts = try database.all(
        "SELECT device, number, head, digest, results FROM receipt WHERE vault = ? ORDER BY device", [vault],
        decode: receipt)
      contents.references = try references(in: vault)
    }
    return contents
  }

  func replace(with contents: VaultContents) throws {
    found = nil
    growth = 0
    try withVault { vault in
      for table in ["item", "receipt", "item_blob"] {
        try database.run("DELETE FROM \(table) WHERE vault = ?", [vault])
      }
      try database.run("UPDATE vault SET payload_bytes = 0 WHERE number = ?", [vault])
    }
    try save(state: contents.state)
    for item in contents.items { try save(item) }
    for receipt in contents.receipts { try save(receipt) }
    for (item, blobs) in contents.references { try refer(item, to: blobs) }
  }

  func size() throws -> VaultSize {
    try finish()
    return try withVault { vault in
      let items = try database.number("SELECT count(*) FROM item WHERE vault = ?", [vault])
      let tombstones = try database.number("SELECT count(*) FROM item WHERE vault = ? AND payload IS NULL", [vault])
      let receipts = try database.number("SELECT count(*) FROM receipt WHERE vault = ?", [vault])
      let blobs = try database.number("SELECT count(*) FROM blob WHERE vault = ?", [vault])
      let bytes = try database.first("SELECT payload_bytes, blob_bytes FROM vault WHERE number = ?", [vault]) { row in
        (payload: row.int(0), blobs: row.int(1))
      }
      return VaultSize(
        notes: items - tombstones, tombstones: tombstones, receipts: receipts, payloadBytes: bytes?.payload ?? 0,
        blobs: blobs, blobBytes: bytes?.blobs ?? 0)
    } ?? VaultSize(notes: 0, tombstones: 0, receipts: 0)
  }

  // MARK: The vault in the tables

  /// Runs statements on a known vault; returns `nil` for an unknown one.
  @discardableResult
  func withVault<Value>(_ body: (SQLValue) throws -> Value?) throws -> Value? {
    try number.flatMap { try body(.integer($0)) }
  }

  /// Runs statements on the vault, and adds it when it is unknown.
  func creatingVault(_ body: (SQLValue) throws -> Void) throws {
    if number == nil {
      try database.run("INSERT INTO vault (name) VALUES (?)", [.text(name)])
      number = database.lastInsertedRowID
    }
    try withVault(body)
  }
}
