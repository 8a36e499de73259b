/// A question for what has changed in a vault.
package struct ChangesRequest: Sendable, Hashable {
  /// The epoch that the device knows; `nil` when it knows none yet.
  package let epoch: Epoch?
  /// The revision after which the device knows nothing.
  package let after: Revision
  /// The revision up to which the device has learnt of all deletions: the vault forgets tombstones in time, and must not
  /// answer a device that would need them. `nil` for the first page of a snapshot, which needs none.
  package let floor: Revision?
  /// The most items to answer with.
  package let limit: Int

  /// Creates a question.
  ///
  /// - Parameters:
  ///   - epoch: The epoch that the device knows.
  ///   - after: The revision after which the device knows nothing.
  ///   - floor: The revision up to which the device has learnt of all deletions.
  ///   - limit: The most items to answer with.
  package init(epoch: Epoch?, after: Revision, floor: Revision?, limit: Int) {
    self.epoch = epoch
    self.after = after
    self.floor = floor
    self.limit = limit
  }
}

/// Some items of a vault's feed, which all belong to one moment.
package struct ChangesPage: Sendable, Hashable {
  /// The revision of the vault's last change.
  package let head: Revision
  /// The items in ascending order of revision, each at its last revision only.
  package let items: [VaultItem]
  /// Whether there are more items after these.
  package let hasMore: Bool

  /// Creates a page.
  ///
  /// - Parameters:
  ///   - head: The revision of the vault's last change.
  ///   - items: The items in ascending order of revision.
  ///   - hasMore: Whether there are more items after these.
  package init(head: Revision, items: [VaultItem], hasMore: Bool) {
    self.head = head
    self.items = items
    self.hasMore = hasMore
  }
}

/// A vault's answer to a question for changes.
package enum ChangesReply: Sendable, Hashable {
  /// The next items.
  case page(ChangesPage)
  /// The vault is in another epoch.
  case epochChanged(EpochChange)
  /// The vault has forgotten tombstones that the device would need: it must take a snapshot.
  case resync
}
