package import NotesDomain

/// The storage of a server's vaults.
package protocol ServerStore: Sendable {
  /// Runs a read-write transaction on a vault, isolated from all others. When the body throws, the transaction is
  /// rolled back.
  ///
  /// - Parameters:
  ///   - vault: The vault, which need not exist.
  ///   - prefetch: Steps that the body begins with.
  ///   - body: The steps of the transaction. They run on any thread with the vault locked, so they must be short and
  ///     must not call the store. They may run more than once; only the last run counts.
  /// - Throws: Also ``StoreError/unreachable(path:detail:)`` when it is unknown whether the transaction was committed.
  func write<Value: Sendable>(
    _ vault: VaultID, prefetching prefetch: ServerPrefetch,
    _ body: @escaping @Sendable (any ServerTransaction) throws -> Value
  ) async throws(StoreError) -> Value

  /// Runs a read-only transaction on one snapshot of a vault, which need not exist. Its body may run on any
  /// thread and more than once, like that of a write.
  func read<Value: Sendable>(
    _ vault: VaultID, prefetching prefetch: ServerPrefetch,
    _ body: @escaping @Sendable (any ServerTransaction) throws -> Value
  ) async throws(StoreError) -> Value

  /// Returns all vaults by name.
  func vaults() async throws(StoreError) -> [VaultID]

  /// Checks whether the store can be used. Throws when it cannot be read, or when another file has its name.
  func health() async throws(StoreError) -> StoreHealth

  /// Merges the store's log into its file, when a server stops: a log that stays would be applied to any file that takes the
  /// store's name. Best effort; no change depends on it.
  func consolidate() async
}

extension ServerStore {
  /// Runs a read-write transaction on a vault, without a prefetch.
  package func write<Value: Sendable>(
    _ vault: VaultID, _ body: @escaping @Sendable (any ServerTransaction) throws -> Value
  ) async throws(StoreError) -> Value {
    try await write(vault, prefetching: ServerPrefetch(), body)
  }

  /// Runs a read-only transaction on a vault, without a prefetch.
  package func read<Value: Sendable>(
    _ vault: VaultID, _ body: @escaping @Sendable (any ServerTransaction) throws -> Value
  ) async throws(StoreError) -> Value {
    try await read(vault, prefetching: ServerPrefetch(), body)
  }
}

/// The steps that a transaction's body is going to begin with, besides its ``ServerTransaction/state()`` and size.
///
/// A hint, which changes no result: a store in another process answers these steps in the round trip that begins the
/// transaction.
package struct ServerPrefetch: Sendable, Hashable {
  /// A page of the vault's items, as in ``ServerTransaction/items(after:limit:bytes:memory:)``.
  package struct Page: Sendable, Hashable {
    package let revision: Revision
    package let limit: Int
    package let bytes: Int
    package let memory: Int

    package init(after revision: Revision, limit: Int, bytes: Int, memory: Int = .max) {
      self.revision = revision
      self.limit = limit
      self.bytes = bytes
      self.memory = memory
    }
  }

  /// The digest of the token that is checked.
  package var token: [UInt8]?
  /// The device whose receipt is read.
  package var receipt: DeviceID?
  /// The items whose versions and references are read.
  package var items: [NoteID] = []
  /// The blobs whose progress is read.
  package var blobs: [BlobDigest] = []
  package var page: Page?

  package init() {}
}

/// The state of a server's store.
package enum StoreHealth: Sendable, Hashable {
  /// The store can be read and written, as far as is known.
  case ready
  /// The last write failed, for example because the disk is full; reading works.
  case readOnly(StoreError)
}

/// A transaction of ``ServerStore`` on one vault.
///
/// Steps that a batch needs for each of its changes take sets: a store in another process answers each step in one trip.
package protocol ServerTransaction: ServerBlobTransaction {
  /// Returns whether the vault has an account or any content.
  func isKnown() throws -> Bool

  /// Returns whether a device of the vault's account has a token with a SHA-256 digest.
  func isHeld(by token: [UInt8]) throws -> Bool

  /// Returns the state of the vault, or `nil` when it does not exist.
  func state() throws -> VaultState?

  func save(state: VaultState) throws

  /// Returns the latest version of an item, or `nil` when the vault does not hold the item.
  func item(_ id: NoteID) throws -> VaultItem?

  /// Returns the versions of items, without their payloads. Items that the vault does not hold are left out.
  func versions(of items: [NoteID]) throws -> [NoteID: VaultItemVersion]

  /// Saves a version each of different items, and replaces the previous ones.
  func save(_ items: [VaultItem]) throws

  /// Returns the items after a revision in ascending order: at most `limit`, and about `bytes` of payload, but at least
  /// one when there is one.
  ///
  /// - Parameter memory: The bytes of payload that may be read. A page that has more is returned without its items, of whose
  ///   payloads none is read, since a single item can have megabytes.
  func items(after revision: Revision, limit: Int, bytes: Int, memory: Int) throws -> VaultPage

  /// Removes the tombstones up to and including a revision.
  func removeTombstones(upTo revision: Revision) throws

  /// Returns the receipt of a device's last batch, or `nil` when the device sent none.
  func receipt(of device: DeviceID) throws -> BatchReceipt?

  /// Returns the receipts of all devices, by device.
  func receipts() throws -> [BatchReceipt]

  /// Saves the receipt of a device's last batch and replaces the previous one.
  func save(_ receipt: BatchReceipt) throws

  /// Removes the receipts of batches that were applied when the vault's head was at most at a revision, except for those of
  /// first batches: without its receipt, a device's first batch would be executed again.
  func removeReceipts(upTo revision: Revision) throws

  /// Removes all receipts. Safe only in a new epoch, in which no batch of an earlier one is executed.
  func removeAllReceipts() throws

  /// Returns everything in the vault except for the content of its blobs.
  func contents() throws -> VaultContents

  /// Replaces everything in the vault except for the content of its blobs.
  func replace(with contents: VaultContents) throws

  /// Returns the size of the vault, which the store counts as it writes. O(1).
  func size() throws -> VaultSize
}

/// The part of a ``ServerTransaction`` that concerns blobs.
///
/// The store verifies nothing: its callers ensure that content matches its digest and that no blob is removed while an
/// item refers to it.
package protocol ServerBlobTransaction {
  /// Returns blobs, complete or incomplete. Those that the vault does not hold are left out.
  func blobs(_ digests: [BlobDigest]) throws -> [BlobDigest: StoredBlob]

  /// Returns all blobs by digest, complete or incomplete.
  func blobs() throws -> [StoredBlob]

  /// Appends a piece to a blob, or creates the blob with its first piece, and marks the blob as touched. A piece at
  /// another offset than the end of the stored part, or of a blob of another size, changes nothing. Small pieces are joined:
  /// see ``StoredBlob/minimumRowBytes``.
  func append(_ piece: BlobPiece, at time: Timestamp) throws

  /// Returns the stored bytes in a range of a blob. The memory for it does not depend on the pieces in which they arrived.
  func bytes(of digest: BlobDigest, from offset: Int, limit: Int) throws -> [UInt8]

  func touch(_ digest: BlobDigest, at time: Timestamp) throws

  func remove(_ digest: BlobDigest) throws

  /// Returns the blobs that items refer to, in ascending order. Items that refer to none are left out.
  func references(of items: [NoteID]) throws -> [NoteID: [BlobDigest]]

  /// Replaces the references of items to blobs, and marks the blobs that were added or removed as touched. The blobs of an
  /// item are in ascending order without duplicates. The vault need not hold them.
  func save(references: [NoteID: [BlobDigest]], at time: Timestamp) throws

  /// Returns blobs that no item refers to, the least recently touched first.
  func orphans(touchedBefore time: Timestamp, limit: Int) throws -> [StoredBlob]
}

extension ServerTransaction {
  /// Returns the version of an item without its payload, or `nil` when the vault does not hold the item.
  package func version(of item: NoteID) throws -> VaultItemVersion? { try versions(of: [item])[item] }

  /// Saves a version of an item and replaces the previous one.
  package func save(_ item: VaultItem) throws { try save([item]) }

  /// Returns a page of items, with any memory that they take.
  package func items(after revision: Revision, limit: Int, bytes: Int) throws -> VaultPage {
    try items(after: revision, limit: limit, bytes: bytes, memory: .max)
  }
}

extension ServerBlobTransaction {
  /// Returns a blob, complete or incomplete, or `nil` when the vault does not hold it.
  package func blob(_ digest: BlobDigest) throws -> StoredBlob? { try blobs([digest])[digest] }
}

/// A page of a vault's items, in ascending order of their revisions.
package struct VaultPage: Sendable, Hashable {
  /// The items; none if their payloads take more memory than was allowed.
  package var items: [VaultItem]
  /// Whether there are items after the page.
  package var hasMore: Bool
  /// The size of the payloads, whether or not they were read.
  package var bytes: Int

  package init(items: [VaultItem] = [], hasMore: Bool = false, bytes: Int = 0) {
    self.items = items
    self.hasMore = hasMore
    self.bytes = bytes
  }
}

/// The stored reply to a device's last batch.
package struct BatchReceipt: Sendable, Hashable {
  package let device: DeviceID
  package let number: Int
  package let digest: [UInt8]
  /// The result of each change, in the batch's order.
  package let results: [PushResult]
  /// The head of the vault after the batch.
  package let head: Revision

  package init(device: DeviceID, number: Int, digest: [UInt8], results: [PushResult], head: Revision) {
    self.device = device
    self.number = number
    self.digest = digest
    self.results = results
    self.head = head
  }
}
