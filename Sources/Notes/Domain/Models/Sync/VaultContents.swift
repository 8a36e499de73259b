/// Everything that a vault holds at one moment.
public struct VaultContents: Sendable, Hashable {
  /// Where the vault stands.
  public var state: VaultState
  /// Its items, by revision.
  public var items: [VaultItem]
  /// Its receipts, by device.
  public var receipts: [BatchReceipt]

  /// Creates the contents of a vault.
  ///
  /// - Parameters:
  ///   - state: Where the vault stands.
  ///   - items: Its items, by revision.
  ///   - receipts: Its receipts, by device.
  public init(state: VaultState, items: [VaultItem] = [], receipts: [BatchReceipt] = []) {
    self.state = state
    self.items = items
    self.receipts = receipts
  }
}
