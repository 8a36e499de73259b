/// What brings this device and its vault together.
package protocol Synchronizer: Sendable {
  /// Sends and receives until both sides know the same. Only one runs at a time on a store; local commands never wait for
  /// it longer than for each other.
  ///
  /// - Parameters:
  ///   - request: What to do in questions that people decide.
  ///   - progress: Called as it goes on.
  /// - Returns: What it did.
  func synchronize(
    _ request: SyncRequest, progress: @escaping @Sendable (SyncProgress) -> Void
  ) async throws(SyncError) -> SyncSummary

  /// Where this device stands, without asking anybody.
  func status() async throws(StoreError) -> SyncStatus
}

/// What is asked of a sync.
package struct SyncRequest: Sendable, Hashable {
  /// What to do when the vault deletes more notes here than a person is likely to have meant.
  package enum Deletions: Sendable, Hashable, CaseIterable {
    /// Stop, and have a person decide.
    case ask
    /// Delete them.
    case accept
    /// Keep them, and bring them back to the vault.
    case keep
  }

  /// What to do about many deletions.
  package var deletions: Deletions
  /// Whether notes that the vault refused are tried once more.
  package var retriesRefused: Bool

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - deletions: What to do about many deletions.
  ///   - retriesRefused: Whether notes that the vault refused are tried once more.
  package init(deletions: Deletions = .ask, retriesRefused: Bool = false) {
    self.deletions = deletions
    self.retriesRefused = retriesRefused
  }
}

/// How far a sync is.
package struct SyncProgress: Sendable, Hashable {
  /// What it is doing.
  package enum Activity: Sendable, Hashable {
    /// Asking the vault for changes.
    case receiving
    /// Telling the vault of changes.
    case sending
    /// Bringing the bytes of an attachment to the vault; what is counted are bytes.
    case uploading
    /// Fetching the bytes of an attachment; what is counted are bytes.
    case downloading
    /// Waiting before it tries once more, after something failed.
    case waiting(milliseconds: Int, after: TransportError)
  }

  /// What it is doing.
  package let activity: Activity
  /// How much of that is done.
  package let finished: Int
  /// How much there is of it, as far as known.
  package let total: Int

  /// Creates a progress.
  ///
  /// - Parameters:
  ///   - activity: What the sync is doing.
  ///   - finished: How much of that is done.
  ///   - total: How much there is of it.
  package init(_ activity: Activity, finished: Int, total: Int) {
    self.activity = activity
    self.finished = finished
    self.total = total
  }
}

/// What a sync did.
package struct SyncSummary: Sendable, Hashable {
  /// How many changes the vault took.
  package var sent = 0
  /// How many changes came from the vault.
  package var received = 0
  /// How many notes were deleted here by changes from the vault.
  package var deleted = 0
  /// How many notes were merged from a text of this device and one of the vault.
  package var merged = 0
  /// How many texts of this device went into a copy, since they could not be merged.
  package var copied = 0
  /// How many notes are left out, since the vault refuses them or this program cannot read them.
  package var blocked = 0
  /// How many attachments were brought to the vault.
  package var attachmentsSent = 0
  /// How many attachments came from the vault.
  package var attachmentsReceived = 0
  /// How many attachments notes here refer to that are neither here nor in the vault yet.
  package var attachmentsMissing = 0

  /// Creates the summary of a sync that did nothing.
  package init() {}

  /// Whether anything was sent or came.
  package var madeChanges: Bool {
    sent + received + deleted + merged + copied + attachmentsSent + attachmentsReceived > 0
  }
}

/// Why a sync did not come to its end. What it did before stays done, and the next one goes on from there.
package enum SyncError: Error, Sendable, Hashable {
  /// The network or the server failed, more often than it was worth trying.
  case transport(TransportError)
  /// The store of this device failed.
  case store(StoreError)
  /// The vault would delete so much here that a person must decide first.
  case braked(DeletionGuard)
  /// Somebody stopped it.
  case cancelled
  /// There was always more to do: the other devices are very busy.
  ///
  /// - Parameter rounds: How often it sent and received.
  case roundLimitReached(rounds: Int)
}

/// Waits between two syncs, until there is something to do.
package protocol ChangeWatch: Sendable {
  /// How far this device is now; `nil` when its store cannot be read.
  func mark() async -> LocalChangeMarker?

  /// Waits until something changes on this device or in its vault, or the time is over.
  ///
  /// Where the vault cannot tell, it waits for the device and the time only. A vault that will not have this device any more
  /// has changed as well: the next sync finds out how.
  ///
  /// - Parameters:
  ///   - origins: Where a change ends the wait.
  ///   - mark: How far this device was after the last sync, whatever that left; `nil` when nobody knows. Anything else is a
  ///     change.
  ///   - milliseconds: How long to wait at most.
  /// - Returns: Where something changed; `nil` when the time is over.
  /// - Throws: When the task is cancelled meanwhile.
  func waitForChange(
    on origins: Set<ChangeOrigin>, since mark: LocalChangeMarker?, milliseconds: Int
  ) async throws(CancellationError) -> ChangeOrigin?
}

/// Where something changed that sync must carry to the other side.
package enum ChangeOrigin: Sendable, Hashable {
  /// On this device.
  case device
  /// In the vault.
  case vault
}

/// How far this device is, so that it shows later whether something changed on it.
package struct LocalChangeMarker: Sendable, Hashable {
  /// How many changes the vault has yet to hear of.
  package let pending: Int
  /// The number of the newest set of changes: one more edit of a note that is pending anyway is a change as well.
  package let changeSet: Int

  /// Creates a mark.
  ///
  /// - Parameters:
  ///   - pending: How many changes the vault has yet to hear of.
  ///   - changeSet: The number of the newest set of changes.
  package init(pending: Int, changeSet: Int) {
    self.pending = pending
    self.changeSet = changeSet
  }
}
