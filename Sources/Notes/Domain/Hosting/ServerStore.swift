/// What a server keeps of its vaults.
package protocol ServerStore: Sendable {
  /// Runs some steps on one vault in one transaction that nobody else writes beside; when the body throws, nothing has
  /// happened.
  ///
  /// - Parameters:
  ///   - vault: The vault; it need not be there yet.
  ///   - body: The steps. They run while the vault is locked, on any thread, so they must be short and must not call the
  ///     store. They may run more than once: what counts is the last time.
  func write<Value: Sendable>(
    _ vault: VaultID, _ body: @escaping @Sendable (any ServerTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value

  /// Runs some steps that all see one vault at one moment, and change nothing.
  ///
  /// - Parameters:
  ///   - vault: The vault; it need not be there.
  ///   - body: The steps.
  func read<Value: Sendable>(
    _ vault: VaultID, _ body: (any ServerTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value

  /// The vaults that are there, by name.
  func vaults() async throws(StoreError) -> [VaultID]
}

/// What a server reads and writes of one vault in one transaction of ``ServerStore``.
package protocol ServerTransaction: ServerBlobTransaction {
  /// Whether the store knows the vault: its account was added, or something was kept in it.
  func isKnown() throws(StoreError) -> Bool

  /// Where the vault stands; `nil` when there is none.
  func state() throws(StoreError) -> VaultState?

  /// Keeps where the vault stands.
  func save(state: VaultState) throws(StoreError)

  /// The last version of an item; `nil` when the vault holds none.
  func item(_ id: NoteID) throws(StoreError) -> VaultItem?

  /// The revision of an item, without its bytes; `nil` when the vault holds none.
  func version(of id: NoteID) throws(StoreError) -> VaultItemVersion?

  /// Keeps a version of an item in place of the one before.
  func save(_ item: VaultItem) throws(StoreError)

  /// The items after a revision, in ascending order of revision: at most `limit`, and at most about `bytes` of payload, but
  /// at least one when there is one.
  ///
  /// - Returns: The items, and whether there are more.
  func items(after revision: Revision, limit: Int, bytes: Int) throws(StoreError) -> (items: [VaultItem], hasMore: Bool)

  /// Forgets the tombstones up to a revision, that one included.
  func removeTombstones(upTo revision: Revision) throws(StoreError)

  /// The answer to a device's last batch; `nil` when the device sent none.
  func receipt(of device: DeviceID) throws(StoreError) -> BatchReceipt?

  /// Keeps the answer to a device's last batch in place of the one before.
  func save(_ receipt: BatchReceipt) throws(StoreError)

  /// Forgets the answers to batches that were executed when the vault's head was at most at a revision.
  func removeReceipts(upTo revision: Revision) throws(StoreError)

  /// Everything in the vault but its blobs, for a backup.
  func contents() throws(StoreError) -> VaultContents

  /// Puts a backup in place of everything in the vault but its blobs, which stay.
  func replace(with contents: VaultContents) throws(StoreError)

  /// How much the vault holds.
  func size() throws(StoreError) -> VaultSize
}

/// What a server reads and writes of one vault's blobs in one transaction of ``ServerStore``.
///
/// The store keeps what it is given: that the bytes are what the digest says, and that no blob goes while an item refers to
/// it, is up to the rules above it.
package protocol ServerBlobTransaction {
  /// A blob, or the beginning of one; `nil` when the vault holds nothing of it.
  func blob(_ digest: BlobDigest) throws(StoreError) -> StoredBlob?

  /// Adds a piece to a blob, or begins one with it. A piece that does not begin where the blob's bytes end, or that is of a
  /// blob of another size, changes nothing.
  ///
  /// - Parameters:
  ///   - piece: The piece.
  ///   - moment: The time, by which the blob counts as touched.
  func append(_ piece: BlobPiece, at moment: Timestamp) throws(StoreError)

  /// Some bytes of a blob, as far as they are there.
  ///
  /// - Parameters:
  ///   - digest: The blob.
  ///   - offset: How many bytes come before them.
  ///   - limit: The most bytes.
  func bytes(of digest: BlobDigest, from offset: Int, limit: Int) throws(StoreError) -> [UInt8]

  /// Keeps that somebody had to do with a blob.
  func touch(_ digest: BlobDigest, at moment: Timestamp) throws(StoreError)

  /// Forgets a blob and its bytes.
  func remove(_ digest: BlobDigest) throws(StoreError)

  /// Keeps which blobs an item refers to, in place of those before. The ones before and the ones now count as touched.
  ///
  /// - Parameters:
  ///   - blobs: The blobs, in ascending order and without repetition; the vault need not hold them.
  ///   - item: The item.
  ///   - moment: The time.
  func save(blobs: [BlobDigest], of item: NoteID, at moment: Timestamp) throws(StoreError)

  /// Some blobs that no item refers to, the ones first that were not touched for longest.
  ///
  /// - Parameters:
  ///   - moment: Only blobs that were last touched before it.
  ///   - limit: The most to return.
  func orphans(touchedBefore moment: Timestamp, limit: Int) throws(StoreError) -> [StoredBlob]
}

/// A vault's memory of a device's last batch.
package struct BatchReceipt: Sendable, Hashable {
  /// The device.
  package let device: DeviceID
  /// The batch's number.
  package let number: Int
  /// The fingerprint of the batch's changes.
  package let digest: [UInt8]
  /// What became of each change.
  package let results: [PushResult]
  /// The vault's head after the batch.
  package let head: Revision

  /// Creates a receipt.
  ///
  /// - Parameters:
  ///   - device: The device.
  ///   - number: The batch's number.
  ///   - digest: The fingerprint of the batch's changes.
  ///   - results: What became of each change.
  ///   - head: The vault's head after the batch.
  package init(device: DeviceID, number: Int, digest: [UInt8], results: [PushResult], head: Revision) {
    self.device = device
    self.number = number
    self.digest = digest
    self.results = results
    self.head = head
  }
}
