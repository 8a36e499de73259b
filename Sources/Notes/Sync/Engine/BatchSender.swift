import NotesDomain

/// Sends the pending changes, one batch at a time.
struct BatchSender: Sendable {
  let store: any SyncStore
  let transport: RetryingTransport
  let rules: SyncRules
  let uploader: BlobUploader
  let randomness: any Randomness
  /// The number of notes whose blobs are uploaded, or that are sent again, at a time. Each may be large, and what is written
  /// meanwhile waits for them.
  private static let portion = 10

  /// The next step of sending.
  private enum Next: Sendable {
    case nothing
    /// Another program began a snapshot, which must be complete first.
    case notReady
    /// A batch was created; `pending` is the number of pending changes, those of the batch included.
    case batch(pending: Int)
    /// Changes whose blobs must be uploaded before any of them can be sent.
    case changesWithoutBlobs([PushChange])
  }

  /// Puts pending changes into a batch, and saves it until the vault replies. Uploads the blobs of changes if no others are left.
  /// Returns whether the device must start over; `false` when there is nothing to send.
  func createBatch(_ run: inout SyncRun) async throws -> Bool {
    while true {
      let (next, ready) = try await next(run.ready, failedTransfers: run.failedTransfers)
      run.ready = ready
      switch next {
      case .nothing: return false
      case .notReady: return true
      case .batch(let pending):
        run.toSend = run.summary.sent + pending
        return true
      case .changesWithoutBlobs(let changes):
        guard try await uploader.uploadBlobs(of: changes, &run) else { return true }
      }
    }
  }

  /// Returns the next step, and the changes that wait for their blobs by then.
  private func next(_ ready: ReadyChanges, failedTransfers: FailedTransfers) async throws -> (Next, ReadyChanges) {
    // Usually nothing is pending. Then a read suffices, which blocks no other program.
    let isIdle = try await store.read { transaction in
      guard try transaction.pending(limit: 1).isEmpty else { return false }
      return try transaction.batch() == nil
    }
    if isIdle { return (.nothing, ready) }
    return try await store.write { transaction -> (Next, ReadyChanges) in
      if try transaction.batch() != nil { return (.batch(pending: 0), ready) }
      guard let state = try transaction.state(), let epoch = state.epoch else { return (.nothing, ready) }
      guard rules.canSend(state) else { return (.notReady, ready) }
      var found = ready
      for isAgain in [false, true] {
        if isAgain || failedTransfers.areFinal { found.lookAgain() }
        if var batch = try rules.batch(of: state, epoch: epoch, in: transaction, from: found) {
          batch.changes = batch.changes.map(found.vault.withoutAbsent)
          try transaction.save(batch: batch)
          return (.batch(pending: try transaction.counts().pending), found)
        }
        guard !failedTransfers.areFinal else { break }
        let changes = try found.next(
          Self.portion, in: transaction, without: failedTransfers, drawing: randomness.next())
        if !changes.isEmpty { return (.changesWithoutBlobs(changes), found) }
      }
      return (.nothing, found)
    }
  }

  /// Sends the pending batch until the vault replies, and applies the reply.
  func sendPendingBatch(_ run: inout SyncRun) async throws {
    // Read anew after each reply, since another program may have created a batch.
    while let batch = try await store.read({ transaction in try transaction.batch() }) {
      try await send(batch, &run)
    }
  }

  /// Sends notes again whose blobs the vault lost, so that its items list these: it purges those that no item lists. A note that is
  /// edited meanwhile is sent with the edit.
  func sendAgain(_ notes: [NoteID], _ run: inout SyncRun) async throws {
    var rest = notes[...]
    while !rest.isEmpty {
      let portion = rest.prefix(Self.portion)
      rest = rest.dropFirst(portion.count)
      let isReady = try await store.write { [portion, vault = run.ready.vault] transaction in
        guard try transaction.batch() == nil, let state = try transaction.state(), let epoch = state.epoch,
          rules.canSend(state)
        else { return false }
        let changes = try portion.compactMap { id -> PushChange? in
          guard let item = try transaction.item(id), item.local != nil, item.block == nil else {
            try transaction.save(arrivedFiles: nil, of: id)
            return nil
          }
          guard !item.isDirty else { return nil }
          let change = vault.withoutAbsent(PushChange(of: item, id: id))
          // Nothing got through that the vault's item does not list.
          guard !change.blobs.isEmpty else {
            try transaction.save(arrivedFiles: nil, of: id)
            return nil
          }
          return change
        }
        guard !changes.isEmpty else { return false }
        try transaction.save(
          batch: PushBatch(epoch: epoch, device: state.device, number: state.nextBatch, changes: changes))
        return true
      }
      if isReady { try await sendPendingBatch(&run) }
    }
  }

  private func send(_ batch: PushBatch, _ run: inout SyncRun) async throws {
    let total = max(run.toSend, run.summary.sent + batch.changes.count)
    run.report(SyncProgress(.sending, finished: run.summary.sent, total: total))
    let reply: PushReply
    do {
      reply = try await transport.push(batch, report: run.report)
    } catch SyncError.transport(.refused) {
      let blocked = try await divide(batch, keepingLast: false, blocking: .request)
      run.summary.blocked += blocked
      run.settled += blocked
      return
    } catch SyncError.transport(.misaddressed(let detail)) {
      try await requireVault(run)
      // Any half, so that a few notes that do not get through are not the first to be tried in each sync.
      guard try await divide(batch, keepingLast: randomness.next() % 2 == 0, blocking: nil) > 0 else { return }
      run.ready.hold(batch.changes, after: .misaddressed(detail: detail), drawing: randomness.next())
      return
    }
    if case .epochChanged = reply { try run.countEpoch() }
    var (summary, vault, repairs, settled) = (run.summary, run.ready.vault, run.repairs, run.settled)
    let deletions = run.request.deletions
    let engaged = try await store.write { transaction -> DeletionBrake? in
      // Another program may have received the reply first, and may have created another batch since.
      guard var state = try transaction.state(), try transaction.batch() == batch else { return nil }
      switch reply {
      case .epochChanged(let change):
        try transaction.enter(change, from: state, rules: rules, randomness: randomness)
      case .staleBatch, .deviceForked:
        try transaction.renameDevice(of: state, rules: rules, randomness: randomness)
      case .results(let results):
        if deletions == .ask, let found = try brake(on: results, of: batch, in: transaction) {
          // The batch stays: after the decision the vault repeats its reply.
          state.deletionBrake = found
          try transaction.save(state: state)
          return found
        }
        let missed = try settle(
          batch, results: results, state: state, keepsDeleted: deletions == .keep, in: transaction, summary: &summary,
          settled: &settled, vault: &vault)
        // A vault that reports such conflicts after several snapshots is broken, and is not read again and again.
        if missed, repairs < 3 {
          repairs += 1
          try transaction.beginSnapshot()
        }
      }
      return nil
    }
    (run.summary, run.ready.vault, run.repairs, run.settled) = (summary, vault, repairs, settled)
    run.ready.recordPassage()
    if let engaged { throw SyncError.deletionBrake(engaged) }
  }

  /// Returns the brake on the results of a batch; `nil` when they delete few notes of this device.
  private func brake(
    on results: [PushResult], of batch: PushBatch, in transaction: any SyncTransaction
  ) throws -> DeletionBrake? {
    var deletions = 0
    for (change, result) in zip(batch.changes, results) {
      guard case .conflict = result, let item = try transaction.item(change.id), item.local != nil,
        let sent = change.note(besides: item.local)
      else { continue }
      if rules.acknowledge(item, base: change.base, sent: sent, result: result)?.local == nil { deletions += 1 }
    }
    return deletions == 0 ? nil : rules.brake(deletions: deletions, of: try transaction.counts().notes)
  }

  /// Applies the results of a batch. Returns whether they show that this device missed a version.
  private func settle(
    _ batch: PushBatch, results: [PushResult], state: SyncState, keepsDeleted: Bool,
    in transaction: any SyncTransaction, summary: inout SyncSummary, settled: inout Int, vault: inout VaultBlobs
  ) throws -> Bool {
    var next = state
    var hasMissed = false
    for (change, result) in zip(batch.changes, results) {
      let item = try transaction.item(change.id)
      let sent = change.note(besides: item?.local)
      switch result {
      case .applied(let revision):
        summary.sent += 1
        // The vault's item has the list of its files.
        if !change.blobs.isEmpty { try transaction.save(arrivedFiles: nil, of: change.id) }
        // This device need not receive its own change, unless it cannot read what it sent.
        if sent != nil, next.snapshot == nil, next.floor != nil, revision == next.cursor.next { next.cursor = revision }
      case .conflict: break
      case .refused(.missingBlob):
        // The change stays pending for the next batch, unless uploading its blobs failed too often.
        if vault.recordRefusal(of: change) { continue }
        summary.blocked += 1
      case .refused: summary.blocked += 1
      }
      guard let item else { continue }
      if rules.hasMissed(result, of: item, base: change.base, cursor: state.cursor) { hasMissed = true }
      // What this program cannot read, another one sent: the pull brings it. As `nil` it would be a deletion.
      guard let sent else { continue }
      var kept = rules.acknowledge(item, base: change.base, sent: sent, result: result)
      if case .conflict(let revision, _) = result, item.local != nil, kept?.local == nil {
        if keepsDeleted {
          kept = rules.keepDeleted(item, IncomingVersion(id: change.id, revision: revision, note: nil)).item
        } else {
          summary.deleted += 1
        }
      }
      let isPending = kept.map { $0.isDirty && $0.block == nil } ?? false
      if !isPending || kept?.revision != item.revision { settled += 1 }
      try transaction.save(kept, for: change.id)
    }
    try transaction.save(batch: nil)
    next.nextBatch = batch.nextNumber
    try transaction.save(state: next)
    return hasMissed
  }

  /// Sends a request without notes, and throws its error: then something answers in the place of the vault, and the batch waits
  /// for the next sync. If the vault answers, what is between minds these notes, such as a proxy that limits their size.
  private func requireVault(_ run: SyncRun) async throws {
    guard let state = try await store.read({ transaction in try transaction.state() }) else { return }
    var limit = PageLimit(maximum: 1)
    _ = try await transport.changes(rules.request(from: state, limit: 1), limit: &limit, report: run.report)
  }

  /// Halves a batch that did not get through as a whole, or removes it if it has one change, so that one change does not block
  /// the others.
  ///
  /// If it was executed after all, as an earlier attempt may have been, the vault reports that another batch has its number, and
  /// the device takes a new name.
  ///
  /// - Parameters:
  ///   - keepsLast: Whether the batch keeps its last half, and not its first.
  ///   - refusal: The refusal of the vault, which blocks the only change; `nil` if the vault refused nothing.
  /// - Returns: The number of changes that are in no batch any more.
  private func divide(_ batch: PushBatch, keepingLast keepsLast: Bool, blocking refusal: PushRefusal?) async throws
    -> Int
  {
    try await store.write { transaction -> Int in
      guard try transaction.batch() == batch else { return 0 }
      if batch.changes.count > 1 {
        let (count, changes) = (batch.changes.count / 2, batch.changes)
        var half = batch
        half.changes = Array(keepsLast ? changes.suffix(count) : changes.prefix(count))
        try transaction.save(batch: half)
        try transaction.keepDeletions(since: keepsLast ? changes.dropLast(count) : changes.dropFirst(count))
        return 0
      }
      try transaction.forgetBatch()
      for change in batch.changes {
        guard let refusal, var item = try transaction.item(change.id) else { continue }
        // A later edit may be acceptable.
        guard item.local.map(NotePayload.encode) == change.payload else { continue }
        item.block = .refused(refusal)
        try transaction.save(item, for: change.id)
      }
      return batch.changes.count
    }
  }
}

extension PushChange {
  /// Returns the note as it was sent, which is `.some(nil)` for a deletion; `nil` if this program cannot read it.
  fileprivate func note(besides local: Note?) -> Note?? {
    guard let payload else { return .some(nil) }
    if let local, NotePayload.encode(local) == payload { return local }
    return (try? NotePayload.decode(payload, as: id)).map { $0 }
  }
}

extension PushRefusal {
  /// The refusal of a request that contained a single change.
  fileprivate static let request = PushRefusal(code: "request_refused")
}
