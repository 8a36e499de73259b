/// What a vault holds at one moment: everything but the bytes of its blobs, of which there may be more than fit into memory.
///
/// A backup of a server with its blobs is a copy of its file.
public struct VaultContents: Sendable, Hashable {
  /// Where the vault stands.
  public var state: VaultState
  /// Its items, by revision.
  public var items: [VaultItem]
  /// Its receipts, by device.
  public var receipts: [BatchReceipt]
  /// The blobs that each item refers to; items that refer to none are not in it.
  public var references: [NoteID: [BlobDigest]]

  /// Creates the contents of a vault.
  ///
  /// - Parameters:
  ///   - state: Where the vault stands.
  ///   - items: Its items, by revision.
  ///   - receipts: Its receipts, by device.
  ///   - references: The blobs that each item refers to.
  public init(
    state: VaultState, items: [VaultItem] = [], receipts: [BatchReceipt] = [], references: [NoteID: [BlobDigest]] = [:]
  ) {
    self.state = state
    self.items = items
    self.receipts = receipts
    self.references = references
  }
}
