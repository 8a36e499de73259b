/// What an operator does with the vaults of a server.
package protocol VaultAdministration: Sendable {
  /// The vaults that are there, by name.
  func vaults() async throws(StoreError) -> [VaultID]

  /// How much a vault holds.
  func size(of vault: VaultID) async throws(StoreError) -> VaultSize

  /// Forgets tombstones. A device that has not heard of them will take a snapshot.
  ///
  /// - Parameters:
  ///   - vault: The vault.
  ///   - revision: Up to which revision, that one included; what is above the vault's head counts as its head.
  func purge(_ vault: VaultID, upTo revision: Revision) async throws(StoreError)

  /// Forgets tombstones but those of the last changes.
  ///
  /// - Parameters:
  ///   - vault: The vault.
  ///   - changes: How many changes a device may be behind and still hear of each deletion.
  /// - Returns: How many tombstones were forgotten.
  func purge(_ vault: VaultID, keepingLast changes: Int) async throws(StoreError) -> Int

  /// Forgets the devices whose last batch is old. One that is heard of once more takes a new name.
  ///
  /// Not done with ``purge(_:upTo:)``: a device whose very first batch is still under way would have it executed again, and
  /// bring back a note whose tombstone is forgotten too.
  ///
  /// - Parameters:
  ///   - vault: The vault.
  ///   - revision: How old: a batch counts that was executed when the vault's head was at most at this revision.
  func forgetDevices(of vault: VaultID, upTo revision: Revision) async throws(StoreError)

  /// Forgets blobs that no item refers to. A device sends a blob before the note that refers to it, and may take its time in
  /// between; one whose blob was forgotten too early sends it again.
  ///
  /// - Parameters:
  ///   - vault: The vault.
  ///   - moment: Only blobs that nobody had to do with since then, such as thirty days ago.
  /// - Returns: How many there were, and how many bytes they had.
  func removeOrphans(of vault: VaultID, olderThan moment: Timestamp) async throws(StoreError) -> (
    count: Int, bytes: Int
  )

  /// Everything in a vault at one moment but its blobs; see ``VaultContents``.
  func backup(_ vault: VaultID) async throws(StoreError) -> VaultContents

  /// Puts a backup in place of everything in a vault but its blobs, which stay. The vault begins a new epoch with it.
  ///
  /// - Parameters:
  ///   - vault: The vault; it need not be there.
  ///   - contents: The backup.
  func restore(_ vault: VaultID, to contents: VaultContents) async throws(StoreError)
}

/// What a vault holds at one moment: everything but the bytes of its blobs, of which there may be more than fit into memory.
///
/// A backup of a server with its blobs is a copy of its file.
package struct VaultContents: Sendable, Hashable {
  /// Where the vault stands.
  package var state: VaultState
  /// Its items, by revision.
  package var items: [VaultItem]
  /// Its receipts, by device.
  package var receipts: [BatchReceipt]
  /// The blobs that each item refers to; items that refer to none are not in it.
  package var references: [NoteID: [BlobDigest]]

  /// Creates the contents of a vault.
  ///
  /// - Parameters:
  ///   - state: Where the vault stands.
  ///   - items: Its items, by revision.
  ///   - receipts: Its receipts, by device.
  ///   - references: The blobs that each item refers to.
  package init(
    state: VaultState, items: [VaultItem] = [], receipts: [BatchReceipt] = [], references: [NoteID: [BlobDigest]] = [:]
  ) {
    self.state = state
    self.items = items
    self.receipts = receipts
    self.references = references
  }
}
