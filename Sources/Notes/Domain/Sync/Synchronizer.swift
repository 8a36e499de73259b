/// The synchronization of this device with its vault.
package protocol Synchronizer: Sendable {
  /// Pushes and pulls until both sides are equal. Only one synchronization runs on a store at a time; local commands
  /// wait for its transactions only.
  func synchronize(
    _ request: SyncRequest, progress: @escaping @Sendable (SyncProgress) -> Void
  ) async throws(SyncError) -> SyncSummary

  /// Returns the status of this device without a request to the server.
  func status() async throws(StoreError) -> SyncStatus
}

/// The options of a synchronization.
package struct SyncRequest: Sendable, Hashable {
  /// The handling of a pull that deletes more notes here than a person is likely to have meant.
  package enum Deletions: Sendable, Hashable, CaseIterable {
    /// Stop, so that a person can decide.
    case ask
    /// Delete the notes.
    case accept
    /// Keep the notes, and push them to the vault again.
    case keep
  }

  package var deletions: Deletions
  /// Whether notes that the vault refused are pushed again.
  package var retriesRefused: Bool
  /// Whether the notes of this device replace versions of the vault that cannot be read here.
  package var replacesUnreadable: Bool

  package init(deletions: Deletions = .ask, retriesRefused: Bool = false, replacesUnreadable: Bool = false) {
    self.deletions = deletions
    self.retriesRefused = retriesRefused
    self.replacesUnreadable = replacesUnreadable
  }
}

/// The progress of a synchronization.
package struct SyncProgress: Sendable, Hashable {
  /// The activity of a synchronization.
  package enum Activity: Sendable, Hashable {
    /// Requesting changes from the vault.
    case receiving
    /// Pushing changes to the vault.
    case sending
    /// Uploading an attachment; the counts are bytes.
    case uploading
    /// Downloading an attachment; the counts are bytes.
    case downloading
    /// Waiting before a retry.
    case waiting(Duration, after: TransportError)
  }

  package let activity: Activity
  package let finished: Int
  package let total: Int

  package init(_ activity: Activity, finished: Int, total: Int) {
    self.activity = activity
    self.finished = finished
    self.total = total
  }
}

/// The result of a synchronization.
package struct SyncSummary: Sendable, Hashable {
  /// The number of changes that the vault accepted.
  package var sent = 0
  /// The number of changes from the vault.
  package var received = 0
  /// The number of notes that changes from the vault deleted here.
  package var deleted = 0
  package var merged = 0
  /// The number of versions of this device that became copies, since they could not be merged.
  package var copied = 0
  /// The number of notes that are excluded from sync, since the vault refuses them or this program cannot decode them.
  package var blocked = 0
  package var attachmentsSent = 0
  package var attachmentsReceived = 0
  /// The number of attachments that are neither on this device nor in the vault.
  package var attachmentsMissing = 0
  /// The number of attachments that the vault may have and for which this device has no space.
  package var attachmentsWithoutSpace = 0

  package init() {}

  /// Whether anything was sent or received.
  package var madeChanges: Bool {
    sent + received + deleted + merged + copied + attachmentsSent + attachmentsReceived > 0
  }
}

/// An error that ended a synchronization. Completed steps remain, and the next synchronization continues from there.
package enum SyncError: Error, Sendable, Hashable {
  /// The network or the server failed repeatedly.
  case transport(TransportError)
  /// The store of this device failed.
  case store(StoreError)
  /// The vault would delete so many notes here that a person must decide.
  case deletionBrake(DeletionBrake)
  /// The task was cancelled.
  case cancelled
  /// There was always more to do, since other devices are very active.
  case roundLimitReached(rounds: Int)
}

/// A watch for changes between two synchronizations.
package protocol ChangeWatch: Sendable {
  /// Returns the current marker of this device, or `nil` when its store cannot be read.
  func marker() async -> LocalChangeMarker?

  /// Waits until something changes on this device or in its vault, or until the timeout.
  ///
  /// A vault that cannot be watched is ignored. A vault that rejects this device counts as changed, since the next
  /// synchronization reports the reason.
  ///
  /// - Parameters:
  ///   - origins: The sides to watch.
  ///   - mark: The marker of this device after the last synchronization, successful or not; `nil` when it is unknown.
  ///     Any other marker is a change.
  ///   - timeout: The maximum wait.
  /// - Returns: The side that changed; `nil` after the timeout.
  /// - Throws: `CancellationError`.
  func waitForChange(
    on origins: Set<ChangeOrigin>, since mark: LocalChangeMarker?, timeout: Duration
  ) async throws -> ChangeOrigin?
}

/// The side on which a change occurred.
package enum ChangeOrigin: Sendable, Hashable {
  /// This device.
  case device
  /// The vault.
  case vault
}

/// A marker of this device's state, to detect changes.
package struct LocalChangeMarker: Sendable, Hashable {
  /// The number of pending changes, as far as the watch counts them.
  package var pending: Int
  /// The number of the latest set of changes, which detects further edits of a note that is already pending.
  package let changeSet: Int

  package init(pending: Int, changeSet: Int) {
    self.pending = pending
    self.changeSet = changeSet
  }
}

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

  /// Whether every change of this device is in the vault, and every note of the vault here, as far as this device knows.
  package var isUpToDate: Bool { hasSynced && pending == 0 && blocked.isEmpty && deletionBrake == nil }
}
