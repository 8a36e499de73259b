import NotesDomain

/// Sends what is pending, one batch at a time.
struct BatchSender: Sendable {
  let store: any SyncStore
  let transport: RetryingTransport
  let batches: any BatchRule
  let acknowledgements: any AcknowledgementRule
  let provision: BlobUploader
  let freshStart: EpochTransition

  init(
    store: any SyncStore, transport: RetryingTransport, batches: any BatchRule,
    acknowledgements: any AcknowledgementRule, provision: BlobUploader, freshStart: EpochTransition
  ) {
    self.store = store
    self.transport = transport
    self.batches = batches
    self.acknowledgements = acknowledgements
    self.provision = provision
    self.freshStart = freshStart
  }

  /// What comes next to be sent.
  private enum Next: Sendable {
    case nothing
    /// A batch, and how many changes are pending, those of the batch included.
    case batch(PushBatch, pending: Int)
    /// None of the changes can be sent before the vault holds their blobs.
    case changesWithoutBlobs([PushChange])
  }

  /// Puts what is pending into a batch, which is sent until it is answered, whatever happens to this program. The vault
  /// holds the blobs of a batch before there is one.
  ///
  /// - Returns: `nil` when there is nothing to send.
  func nextBatch(_ run: inout SyncRun) async throws(SyncError) -> PushBatch? {
    while true {
      switch try await next(run.vault) {
      case .nothing: return nil
      case .batch(let batch, let pending):
        run.toSend = run.summary.sent + pending
        return batch
      case .changesWithoutBlobs(let changes): try await provision.provide(for: changes, &run)
      }
    }
  }

  private func next(_ vault: VaultBlobs) async throws(SyncError) -> Next {
    try await SyncError.ofStore { () async throws(StoreError) in
      // Mostly there is nothing, and then nobody else need wait for it.
      let isIdle = try await store.read { (transaction) throws(StoreError) in
        guard try transaction.pending(limit: 1).isEmpty else { return false }
        return try transaction.batch() == nil
      }
      if isIdle { return .nothing }
      return try await store.write { (transaction) throws(StoreError) -> Next in
        if let batch = try transaction.batch() { return .batch(batch, pending: 0) }
        guard let state = try transaction.state(), let epoch = state.epoch,
          var batch = try batches.batch(state, in: epoch, from: transaction)
        else { return .nothing }
        // What has all it refers to does not wait for a file of another note.
        var ready: [PushChange] = []
        for change in batch.changes
        where try vault.hasAll(of: change, base: transaction.item(change.id)?.base) { ready.append(change) }
        guard !ready.isEmpty else { return .changesWithoutBlobs(batch.changes) }
        if ready.count < batch.changes.count {
          batch = PushBatch(epoch: batch.epoch, device: batch.device, number: batch.number, changes: ready)
        }
        try transaction.save(batch: batch)
        return .batch(batch, pending: try transaction.counts().pending)
      }
    }
  }

  /// Sends a batch.
  ///
  /// - Returns: What is under way after that; `nil` when the batch was answered.
  func send(_ batch: PushBatch, _ run: inout SyncRun) async throws(SyncError) -> PushBatch? {
    let total = max(run.toSend, run.summary.sent + batch.changes.count)
    run.report(SyncProgress(.sending, finished: run.summary.sent, total: total))
    let reply: PushReply
    do throws(SyncError) {
      reply = try await transport.push(batch, report: run.report)
    } catch {
      guard case .transport(.refused) = error else { throw error }
      return try await divide(batch, because: error, &run)
    }
    var (summary, vault) = (run.summary, run.vault)
    let rest = try await SyncError.ofStore { () async throws(StoreError) in
      try await store.write { (transaction) throws(StoreError) -> PushBatch? in
        // Another program may have got the answer first, and may have gone on since.
        guard let state = try transaction.state(), try transaction.batch() == batch else {
          return try transaction.batch()
        }
        switch reply {
        case .epochChanged(let change): try freshStart.enter(change, state, transaction)
        case .staleBatch, .deviceForked: try freshStart.rename(state, transaction)
        case .results(let results): try settle(batch, results, state, transaction, &summary, &vault)
        }
        return nil
      }
    }
    (run.summary, run.vault) = (summary, vault)
    return rest
  }

  private func settle(
    _ batch: PushBatch, _ results: [PushResult], _ state: SyncState, _ transaction: any SyncTransaction,
    _ summary: inout SyncSummary, _ vault: inout VaultBlobs
  ) throws(StoreError) {
    var next = state
    for (change, result) in zip(batch.changes, results) {
      switch result {
      case .applied(let revision):
        summary.sent += 1
        // What this device itself has just changed need not come back to it.
        if next.snapshot == nil, next.floor != nil, revision == next.cursor.next { next.cursor = revision }
      case .conflict: break
      // The next batch comes after the blob.
      case .refused(.missingBlob) where vault.recordRefusal(change): continue
      case .refused: summary.blocked += 1
      }
      guard let item = try transaction.item(change.id) else { continue }
      let sent = change.payload.flatMap { payload in try? NotePayload.decode(payload, as: change.id) }
      try transaction.save(acknowledgements.settle(item, sent: sent, result), for: change.id)
    }
    try transaction.save(batch: nil)
    next.nextBatch = batch.number + 1
    try transaction.save(state: next)
  }

  /// A batch that is refused as a whole was not executed. One of its changes may be the reason: send fewer of them, and
  /// when it is one alone, leave that one out, so that it does not keep all others.
  ///
  /// If the batch was executed after all, an earlier time, the vault will find that its number is taken by others: then the
  /// device takes a new name.
  private func divide(
    _ batch: PushBatch, because error: SyncError, _ run: inout SyncRun
  ) async throws(SyncError) -> PushBatch? {
    let blocked = try await SyncError.ofStore { () async throws(StoreError) in
      try await store.write { (transaction) throws(StoreError) -> (PushBatch?, Int) in
        guard try transaction.batch() == batch else { return (try transaction.batch(), 0) }
        if batch.changes.count > 1 {
          let half = PushBatch(
            epoch: batch.epoch, device: batch.device, number: batch.number,
            changes: Array(batch.changes.prefix(batch.changes.count / 2)))
          try transaction.save(batch: half)
          return (half, 0)
        }
        try transaction.save(batch: nil)
        for change in batch.changes {
          guard var item = try transaction.item(change.id) else { continue }
          // An edit made meanwhile may be what makes it acceptable.
          if item.local.map(NotePayload.encode) == change.payload { item.block = .refused(.request) }
          try transaction.save(item.base == nil && item.local == nil ? nil : item, for: change.id)
        }
        return (nil, batch.changes.count)
      }
    }
    run.summary.blocked += blocked.1
    return blocked.0
  }
}
