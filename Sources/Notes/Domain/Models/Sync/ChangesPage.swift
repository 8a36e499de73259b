/// Some items of a vault's feed, which all belong to one moment.
public struct ChangesPage: Sendable, Hashable {
  /// The revision of the vault's last change.
  public let head: Revision
  /// The items in ascending order of revision, each at its last revision only.
  public let items: [VaultItem]
  /// Whether there are more items after these.
  public let hasMore: Bool

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - head: The revision of the vault's last change.
  ///   - items: The items in ascending order of revision.
  ///   - hasMore: Whether there are more items after these.
  public init(head: Revision, items: [VaultItem], hasMore: Bool) {
    self.head = head
    self.items = items
    self.hasMore = hasMore
  }
}
