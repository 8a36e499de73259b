/// The status of a device's synchronization, for people.
package struct SyncStatus: Sendable, Hashable {
  /// A note that is excluded from sync.
  package struct Blocked: Sendable, Hashable {
    package let id: NoteID
    /// The note's title; `nil` when this device has no version of it.
    package let title: String?
    package let block: SyncBlock
    /// The reason why a version from an encrypted vault was set aside; `nil` unless one was.
    package let setAside: SetAsideVersion.Reason?

    package init(id: NoteID, title: String?, block: SyncBlock, setAside: SetAsideVersion.Reason? = nil) {
      self.id = id
      self.title = title
      self.block = block
      self.setAside = setAside
    }
  }

  /// Whether this device has ever received a reply from a vault.
  package var hasSynced: Bool
  package var pending: Int
  package var blocked: [Blocked]
  /// The pull that waits for a person's decision about its deletions.
  package var deletionBrake: DeletionBrake?
  package var conflicts: Int
  package var lastSuccess: Timestamp?

  package init(
    hasSynced: Bool, pending: Int, blocked: [Blocked] = [], deletionBrake: DeletionBrake? = nil, conflicts: Int = 0,
    lastSuccess: Timestamp? = nil
  ) {
    self.hasSynced = hasSynced
    self.pending = pending
    self.blocked = blocked
    self.deletionBrake = deletionBrake
    self.conflicts = conflicts
    self.lastSuccess = lastSuccess
  }
}
