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
  let preparation: Preparation
  let receiver: Receiver
  let sender: Sender
  let blobs: BlobReceiver
  let settings: SyncSettings
  let clock: any WallClock

  init(
    store: any SyncStore, preparation: Preparation, receiver: Receiver, sender: Sender, blobs: BlobReceiver,
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
    try await blobs.readmitProvided()
    var fruitless = 0
    while true {
      guard fruitless < settings.fruitlessRounds else { throw .unsettled(rounds: fruitless) }
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
    try await blobs.receiveMissing(&run)
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
