import NotesDomain

/// The sync service: the protocol of revisions, batches and epochs, over a store that knows none of it.
///
/// Each request first compares the epochs, since the result decides whether the rest of the request applies.
struct SyncServer: SyncService {
  let store: any ServerStore
  let settings: ServerSettings
  let rules: ServerRules
  /// The clock for the times at which items began or ceased to refer to blobs. They decide only which blobs are removed.
  let wallClock: any WallClock

  func push(_ batch: PushBatch, to vault: VaultID) async throws(ServiceError) -> PushReply {
    try await StoreError.wrapped(in: ServiceError.store) {
      try RequestValidator(settings: settings).check(batch)
      // Before the vault is locked, since megabytes take milliseconds.
      let digest = batch.changes.digest
      return try await VaultWriter(store: store, settings: settings).write(vault) { transaction in
        try reply(to: batch, digest: digest, in: transaction)
      }
    }
  }

  func changes(_ request: ChangesRequest, in vault: VaultID) async throws(ServiceError) -> ChangesReply {
    try await StoreError.wrapped(in: ServiceError.store) {
      try RequestValidator(settings: settings).check(request)
      let found = try await store.read(vault) { try page(for: request, in: $0) }
      if case .reply(let reply) = found { return reply }
      // Only the requests that begin an epoch need a write transaction, and wait for others.
      return try await VaultWriter(store: store, settings: settings).write(vault) { transaction in
        switch try page(for: request, in: transaction) {
        case .reply(let reply): return reply
        case .began(let state, let change):
          try transaction.save(state: state)
          return .epochChanged(change)
        }
      }
    }
  }

  private func reply(to batch: PushBatch, digest: [UInt8], in transaction: any ServerTransaction) throws -> PushReply {
    var seen = Revision.none
    for change in batch.changes { seen = max(seen, change.base) }
    switch EpochCheck(rules: rules).compare(batch.epoch, seen: seen, with: try transaction.state()) {
    case .changed(let change):
      return .epochChanged(change)
    case .began(let state, let change):
      try transaction.save(state: state)
      return .epochChanged(change)
    case .current(let state):
      switch rules.decide(batch, digest, try transaction.receipt(of: batch.device)) {
      case .repeatResults(let results): return .results(results)
      case .stale: return .staleBatch
      case .forked: return .deviceForked
      case .execute where try batch.number == 1 && rules.forgetsReceipts(transaction.size()):
        return .epochChanged(try forgetReceipts(in: state, transaction: transaction))
      case .execute:
        return .results(try execute(batch, digest: digest, in: state, transaction: transaction))
      }
    }
  }

  /// Begins an epoch without receipts. Nothing of the batch is executed; the device sends its changes in the new epoch.
  private func forgetReceipts(
    in state: VaultState, transaction: any ServerTransaction
  ) throws -> EpochChange {
    let next = rules.beginEpoch(state)
    try transaction.removeAllReceipts()
    try transaction.save(state: next)
    return EpochChange(epoch: next.epochs.last?.epoch ?? Epoch(bits: 0), forkedAt: state.head)
  }

  private func execute(
    _ batch: PushBatch, digest: [UInt8], in state: VaultState, transaction: any ServerTransaction
  ) throws -> [PushResult] {
    var state = state
    let start = state.head
    var size = try transaction.size()
    var blobs = BlobLookup(transaction: transaction)
    var results: [PushResult] = []
    results.reserveCapacity(batch.changes.count)
    for change in batch.changes {
      // The cheapest check first, and also since a change that does not fit may return as a smaller one.
      let current = try transaction.version(of: change.id)
      if let conflict = rules.conflict(change, current) {
        results.append(conflict)
        continue
      }
      let references = try referencesBefore(change, size: size, in: transaction)
      let next = size.applying(change, to: current, references: references)
      if let refusal = try rules.refusal(change, size, next) ?? blobs.refusal(of: change) {
        results.append(.refused(refusal))
        continue
      }
      state.head = state.head.next
      try transaction.save(VaultItem(id: change.id, revision: state.head, payload: change.payload))
      if references > 0 || !change.blobs.isEmpty {
        try transaction.save(blobs: change.blobs, of: change.id, at: wallClock.now())
      }
      results.append(.applied(state.head))
      size = next
    }
    if state.head > start { try transaction.save(state: state) }
    try transaction.save(
      BatchReceipt(
        device: batch.device, number: batch.number, digest: digest, results: results, head: state.head))
    return results
  }

  /// The number of blobs to which the present version of an item refers.
  private func referencesBefore(
    _ change: PushChange, size: VaultSize, in transaction: any ServerTransaction
  ) throws -> Int {
    // Most vaults have no attachments.
    size.references == 0 ? 0 : try transaction.references(of: change.id).count
  }

  private enum Page: Sendable {
    case reply(ChangesReply)
    /// The vault must begin an epoch first.
    case began(VaultState, EpochChange)
  }

  private func page(for request: ChangesRequest, in transaction: any ServerTransaction) throws -> Page {
    let seen = max(request.after, request.floor ?? .none)
    switch EpochCheck(rules: rules).compare(request.epoch, seen: seen, with: try transaction.state()) {
    case .changed(let change):
      return .reply(.epochChanged(change))
    case .began(let state, let change):
      return .began(state, change)
    case .current(let state):
      if rules.mustResync(request, state) { return .reply(.resync) }
      let page = try transaction.items(
        after: request.after, limit: min(request.limit, settings.maximumPageItems), bytes: settings.pageBytes)
      return .reply(.page(ChangesPage(head: state.head, items: page.items, hasMore: page.hasMore)))
    }
  }
}

/// A lookup of the blobs that a vault holds, once for each blob of a batch.
private struct BlobLookup {
  let transaction: any ServerTransaction
  private var found: [BlobDigest: Bool] = [:]

  init(transaction: any ServerTransaction) { self.transaction = transaction }

  /// Refuses a change with a blob that the vault does not hold.
  mutating func refusal(of change: PushChange) throws -> PushRefusal? {
    for digest in change.blobs {
      let isHeld = try found[digest] ?? (transaction.blob(digest)?.progress.isComplete == true)
      found[digest] = isHeld
      guard isHeld else { return .missingBlob }
    }
    return nil
  }
}

extension VaultSize {
  /// The size after a change of an item that refers to some blobs. Does not count the batch's receipt.
  fileprivate func applying(_ change: PushChange, to current: VaultItemVersion?, references: Int) -> VaultSize {
    var next = self
    if let current {
      if current.isTombstone { next.tombstones -= 1 } else { next.notes -= 1 }
      next.payloadBytes -= current.payloadBytes
      next.references -= references
    }
    if let payload = change.payload {
      next.notes += 1
      next.payloadBytes += payload.count
      next.references += change.blobs.count
    } else {
      next.tombstones += 1
    }
    return next
  }
}
