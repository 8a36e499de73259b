import NotesDomain

/// The synchronization of a device with its vault.
///
/// The engine stores nothing in memory between two steps: each step reads the state of the device, sends a request to the
/// vault, and writes the result in one transaction, provided that the state is still the same. So a sync can be stopped
/// anywhere, two programs can sync one store at once, and notes can be edited meanwhile.
///
/// 1. Send the pending batch until the vault replies.
/// 2. Receive changes, page by page.
/// 3. Put the pending changes whose blobs the vault holds into a batch, and start over. If there are none, upload the blobs of
///    others first; without pending changes both sides are equal.
/// 4. Upload the blobs of arrived notes that the vault lost, and download those that are missing here. Which notes these are is
///    stored with them.
struct SyncEngine: Synchronizer {
  let store: any SyncStore
  let rebaser: ItemRebaser
  let receiver: ChangeReceiver
  let sender: BatchSender
  let blobs: BlobDownloader
  let settings: SyncSettings
  let wallClock: any WallClock
  let randomness: any Randomness

  func synchronize(
    _ request: SyncRequest, progress: @escaping @Sendable (SyncProgress) -> Void
  ) async throws(SyncError) -> SyncSummary {
    var run = SyncRun(
      request: request, report: progress, replacesUnreadable: request.replacesUnreadable,
      pageLimit: PageLimit(maximum: settings.pageItems))
    do {
      do {
        try await synchronize(&run)
      } catch {
        // The error that ended the sync matters more. The names in what was received so far have changed all the same.
        try? await mendLinks(of: &run)
        await store.endChangeSet()
        throw error
      }
      return run.summary
    } catch let error as SyncError {
      throw error
    } catch let error as StoreError {
      throw .store(error)
    } catch {
      // The waits between two attempts throw nothing else than `CancellationError`.
      throw .cancelled
    }
  }

  @concurrent
  func status() async throws(StoreError) -> SyncStatus {
    try await store.read { transaction in
      guard let state = try transaction.state() else {
        return SyncStatus(hasSynced: false, pending: try transaction.counts().notes)
      }
      var reasons: [NoteID: SetAsideVersion.Reason] = [:]
      try transaction.forEachUnreadable { item in
        reasons[item.id] = item.payload.flatMap(SetAsideVersion.init)?.reason
      }
      var blocked: [SyncStatus.Blocked] = []
      for id in try transaction.blocked() {
        let item = try transaction.item(id)
        blocked.append(
          SyncStatus.Blocked(
            id: id, title: item?.local?.title, block: item?.block ?? .unreadable, setAside: reasons[id]))
      }
      return SyncStatus(
        hasSynced: state.epoch != nil, pending: try transaction.counts().pending, blocked: blocked,
        deletionBrake: state.deletionBrake,
        conflicts: try transaction.conflictCount(), lastSuccess: state.lastSuccess)
    }
  }

  private func synchronize(_ run: inout SyncRun) async throws {
    if let brake = try await prepare(&run) { throw SyncError.deletionBrake(brake) }
    var fruitless = 0
    while true {
      guard fruitless < settings.fruitlessRounds else { throw SyncError.roundLimitReached(rounds: fruitless) }
      let progress = run.progress
      try await sender.sendPendingBatch(&run)
      if try await receive(&run), try await !sender.createBatch(&run) { break }
      // Not by what was sent: a change that stays pending could be sent for ever.
      fruitless = run.progress > progress ? 0 : fruitless + 1
    }
    if run.failedTransfers.isLinkBroken, let error = run.failedTransfers.error { throw SyncError.transport(error) }
    // Last, since the notes are safe by now and a file may be large.
    try await sender.sendAgain(try await sender.uploader.uploadLostBlobs(&run), &run)
    try await blobs.downloadMissing(&run)
    let heldBack = run.ready.heldBack.min { $0.key < $1.key }
    if let error = run.failedTransfers.error ?? heldBack?.value { throw SyncError.transport(error) }
    try await store.recordSuccess(at: wallClock.now())
  }
}

/// The request of a sync and its results so far.
struct SyncRun {
  let request: SyncRequest
  let report: @Sendable (SyncProgress) -> Void
  /// The changes of the pages so far.
  var received = ReceivedChanges()
  var ready = ReadyChanges()
  /// Whether unreadable versions are still to be replaced, which the pull might make readable.
  var replacesUnreadable: Bool
  /// The number of items in the next page.
  var pageLimit: PageLimit
  /// The number of changes to send when the last batch was created, those sent before included.
  var toSend = 0
  /// The number of changes that are no longer pending as they were sent: accepted, refused, or in conflict with nothing.
  var settled = 0
  var failedTransfers = FailedTransfers()
  /// The number of snapshots for versions that this device missed.
  var repairs = 0

  /// The number of epochs that this sync has entered.
  private(set) var epochs = 0
  private static let maximumEpochs = 20

  /// Counts another epoch. Throws an error when there are more than a vault can have begun meanwhile: what is sent in each of them
  /// would count as progress without end.
  mutating func countEpoch() throws(SyncError) {
    epochs += 1
    guard epochs <= Self.maximumEpochs else {
      throw .transport(.undecodable(detail: "the vault begins one epoch after another"))
    }
  }

  /// The number of changes that this sync is done with, successfully or not.
  var progress: Int { settled + failedTransfers.count + ready.heldBack.count }

  var summary: SyncSummary {
    get { received.summary }
    set { received.summary = newValue }
  }
}

/// The changes on this device that versions of the vault made.
struct ReceivedChanges: Sendable {
  /// The numbers of the whole sync.
  var summary = SyncSummary()
  /// The notes whose names changed, so that links to them may lead nowhere.
  var renamed: [NoteUpdate] = []
  /// The texts that could not be merged.
  var conflicts: [NoteConflict] = []
}

extension SyncRequest {
  /// Returns whether a note is sent again: any refused one on request, and always one for which a blob was missing, since it is
  /// sent without the blobs that neither side has.
  fileprivate func retries(_ block: SyncBlock?) -> Bool {
    guard case .refused(let refusal) = block else { return false }
    return retriesRefused || refusal == .missingBlob
  }
}

// MARK: - Receiving

extension SyncEngine {
  /// Receives all changes, and then mends the links to the names that notes lost in them. Not earlier: a later page may have the
  /// note that takes the name, or the links as another device mended them.
  private func receive(_ run: inout SyncRun) async throws -> Bool {
    let isComplete = try await receiver.receive(&run)
    try await mendLinks(of: &run)
    if isComplete, run.replacesUnreadable {
      run.replacesUnreadable = false
      try await store.write { transaction in try replaceUnreadable(in: transaction) }
    }
    return isComplete
  }

  private func mendLinks(of run: inout SyncRun) async throws {
    guard !run.received.renamed.isEmpty else { return }
    var first: [NoteID: Note] = [:]
    for update in run.received.renamed where first[update.before.id] == nil { first[update.before.id] = update.before }
    run.received.renamed = []
    let conflicts = run.received.conflicts
    let merged = try await store.write { [first] transaction in
      // The notes as they are by now, not as some page had them.
      let updates = try first.keys.sorted().compactMap { id -> NoteUpdate? in
        guard let before = first[id], let after = try transaction.item(id)?.local else { return nil }
        let update = NoteUpdate(before: before, after: after)
        return update.changesNames ? update : nil
      }
      try transaction.mendLinks(after: updates)
      return try conflicts.count { conflict in try rebaser.mergeMended(conflict, in: transaction) }
    }
    run.received.conflicts = []
    run.summary.copied -= merged
    run.summary.merged += merged
  }
}

// MARK: - Preparation

extension SyncEngine {
  /// Names a new device, unblocks refused notes on request, and reads set-aside versions again. Returns the pull that
  /// waits for a confirmation.
  private func prepare(_ run: inout SyncRun) async throws -> DeletionBrake? {
    let device = DeviceID(using: randomness)
    let request = run.request
    // Usually there is nothing to prepare. Then a read suffices, which blocks no other program.
    let ready = try await store.read { transaction -> DeletionBrake?? in
      guard let state = try transaction.state(), try !unblocks(for: request, in: transaction),
        try transaction.unreadable(after: nil, limit: 1).isEmpty
      else { return .none }
      return .some(request.deletions == .ask ? state.deletionBrake : nil)
    }
    if let ready { return ready }
    var received = run.received
    let prepared = try await store.write { transaction -> DeletionBrake? in
      let state: SyncState
      if let known = try transaction.state() {
        state = known
      } else {
        state = SyncState(device: device)
        try transaction.save(state: state)
      }
      for id in try transaction.blocked() { try unblock(id, for: request, in: transaction) }
      try retryUnreadable(in: transaction, state: state, to: &received)
      return request.deletions == .ask ? state.deletionBrake : nil
    }
    run.received = received
    return prepared
  }

  private func unblocks(for request: SyncRequest, in transaction: any SyncTransaction) throws -> Bool {
    for id in try transaction.blocked() where request.retries(try transaction.item(id)?.block) { return true }
    return false
  }

  private func unblock(_ id: NoteID, for request: SyncRequest, in transaction: any SyncTransaction) throws {
    guard var item = try transaction.item(id), request.retries(item.block) else { return }
    item.block = nil
    try transaction.save(item, for: id)
  }

  /// Rebases set-aside versions, since a newer program may be able to read them.
  private func retryUnreadable(
    in transaction: any SyncTransaction, state: SyncState, to received: inout ReceivedChanges
  ) throws {
    try transaction.forEachUnreadable { item in
      let step = try rebaser.step(
        for: item, in: transaction, forkedAt: state.forkedAt, trustsNumbers: false, keepsDeleted: false)
      guard !step.isUnreadable else { return }
      try rebaser.commit(step, in: transaction, to: &received)
    }
  }

  /// Makes the notes of this device later versions of those that it cannot read.
  private func replaceUnreadable(in transaction: any SyncTransaction) throws {
    try transaction.forEachUnreadable { item in
      guard let note = try transaction.item(item.id)?.local else { return }
      try transaction.save(SyncItem(revision: item.revision, base: nil, local: note), for: item.id)
    }
  }
}
