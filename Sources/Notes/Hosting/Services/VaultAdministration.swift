package import NotesDomain

/// The administration of a server's vaults.
package protocol VaultAdministration: Sendable {
  /// Returns all vaults by name.
  func vaults() async throws(StoreError) -> [VaultID]

  /// Checks whether the store can be used.
  func health() async throws(StoreError) -> StoreHealth

  /// Merges the store's log into its file, when a server stops.
  func consolidate() async

  /// Returns the size of a vault.
  func size(of vault: VaultID) async throws(StoreError) -> VaultSize

  /// Removes tombstones up to and including a revision, at most the vault's head. A device that has not received them takes
  /// a snapshot.
  func purge(_ vault: VaultID, upTo revision: Revision) async throws(StoreError)

  /// Removes all tombstones except those of the latest changes, so that a device may be as many changes behind and still
  /// receive each deletion. Returns the number of removed tombstones.
  func purge(_ vault: VaultID, keepingLast changes: Int) async throws(StoreError) -> Int

  /// Returns the item in the place of a vault's keyring; `nil` without one.
  func keyring(of vault: VaultID) async throws(StoreError) -> VaultItem?

  /// Removes the keyring of a vault, as if it had never been there, and all tombstones with it. So each device takes a snapshot,
  /// in which it sees that the keyring is gone. Returns whether there was one.
  func removeKeyring(of vault: VaultID) async throws(StoreError) -> Bool

  /// Removes the receipts of batches up to a head of the vault, except for those of first batches. A device that sends
  /// another batch afterwards gets a new ``DeviceID``.
  ///
  /// This is not part of ``purge(_:upTo:)``: if a network delivered a device's first batch again, it would be executed
  /// twice, and restore a note whose tombstone was removed as well.
  func removeReceipts(of vault: VaultID, upTo revision: Revision) async throws(StoreError)

  /// Removes the receipts of devices that sent nothing during the latest changes, and returns their number.
  func removeReceipts(of vault: VaultID, keepingLast changes: Int) async throws(StoreError) -> Int

  /// Removes blobs that no item refers to, and that were last touched before a time, such as thirty days ago. A device may
  /// send a blob long before the note that refers to it; it sends a blob again that was removed too early.
  func removeOrphans(of vault: VaultID, olderThan time: Timestamp) async throws(StoreError) -> (
    count: Int, bytes: Int
  )

  /// Returns a snapshot of a vault without the content of its blobs.
  func backup(_ vault: VaultID) async throws(StoreError) -> VaultContents

  /// Replaces everything in a vault, which need not exist, except for the content of its blobs, and starts a new epoch.
  func restore(_ vault: VaultID, to contents: VaultContents) async throws(StoreError)
}

/// A snapshot of a vault without the content of its blobs, which may not fit into memory.
///
/// To back up a server with its blobs, copy its file.
package struct VaultContents: Sendable, Hashable {
  package var state: VaultState
  package var items: [VaultItem]
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
