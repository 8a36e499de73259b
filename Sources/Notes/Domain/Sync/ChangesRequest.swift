/// A request for the changes of a vault.
package struct ChangesRequest: Sendable, Hashable {
  /// The epoch that the device knows; `nil` when it knows none.
  package let epoch: Epoch?
  /// The last revision that the device knows.
  package var after: Revision
  /// The revision up to which the device knows all deletions, since the vault removes old tombstones and must refuse a
  /// device that needs them; `nil` for the first page of a snapshot, which needs none.
  package var floor: Revision?
  /// The maximum number of items.
  package var limit: Int
  /// The only item that is wanted, at its latest revision; `nil` for all items after a revision.
  package let only: NoteID?

  package init(epoch: Epoch?, after: Revision, floor: Revision?, limit: Int, only: NoteID? = nil) {
    self.epoch = epoch
    self.after = after
    self.floor = floor
    self.limit = limit
    self.only = only
  }
}

/// A page of a vault's changes, taken from one snapshot.
package struct ChangesPage: Sendable, Hashable {
  /// The revision of the vault's last change.
  package let head: Revision
  /// The items in ascending order of revision, each at its latest revision.
  package let items: [VaultItem]
  package let hasMore: Bool
  /// Whether the vault keeps each deletion as an item, as an encrypted one does. Elsewhere, old deletions are removed, so that a
  /// note which is in no page of the whole vault was deleted.
  package let keepsDeletions: Bool

  package init(head: Revision, items: [VaultItem], hasMore: Bool, keepsDeletions: Bool = false) {
    self.head = head
    self.items = items
    self.hasMore = hasMore
    self.keepsDeletions = keepsDeletions
  }
}

/// The reply of a vault to a ``ChangesRequest``.
package enum ChangesReply: Sendable, Hashable {
  /// The next items.
  case page(ChangesPage)
  /// The vault is in another epoch.
  case epochChanged(EpochChange)
  /// The vault has removed tombstones that the device needs. The device must take a snapshot.
  case resync
}
