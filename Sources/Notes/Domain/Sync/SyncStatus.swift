/// The status of a device's synchronization, for people.
package struct SyncStatus: Sendable, Hashable {
  /// A note that is excluded from sync.
  package struct Blocked: Sendable, Hashable {
    package let id: NoteID
    /// The note's title; `nil` when this device has no version of it.
    package let title: String?
    /// The reason.
    package let block: SyncBlock

    package init(id: NoteID, title: String?, block: SyncBlock) {
      self.id = id
      self.title = title
      self.block = block
    }
  }

  /// Whether this device has ever received a reply from a vault.
  package var hasSynced: Bool
  /// The number of changes to push.
  package var pending: Int
  /// The notes that are excluded from sync.
  package var blocked: [Blocked]
  /// The pull that waits for a person's decision about its deletions.
  package var deletionGuard: DeletionGuard?
  /// The number of unresolved conflicts.
  package var conflicts: Int
  /// The time at which a sync last completed.
  package var lastSuccess: Timestamp?

  package init(
    hasSynced: Bool, pending: Int, blocked: [Blocked] = [], deletionGuard: DeletionGuard? = nil, conflicts: Int = 0,
    lastSuccess: Timestamp? = nil
  ) {
    self.hasSynced = hasSynced
    self.pending = pending
    self.blocked = blocked
    self.deletionGuard = deletionGuard
    self.conflicts = conflicts
    self.lastSuccess = lastSuccess
  }
}
