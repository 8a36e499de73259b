import NotesDomain

/// Brings a device and its vault together.
///
/// It keeps nothing in memory from one step to the next: each step reads where the device stands, asks the vault, and writes
/// what came of it in one transaction, provided that the device still stands there. So it can be stopped anywhere, two
/// programs can sync one store at once, and people can edit notes meanwhile.
///
/// 1. Send the batch under way until it is answered.
/// 2. Receive what is new, page by page.
/// 3. Bring the blobs of what is pending to the vault, put it into a batch, and begin again; with nothing pending, both sides
///    know the same.
/// 4. Fetch the blobs that are missing here.
struct SyncEngine: Synchronizer {
  let store: any SyncStore
  let preparation: SyncPreparation
  let receiver: ChangeReceiver
  let sender: BatchSender
  let blobs: BlobDownloader
  let settings: SyncSettings
  let clock: any WallClock

  init(
    store: any SyncStore, preparation: SyncPreparation, receiver: ChangeReceiver, sender: BatchSender, blobs: BlobDownloader,
    settings: SyncSettings, clock: any WallClock
  ) {
    self.store = store
    self.preparation = preparation
    self.receiver = receiver
    self.sender = sender
    self.blobs = blobs
    self.settings = settings
    self.clock = clock
  }

  func synchronize(
    _ request: SyncRequest, progress: @escaping @Sendable (SyncProgress) -> Void
  ) async throws(SyncError) -> SyncSummary {
    var run = SyncRun(request: request, report: progress)
    var batch = try await SyncError.ofStore { () async throws(StoreError) in
      try await preparation.prepare(store, &run)
    }
    if let brake = run.brake { throw .braked(brake) }
    try await blobs.unblockProvided()
    var fruitless = 0
    while true {
      guard fruitless < settings.fruitlessRounds else { throw .roundLimitReached(rounds: fruitless) }
      let sent = run.summary.sent
      if let underWay = batch {
        batch = try await sender.send(underWay, &run)
      }
      if batch == nil, try await receiver.receive(&run) {
        batch = try await sender.nextBatch(&run)
        if batch == nil { break }
      }
      fruitless = run.summary.sent > sent ? 0 : fruitless + 1
    }
    // The notes are safe by now, and a file may be large.
    try await blobs.downloadMissing(&run)
    try await SyncError.ofStore { () async throws(StoreError) in try await store.remember(lastSuccess: clock.now()) }
    return run.summary
  }

  func status() async throws(StoreError) -> SyncStatus {
    try await store.read { (transaction) throws(StoreError) in
      guard let state = try transaction.state() else {
        return SyncStatus(hasSynced: false, pending: try transaction.counts().notes)
      }
      var blocked: [SyncStatus.Blocked] = []
      for id in try transaction.blocked() {
        let item = try transaction.item(id)
        blocked.append(SyncStatus.Blocked(id: id, title: item?.local?.title, block: item?.block ?? .unreadable))
      }
      return SyncStatus(
        hasSynced: state.epoch != nil, pending: try transaction.counts().pending, blocked: blocked, brake: state.brake,
        conflicts: try transaction.conflictCount(), lastSuccess: state.lastSuccess)
    }
  }
}

extension SyncError {
  /// Asks the store, with its errors as those of a sync.
  static func ofStore<Value>(_ action: () async throws(StoreError) -> Value) async throws(SyncError) -> Value {
    do {
      return try await action()
    } catch {
      throw .store(error)
    }
  }
}

/// What one sync was asked for, and what it has done so far.
struct SyncRun {
  let request: SyncRequest
  let report: @Sendable (SyncProgress) -> Void
  var summary = SyncSummary()
  /// A pull that waits for a person to decide.
  var brake: DeletionGuard?
  /// What was learned of the vault's blobs.
  var vault = VaultBlobs()
  /// How many changes there were to send when the last batch was made, those sent before included.
  var toSend = 0

  init(request: SyncRequest, report: @escaping @Sendable (SyncProgress) -> Void) {
    self.request = request
    self.report = report
  }
}

/// What comes before the first request of a sync: a name for a new device, and another look at what was left out.
struct SyncPreparation: Sendable {
  let rebasing: ItemRebaser
  let randomness: any Randomness

  init(rebasing: ItemRebaser, randomness: any Randomness) {
    self.rebasing = rebasing
    self.randomness = randomness
  }

  /// Makes a device ready.
  ///
  /// - Returns: The batch under way, if there is one.
  func prepare(_ store: any SyncStore, _ run: inout SyncRun) async throws(StoreError) -> PushBatch? {
    let device = DeviceID(drawnFrom: randomness)
    let request = run.request
    // Most of the time there is nothing to prepare, and then nobody else need wait for it.
    let (isReady, known, underWay) = try await store.read { (transaction) throws(StoreError) in
      let state = try transaction.state()
      let hasUnreadable = try !transaction.unreadable(after: nil, limit: 1).isEmpty
      let isReady = state != nil && !request.retriesRefused && !hasUnreadable
      return (isReady, state, try transaction.batch())
    }
    if isReady {
      run.brake = request.deletions == .ask ? known?.brake : nil
      return underWay
    }
    var summary = run.summary
    let (brake, batch) = try await store.write { (transaction) throws(StoreError) in
      var state: SyncState
      if let known = try transaction.state() {
        state = known
      } else {
        state = SyncState(device: device)
        try transaction.save(state: state)
      }
      if request.retriesRefused { try retryRefused(transaction) }
      try retryUnreadable(transaction, state, &summary)
      return (request.deletions == .ask ? state.brake : nil, try transaction.batch())
    }
    run.summary = summary
    run.brake = brake
    return batch
  }

  private func retryRefused(_ transaction: any SyncTransaction) throws(StoreError) {
    for id in try transaction.blocked() {
      guard var item = try transaction.item(id), case .refused = item.block else { continue }
      item.block = nil
      try transaction.save(item, for: id)
    }
  }

  /// A newer program may read what an older one could not.
  private func retryUnreadable(
    _ transaction: any SyncTransaction, _ state: SyncState, _ summary: inout SyncSummary
  ) throws(StoreError) {
    var tally = summary
    try Pages.forEach(transaction.unreadable) { (item) throws(StoreError) in
      let step = try rebasing.step(item, transaction, forkedAt: state.forkedAt, keepsDeleted: false)
      guard !step.isUnreadable else { return }
      try rebasing.commit(step, transaction, &tally)
    }
    summary = tally
  }
}

/// Begins anew with a vault that does not know the device as it is.
struct EpochTransition: Sendable {
  let rule: any EpochRule
  let randomness: any Randomness

  init(rule: any EpochRule, randomness: any Randomness) {
    self.rule = rule
    self.randomness = randomness
  }

  /// Enters another epoch. Every note stays as it is.
  func enter(_ change: EpochChange, _ state: SyncState, _ transaction: any SyncTransaction) throws(StoreError) {
    try dropBatch(transaction)
    try transaction.discardStaged()
    let holdsNotes = try !transaction.unstaged(after: nil, limit: 1).isEmpty
    // A snapshot is also what forgets an item that could not be read and that the vault does not have.
    let holdsOthers = try !transaction.unreadable(after: nil, limit: 1).isEmpty
    let device = DeviceID(drawnFrom: randomness)
    try transaction.save(state: rule.enter(change, from: state, holdsVersions: holdsNotes || holdsOthers, as: device))
  }

  /// Goes on under another name. Every note stays as it is, those of the batch under way dirty.
  func rename(_ state: SyncState, _ transaction: any SyncTransaction) throws(StoreError) {
    try dropBatch(transaction)
    try transaction.save(state: rule.rename(state, as: DeviceID(drawnFrom: randomness)))
  }

  /// Forgets the batch under way, and with it the notes that were known for its sake alone.
  private func dropBatch(_ transaction: any SyncTransaction) throws(StoreError) {
    guard let batch = try transaction.batch() else { return }
    try transaction.save(batch: nil)
    for change in batch.changes {
      guard let item = try transaction.item(change.id), item.base == nil, item.local == nil else { continue }
      try transaction.save(nil, for: change.id)
    }
  }
}
