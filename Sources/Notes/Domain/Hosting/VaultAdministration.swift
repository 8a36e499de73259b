/// The administration of a server's vaults.
package protocol VaultAdministration: Sendable {
  /// Returns all vaults by name.
  func vaults() async throws(StoreError) -> [VaultID]

  /// Returns the size of a vault.
  func size(of vault: VaultID) async throws(StoreError) -> VaultSize

  /// Removes tombstones. A device that has not received them takes a snapshot.
  ///
  /// - Parameter revision: The last revision to remove. A revision above the vault's head counts as the head.
  func purge(_ vault: VaultID, upTo revision: Revision) async throws(StoreError)

  /// Removes all tombstones except those of the latest changes.
  ///
  /// - Parameter changes: The number of changes that a device may be behind and still receive each deletion.
  /// - Returns: The number of removed tombstones.
  func purge(_ vault: VaultID, keepingLast changes: Int) async throws(StoreError) -> Int

  /// Removes the receipts of old batches. A device that sends another batch afterwards gets a new ``DeviceID``.
  ///
  /// This is not part of ``purge(_:upTo:)``: a device whose first batch is in flight would apply it twice, and restore
  /// a note whose tombstone was removed as well.
  ///
  /// - Parameter revision: The head of the vault up to which a batch counts as old.
  func removeReceipts(of vault: VaultID, upTo revision: Revision) async throws(StoreError)

  /// Removes blobs that no item refers to. A device may send a blob long before the note that refers to it; it sends a
  /// blob again that was removed too early.
  ///
  /// - Parameter time: The time before which a blob was last touched, such as thirty days ago.
  /// - Returns: The number of removed blobs and bytes.
  func removeOrphans(of vault: VaultID, olderThan time: Timestamp) async throws(StoreError) -> (
    count: Int, bytes: Int
  )

  /// Returns a snapshot of a vault without the content of its blobs.
  func backup(_ vault: VaultID) async throws(StoreError) -> VaultContents

  /// Replaces everything in a vault except for the content of its blobs, and starts a new epoch.
  ///
  /// - Parameter vault: The vault, which need not exist.
  func restore(_ vault: VaultID, to contents: VaultContents) async throws(StoreError)
}

/// A snapshot of a vault without the content of its blobs, which may not fit into memory.
///
/// To back up a server with its blobs, copy its file.
package struct VaultContents: Sendable, Hashable {
  package var state: VaultState
  /// The items by revision.
  package var items: [VaultItem]
  /// The receipts by device.
  package var receipts: [BatchReceipt]
  /// The blobs that each item refers to, for items with blobs only.
  package var references: [NoteID: [BlobDigest]]

  package init(
    state: VaultState, items: [VaultItem] = [], receipts: [BatchReceipt] = [], references: [NoteID: [BlobDigest]] = [:]
  ) {
    self.state = state
    self.items = items
    self.receipts = receipts
    self.references = references
  }
}
