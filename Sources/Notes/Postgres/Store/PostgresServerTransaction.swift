import NotesDomain
import NotesHosting

/// The steps on one vault in a transaction of ``PostgresServerStore``.
///
/// Changes are sent with the next step that reads, or with the commit. What was read is remembered, since a batch asks for
/// the same items before and while it changes them.
final class PostgresServerTransaction: ServerTransaction {
  /// A step that needs a round trip, of a snapshot that has ended.
  struct Unforeseen: Error {}

  let connection: PostgresConnection
  private let name: String
  /// The vault's row with the changes of this transaction; `nil` for an unknown vault.
  var row: VaultRow?
  /// The vault's row in the table.
  private var stored: VaultRow?
  /// Whether the transaction was committed already, so that only remembered results are left.
  var hasEnded = false

  /// The digests of tokens that were looked up, each with whether it gives access to the vault.
  private var holders: [[UInt8]: Bool] = [:]
  private var versions: [NoteID: VaultItemVersion?] = [:]
  private var page: (request: ServerPrefetch.Page, found: VaultPage)?
  private var knownReceipts: [DeviceID: BatchReceipt?] = [:]
  var knownReferences: [NoteID: [BlobDigest]] = [:]
  var knownBlobs: [BlobDigest: StoredBlob?] = [:]

  init(vault: VaultID, on connection: PostgresConnection) {
    name = vault.name
    self.connection = connection
  }

  /// Reads the vault's row and what the body is going to ask for, in one round trip.
  ///
  /// - Parameter andThen: Adds further statements to the trip.
  func begin(prefetching prefetch: ServerPrefetch, locksVault: Bool, andThen: () throws -> Void = {}) throws {
    let vault = PostgresValue.text(name)
    try connection.send(
      "SELECT \(VaultRow.columns) FROM vault WHERE name = $1" + (locksVault ? " FOR NO KEY UPDATE" : ""), [vault]
    ) { [self] in row = VaultRow($0) }
    let number = "(SELECT number FROM vault WHERE name = $1)"
    if let token = prefetch.token { try sendHolder(token, in: number, vault) }
    if let device = prefetch.receipt {
      knownReceipts[device] = .some(nil)
      try sendReceipt(of: device, in: number, vault)
    }
    if !prefetch.items.isEmpty {
      try sendVersions(of: prefetch.items, in: number, vault)
      // Most vaults have no attachments.
      try sendReferences(
        of: prefetch.items, in: "(SELECT number FROM vault WHERE name = $1 AND blob_references > 0)", vault)
    }
    if !prefetch.blobs.isEmpty { try sendBlobs(prefetch.blobs, in: number, vault) }
    if let page = prefetch.page { try sendPage(page, in: number, vault) }
    try andThen()
    try connection.flush()
    stored = row
  }

  /// Adds the update of the vault's row. The last step of a transaction that writes.
  func finish() throws {
    guard let row, row != stored else { return }
    try row.save(to: connection)
    stored = row
  }

  // MARK: The state of the vault

  func isKnown() throws -> Bool { row != nil }

  func isHeld(by token: [UInt8]) throws -> Bool {
    if holders[token] == nil {
      try reading { vault in
        try sendHolder(token, in: "$1", vault)
        try connection.flush()
      }
    }
    return holders[token] ?? false
  }

  private func sendHolder(_ token: [UInt8], in vault: String, _ value: PostgresValue) throws {
    holders[token] = false
    try connection.send(
      """
      SELECT 1 FROM device JOIN account ON account.number = device.account
      WHERE account.vault = \(vault) AND device.digest = $2
      """, [value, .bytes(token)]
    ) { [self] _ in holders[token] = true }
  }

  func state() throws -> VaultState? { row?.state }

  func save(state: VaultState) throws { try creatingVault { _ in row?.state = state } }

  func size() throws -> VaultSize { row?.size ?? VaultSize() }

  // MARK: Items

  func item(_ id: NoteID) throws -> VaultItem? {
    try reading { vault in
      try connection.first(
        "SELECT id, revision, payload FROM item WHERE vault = $1 AND id = $2", [vault, .id(id)], decode: Self.item)
    }
  }

  func versions(of items: [NoteID]) throws -> [NoteID: VaultItemVersion] {
    let missing = items.filter { versions[$0] == nil }
    if !missing.isEmpty {
      try reading { vault in
        try sendVersions(of: missing, in: "$1", vault)
        try connection.flush()
      }
    }
    return items.reduce(into: [:]) { found, id in found[id] = versions[id] ?? nil }
  }

  private func sendVersions(of items: [NoteID], in vault: String, _ value: PostgresValue) throws {
    for id in items { versions[id] = .some(nil) }
    let columns = "id, revision, payload IS NULL, coalesce(octet_length(payload), 0)::bigint"
    try connection.send(Self.lookUp(columns, of: "item", vault: vault, by: "id"), [value, .ids(items)]) { [self] row in
      versions[row.id(0)] = VaultItemVersion(
        revision: row.revision(1), isTombstone: row.bool(2), payloadBytes: row.int(3))
    }
  }

  func save(_ items: [VaultItem]) throws {
    page = nil
    let replaced = try versions(of: items.map(\.id))
    try creatingVault { vault in
      try connection.send(
        """
        INSERT INTO item (vault, id, revision, payload)
        SELECT $1, * FROM unnest($2::uuid[], $3::bigint[], $4::bytea[])
        ON CONFLICT (vault, id) DO UPDATE SET revision = excluded.revision, payload = excluded.payload
        """,
        [
          vault, .ids(items.map(\.id)), .integers(items.map(\.revision.number)), .byteStrings(items.map(\.payload)),
        ])
      for item in items {
        row?.size.count(item.payload, replacing: replaced[item.id])
        versions[item.id] = VaultItemVersion(
          revision: item.revision, isTombstone: item.isTombstone, payloadBytes: item.payload?.count ?? 0)
      }
    }
  }

  func items(after revision: Revision, limit: Int, bytes: Int, memory: Int) throws -> VaultPage {
    let request = ServerPrefetch.Page(after: revision, limit: limit, bytes: bytes, memory: memory)
    if let page, page.request == request { return page.found }
    try reading { vault in
      try sendPage(request, in: "$1", vault)
      try connection.flush()
    }
    return page?.found ?? VaultPage()
  }

  /// Adds the statement of a page, whose size is limited where the payloads are. Their lengths are known without reading
  /// those that are stored apart. Of a page that is larger than the memory for it, only the last row is sent, without its
  /// payload.
  private func sendPage(_ request: ServerPrefetch.Page, in vault: String, _ value: PostgresValue) throws {
    page = (request, VaultPage())
    try connection.send(
      """
      SELECT id, revision, CASE WHEN page_bytes <= $5 THEN payload END, available > number, page_bytes FROM (
        SELECT *, max(total) OVER () AS page_bytes, count(*) OVER () AS page_count FROM (
          SELECT id, revision, payload, row_number() OVER feed AS number, count(*) OVER () AS available,
            coalesce(sum(octet_length(payload)) OVER feed, 0) AS total
          FROM (
            SELECT id, revision, payload FROM item
            WHERE vault = \(vault) AND revision > $2 ORDER BY revision LIMIT $3 + 1
          ) AS rest
          WINDOW feed AS (ORDER BY revision)
        ) AS counted
        WHERE number <= $3 AND (number = 1 OR total <= $4)
      ) AS page
      WHERE page_bytes <= $5 OR number = page_count ORDER BY revision
      """,
      [
        value, .revision(request.revision), .integer(min(request.limit, Int(Int32.max))), .integer(request.bytes),
        .integer(request.memory),
      ]
    ) { [self] row in
      page?.found.hasMore = row.bool(3)
      page?.found.bytes = row.int(4)
      if row.int(4) <= request.memory { page?.found.items.append(Self.item(row)) }
    }
  }

  func removeTombstones(upTo revision: Revision) throws {
    (versions, page) = ([:], nil)
    try reading { vault in
      try connection.liftTimeLimit()
      row?.size.tombstones -= try connection.run(
        "DELETE FROM item WHERE vault = $1 AND payload IS NULL AND revision <= $2", [vault, .revision(revision)])
    }
  }

  private static func item(_ row: PostgresRow) -> VaultItem {
    VaultItem(id: row.id(0), revision: row.revision(1), payload: row.optionalBytes(2))
  }

  // MARK: Receipts

  func receipt(of device: DeviceID) throws -> BatchReceipt? {
    if let known = knownReceipts[device] { return known }
    knownReceipts[device] = .some(nil)
    try reading { vault in
      try sendReceipt(of: device, in: "$1", vault)
      try connection.flush()
    }
    return knownReceipts[device] ?? nil
  }

  private func sendReceipt(of device: DeviceID, in vault: String, _ value: PostgresValue) throws {
    try connection.send(
      "SELECT \(Self.receiptColumns) FROM receipt WHERE vault = \(vault) AND device = $2",
      [value, .bits(device.bits)]
    ) { [self] in knownReceipts[device] = try Self.receipt($0) }
  }

  func receipts() throws -> [BatchReceipt] {
    try reading { vault in
      try connection.all(
        "SELECT \(Self.receiptColumns) FROM receipt WHERE vault = $1 ORDER BY device", [vault],
        decode: Self.receipt)
    } ?? []
  }

  func save(_ receipt: BatchReceipt) throws {
    let isNew = try self.receipt(of: receipt.device) == nil
    try creatingVault { vault in
      if isNew { row?.size.receipts += 1 }
      knownReceipts[receipt.device] = receipt
      try connection.send(
        """
        INSERT INTO receipt (vault, device, number, head, digest, results) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (vault, device) DO UPDATE
        SET number = excluded.number, head = excluded.head, digest = excluded.digest, results = excluded.results
        """,
        [
          vault, .bits(receipt.device.bits), .integer(receipt.number), .revision(receipt.head), .bytes(receipt.digest),
          .bytes(ReceiptResults.encode(receipt.results)),
        ])
    }
  }

  func removeReceipts(upTo revision: Revision) throws {
    knownReceipts = [:]
    try reading { vault in
      try connection.liftTimeLimit()
      row?.size.receipts -= try connection.run(
        "DELETE FROM receipt WHERE vault = $1 AND head <= $2 AND number > 1", [vault, .revision(revision)])
    }
  }

  func removeAllReceipts() throws {
    knownReceipts = [:]
    try reading { vault in
      try connection.send("DELETE FROM receipt WHERE vault = $1", [vault])
      row?.size.receipts = 0
    }
  }

  /// The columns of ``receipt(_:)``.
  private static let receiptColumns = "device, number, head, digest, results"

  private static func receipt(_ row: PostgresRow) throws -> BatchReceipt {
    guard let results = ReceiptResults.decode(row.bytes(4)) else {
      throw PostgresError.corrupt("The receipt of a batch cannot be read")
    }
    return BatchReceipt(
      device: DeviceID(bits: row.bits(0)), number: row.int(1), digest: row.bytes(3), results: results,
      head: row.revision(2))
  }

  // MARK: The whole vault

  func contents() throws -> VaultContents {
    var contents = VaultContents(state: try state() ?? VaultState(epochs: []))
    try reading { vault in
      contents.items = try connection.all(
        "SELECT id, revision, payload FROM item WHERE vault = $1 ORDER BY revision", [vault], decode: Self.item)
      contents.receipts = try receipts()
      contents.references = try references(in: vault)
    }
    return contents
  }

  func replace(with contents: VaultContents) throws {
    (versions, knownReceipts, knownReferences, page) = ([:], [:], [:], nil)
    try reading { vault in
      for table in ["item", "receipt", "item_blob"] {
        try connection.send("DELETE FROM \(table) WHERE vault = $1", [vault])
      }
      let size = try size()
      row?.size = VaultSize(blobs: size.blobs, blobBytes: size.blobBytes)
    }
    try save(state: contents.state)
    try save(contents.items)
    for receipt in contents.receipts { try save(receipt) }
    try refer(contents.references)
  }

  // MARK: The vault in the tables

  /// Returns a query of the rows whose key is among those of the second parameter, an array.
  ///
  /// It looks each key up in an index. For `= ANY`, or for a join, PostgreSQL may read all rows of the vault instead: it
  /// expects a vault of average size, and most are small.
  static func lookUp(
    _ columns: String, of table: String, vault: String, by key: String, type: String = "uuid"
  ) -> String {
    """
    SELECT found.* FROM unnest($2::\(type)[]) AS wanted (key),
      LATERAL (SELECT \(columns) FROM \(table) WHERE vault = \(vault) AND \(key) = wanted.key OFFSET 0) AS found
    """
  }

  /// Runs statements on a known vault; returns `nil` for an unknown one.
  @discardableResult
  func reading<Value>(_ body: (PostgresValue) throws -> Value?) throws -> Value? {
    guard let row else { return nil }
    guard !hasEnded else { throw Unforeseen() }
    return try body(.integer(row.number))
  }

  /// Runs statements on the vault, and adds it when it is unknown.
  func creatingVault(_ body: (PostgresValue) throws -> Void) throws {
    guard !hasEnded else { throw Unforeseen() }
    if row == nil {
      let number = try connection.first(
        "INSERT INTO vault (name) VALUES ($1) ON CONFLICT (name) DO NOTHING RETURNING number", [.text(name)]
      ) { $0.integer(0) }
      // Another transaction has added it meanwhile: this one begins again, and sees it.
      guard let number else { throw PostgresError.refused(state: "40001", message: "The vault was added meanwhile") }
      row = VaultRow(number: number)
      stored = row
    }
    try reading(body)
  }
}
