/// Where a device stands with its vault, for people.
package struct SyncStatus: Sendable, Hashable {
  /// A note that is left out.
  package struct Blocked: Sendable, Hashable {
    /// The note.
    package let id: NoteID
    /// Its title here; `nil` when there is no version of it here.
    package let title: String?
    /// Why it is left out.
    package let block: SyncBlock

    /// Creates a blocked note.
    ///
    /// - Parameters:
    ///   - id: The note.
    ///   - title: Its title here.
    ///   - block: Why it is left out.
    package init(id: NoteID, title: String?, block: SyncBlock) {
      self.id = id
      self.title = title
      self.block = block
    }
  }

  /// Whether this device has ever heard from a vault.
  package var hasSynced: Bool
  /// How many changes the vault has yet to hear of.
  package var pending: Int
  /// The notes that are left out.
  package var blocked: [Blocked]
  /// A pull that waits for a person to decide.
  package var brake: DeletionGuard?
  /// How many conflicts nobody has settled.
  package var conflicts: Int
  /// When a sync last came to its end.
  package var lastSuccess: Timestamp?

  /// Creates a status.
  ///
  /// - Parameters:
  ///   - hasSynced: Whether this device has ever heard from a vault.
  ///   - pending: How many changes the vault has yet to hear of.
  ///   - blocked: The notes that are left out.
  ///   - brake: A pull that waits for a person to decide.
  ///   - conflicts: How many conflicts nobody has settled.
  ///   - lastSuccess: When a sync last came to its end.
  package init(
    hasSynced: Bool, pending: Int, blocked: [Blocked] = [], brake: DeletionGuard? = nil, conflicts: Int = 0,
    lastSuccess: Timestamp? = nil
  ) {
    self.hasSynced = hasSynced
    self.pending = pending
    self.blocked = blocked
    self.brake = brake
    self.conflicts = conflicts
    self.lastSuccess = lastSuccess
  }
}
