/// What a server reads and writes of one vault in one transaction of ``ServerStore``.
public protocol ServerTransaction: ServerBlobTransaction {
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
