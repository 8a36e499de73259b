/// Where a device stands with its vault, for people.
public struct SyncStatus: Sendable, Hashable {
  /// A note that is left out.
  public struct Blocked: Sendable, Hashable {
    /// The note.
    public let id: NoteID
    /// Its title here; `nil` when there is no version of it here.
    public let title: String?
    /// Why it is left out.
    public let block: SyncBlock

    /// Creates a blocked note.
    ///
    /// - Parameters:
    ///   - id: The note.
    ///   - title: Its title here.
    ///   - block: Why it is left out.
    public init(id: NoteID, title: String?, block: SyncBlock) {
      self.id = id
      self.title = title
      self.block = block
    }
  }

  /// Whether this device has ever heard from a vault.
  public var hasSynced: Bool
  /// How many changes the vault has yet to hear of.
  public var pending: Int
  /// The notes that are left out.
  public var blocked: [Blocked]
  /// A pull that waits for a person to decide.
  public var brake: DeletionBrake?
  /// How many conflicts nobody has settled.
  public var conflicts: Int
  /// When a sync last came to its end.
  public var lastSuccess: Timestamp?

  /// Creates a status.
  ///
  /// - Parameters:
  ///   - hasSynced: Whether this device has ever heard from a vault.
  ///   - pending: How many changes the vault has yet to hear of.
  ///   - blocked: The notes that are left out.
  ///   - brake: A pull that waits for a person to decide.
  ///   - conflicts: How many conflicts nobody has settled.
  ///   - lastSuccess: When a sync last came to its end.
  public init(
    hasSynced: Bool, pending: Int, blocked: [Blocked] = [], brake: DeletionBrake? = nil, conflicts: Int = 0,
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
