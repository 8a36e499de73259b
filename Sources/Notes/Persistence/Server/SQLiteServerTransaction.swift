import GRDB
import NotesDomain
import NotesHosting

/// The steps on one vault in a transaction of ``SQLiteServerStore``.
final class SQLiteServerTransaction: ServerTransaction {
  let database: Database
  private let name: String
  /// The vault's row with the changes of this transaction; `nil` for an unknown vault.
  var row: VaultRow?
  /// The vault's row in the table.
  private var stored: VaultRow?
  /// The stored epochs, which most batches do not change.
  private var epochs: [VaultState.Start]?
  /// The items that were looked up, since a batch does so before it changes them. Without a row, the vault has no such item.
  private var found: [NoteID: (row: Int64?, version: VaultItemVersion?)] = [:]
  /// The references that were looked up, for the same reason.
  var foundReferences: [NoteID: [BlobDigest]] = [:]
  /// The device whose receipt was found last, and whether it has one.
  private var foundReceipt: (device: DeviceID, exists: Bool)?

  init(vault: VaultID, database: Database) throws {
    self.database = database
    name = vault.name
    row = try VaultRow.find(name, in: database)
    stored = row
  }

  /// Writes the vault's row. The last step of a transaction that writes.
  func finish() throws {
    guard let row, row != stored else { return }
    try row.save(to: database)
    stored = row
  }

  // MARK: The state of the vault

  func isKnown() throws -> Bool { row != nil }

  func isHeld(by token: [UInt8]) throws -> Bool {
    try withVault { vault in
      try database.first(
        """
        SELECT 1 FROM device JOIN account ON account.number = device.account
        WHERE device.digest = ? AND account.vault = ?
        """, [.bytes(token), vault]
      ) { _ in true }
    } ?? false
  }

  func state() throws -> VaultState? {
    guard let row, let head = row.head else { return nil }
    return VaultState(epochs: try storedEpochs(of: .integer(row.number)), head: head, horizon: row.horizon)
  }

  func save(state: VaultState) throws {
    try creatingVault { vault in
      row?.head = state.head
      row?.horizon = state.horizon
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

  func size() throws -> VaultSize { row?.size ?? VaultSize() }

  // MARK: Items

  func item(_ id: NoteID) throws -> VaultItem? {
    try withVault { vault in
      try database.first(
        "SELECT id, revision, payload FROM item WHERE vault = ? AND id = ?", [vault, .id(id)], decode: Self.item)
    }
  }

  func versions(of items: [NoteID]) throws -> [NoteID: VaultItemVersion] {
    var versions: [NoteID: VaultItemVersion] = [:]
    try withVault { vault in
      for id in items { versions[id] = try find(id, in: vault).version }
    }
    return versions
  }

  func save(_ items: [VaultItem]) throws {
    try creatingVault { vault in
      for item in items {
        let stored = try find(item.id, in: vault)
        found[item.id] = nil
        if let row = stored.row {
          try database.run(
            "UPDATE item SET revision = ?, payload = ? WHERE rowid = ? AND vault = ?",
            [.revision(item.revision), .bytes(item.payload), .integer(row), vault])
        } else {
          try database.run(
            "INSERT INTO item (vault, id, revision, payload) VALUES (?, ?, ?, ?)",
            [vault, .id(item.id), .revision(item.revision), .bytes(item.payload)])
        }
        row?.size.count(item.payload, replacing: stored.version)
      }
    }
  }

  private func find(_ id: NoteID, in vault: SQLValue) throws -> (row: Int64?, version: VaultItemVersion?) {
    if let found = found[id] { return found }
    let stored = try database.first(
      "SELECT rowid, revision, payload IS NULL, length(payload) FROM item WHERE vault = ? AND id = ?", [vault, .id(id)]
    ) { row in
      let version = VaultItemVersion(revision: row.revision(1), isTombstone: row.bool(2), payloadBytes: row.int(3))
      return (row: row.integer(0), version: version)
    }
    let result = (row: stored?.row, version: stored?.version)
    found[id] = result
    return result
  }

  func items(after revision: Revision, limit: Int, bytes: Int, memory: Int) throws -> VaultPage {
    try withVault { vault in
      var page = VaultPage()
      var count = 0
      var last = revision
      // SQLite knows the length of a payload without reading it.
      try database.statement(
        "SELECT revision, length(payload) FROM item WHERE vault = ? AND revision > ? ORDER BY revision LIMIT ?"
      )
      .forEachRow([vault, .revision(revision), .integer(min(limit, .max - 1) + 1)]) { row in
        page.hasMore = count >= limit || (count > 0 && page.bytes + row.int(1) > bytes)
        guard !page.hasMore else { return false }
        count += 1
        page.bytes += row.int(1)
        last = row.revision(0)
        return true
      }
      guard page.bytes <= memory else { return page }
      page.items = try database.all(
        "SELECT id, revision, payload FROM item WHERE vault = ? AND revision > ? AND revision <= ? ORDER BY revision",
        [vault, .revision(revision), .revision(last)], decode: Self.item)
      return page
    } ?? VaultPage()
  }

  func removeTombstones(upTo revision: Revision) throws {
    found = [:]
    try withVault { vault in
      row?.size.tombstones -= try database.run(
        "DELETE FROM item WHERE vault = ? AND payload IS NULL AND revision <= ?", [vault, .revision(revision)])
    }
  }

  private static func item(_ row: SQLRow) -> VaultItem {
    VaultItem(id: row.id(0), revision: row.revision(1), payload: row.optionalBytes(2))
  }

  // MARK: Receipts

  func receipt(of device: DeviceID) throws -> BatchReceipt? {
    try withVault { vault in
      let receipt = try database.first(
        "SELECT device, number, head, digest, results FROM receipt WHERE vault = ? AND device = ?",
        [vault, .bits(device.bits)], decode: receipt)
      foundReceipt = (device, receipt != nil)
      return receipt
    }
  }

  func receipts() throws -> [BatchReceipt] {
    try withVault { vault in
      try database.all(
        "SELECT device, number, head, digest, results FROM receipt WHERE vault = ? ORDER BY device", [vault],
        decode: receipt)
    } ?? []
  }

  func save(_ receipt: BatchReceipt) throws {
    try creatingVault { vault in
      if try !hasReceipt(receipt.device, in: vault) { row?.size.receipts += 1 }
      foundReceipt = (receipt.device, true)
      try database.run(
        "INSERT OR REPLACE INTO receipt (vault, device, number, head, digest, results) VALUES (?, ?, ?, ?, ?, ?)",
        [
          vault, .bits(receipt.device.bits), .integer(receipt.number), .revision(receipt.head),
          .bytes(receipt.digest), .bytes(ReceiptResults.encode(receipt.results)),
        ])
    }
  }

  private func hasReceipt(_ device: DeviceID, in vault: SQLValue) throws -> Bool {
    if let foundReceipt, foundReceipt.device == device { return foundReceipt.exists }
    return try database.exists(
      "SELECT 1 FROM receipt WHERE vault = ? AND device = ?", [vault, .bits(device.bits)])
  }

  func removeReceipts(upTo revision: Revision) throws {
    foundReceipt = nil
    try withVault { vault in
      row?.size.receipts -= try database.run(
        "DELETE FROM receipt WHERE vault = ? AND head <= ? AND number > 1", [vault, .revision(revision)])
    }
  }

  func removeAllReceipts() throws {
    foundReceipt = nil
    try withVault { vault in
      try database.run("DELETE FROM receipt WHERE vault = ?", [vault])
      row?.size.receipts = 0
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
      contents.receipts = try receipts()
      contents.references = try references(in: vault)
    }
    return contents
  }

  func replace(with contents: VaultContents) throws {
    (found, foundReferences, foundReceipt) = ([:], [:], nil)
    try withVault { vault in
      for table in ["item", "receipt", "item_blob"] {
        try database.run("DELETE FROM \(table) WHERE vault = ?", [vault])
      }
      let size = try size()
      row?.size = VaultSize(blobs: size.blobs, blobBytes: size.blobBytes)
    }
    try save(state: contents.state)
    try save(contents.items)
    for receipt in contents.receipts { try save(receipt) }
    for (item, blobs) in contents.references { try refer(item, to: blobs) }
  }

  /// Counts the vault anew from its tables.
  func recount() throws { if let row { self.row?.size = try row.countedSize(in: database) } }

  // MARK: The vault in the tables

  /// Runs statements on a known vault; returns `nil` for an unknown one.
  @discardableResult
  func withVault<Value>(_ body: (SQLValue) throws -> Value?) throws -> Value? {
    try row.flatMap { try body(.integer($0.number)) }
  }

  /// Runs statements on the vault, and adds it when it is unknown.
  func creatingVault(_ body: (SQLValue) throws -> Void) throws {
    if row == nil {
      row = try VaultRow.insert(name, into: database)
      stored = row
    }
    try withVault(body)
  }
}
