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
      case .execute:
        return .results(try execute(batch, digest: digest, in: state, transaction: transaction))
      }
    }
  }

  private func execute(
    _ batch: PushBatch, digest: [UInt8], in state: VaultState, transaction: any ServerTransaction
  ) throws -> [PushResult] {
    var state = state
    let start = state.head
    var size = settings.maximumNotes == nil && settings.maximumVaultBytes == nil ? nil : try transaction.size()
    var results: [PushResult] = []
    results.reserveCapacity(batch.changes.count)
    for change in batch.changes {
      let current = try transaction.version(of: change.id)
      let context = AcceptanceContext(
        current: current, size: size, holdsBlobs: try holdsBlobs(of: change, in: transaction))
      if let objection = rules.objection(change, context) {
        results.append(objection)
        continue
      }
      state.head = state.head.next
      try transaction.save(VaultItem(id: change.id, revision: state.head, payload: change.payload))
      if current != nil || !change.blobs.isEmpty {
        try transaction.save(blobs: change.blobs, of: change.id, at: wallClock.now())
      }
      results.append(.applied(state.head))
      size?.count(change, replacing: current)
    }
    if state.head > start { try transaction.save(state: state) }
    try transaction.save(
      BatchReceipt(
        device: batch.device, number: batch.number, digest: digest, results: results, head: state.head))
    return results
  }

  private func holdsBlobs(of change: PushChange, in transaction: any ServerTransaction) throws -> Bool {
    try change.blobs.allSatisfy { try transaction.blob($0)?.progress.isComplete == true }
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

extension VaultSize {
  fileprivate mutating func count(_ change: PushChange, replacing current: VaultItemVersion?) {
    let wasNote = current.map { !$0.isTombstone } ?? false
    notes += (change.payload == nil ? 0 : 1) - (wasNote ? 1 : 0)
    payloadBytes += (change.payload?.count ?? 0) - (current?.payloadBytes ?? 0)
  }
}
