import NotesDomain
import NotesHosting

/// The sync service: the protocol of revisions, batches and epochs, over a store that knows none of it.
///
/// Each request first compares the epochs, since the result decides whether the rest of the request applies.
struct SyncServer: SyncService {
  let store: any ServerStore
  let settings: ServerSettings
  let rules: ServerRules
  /// The clock for the times at which items began or ceased to refer to blobs. They decide only which blobs are removed.
  let wallClock: any WallClock

  func push(_ batch: PushBatch, to vault: VaultAccess) async throws(ServiceError) -> PushReply {
    try await StoreError.wrapped(in: ServiceError.store) {
      try RequestValidator(settings: settings).check(batch)
      // Before the vault is locked, since megabytes take milliseconds.
      let digest = batch.changes.digest
      var prefetch = ServerPrefetch()
      prefetch.receipt = batch.device
      prefetch.items = batch.comparedItems
      prefetch.blobs = batch.blobs
      return try await vaults.write(vault, prefetching: prefetch) { transaction in
        try reply(to: batch, digest: digest, in: transaction)
      }
    }
  }

  func changes(
    _ request: ChangesRequest, in vault: VaultAccess, memory: Int
  ) async throws(ServiceError) -> ChangesReply {
    try await StoreError.wrapped(in: ServiceError.store) {
      try RequestValidator(settings: settings).check(request)
      var prefetch = ServerPrefetch()
      if let id = request.only {
        prefetch.items = [id]
      } else {
        prefetch.page = ServerPrefetch.Page(
          after: request.after, limit: pageLimit(for: request), bytes: settings.pageBytes, memory: memory)
      }
      var found = try await vaults.read(vault, prefetching: prefetch) {
        try page(for: request, memory: memory, in: $0)
      }
      if case .began = found {
        // Only the requests that begin an epoch need a write transaction, and wait for others.
        found = try await vaults.write(vault) { transaction in
          let found = try page(for: request, memory: memory, in: transaction)
          if case .began(let state, _) = found { try transaction.save(state: state) }
          return found
        }
      }
      switch found {
      case .reply(let reply): return reply
      case .began(_, let change): return .epochChanged(change)
      case .exceeds(let bytes): throw ServiceError.needsMemory(bytes: bytes)
      }
    }
  }

  private var vaults: GuardedVaults { GuardedVaults(store: store, settings: settings) }

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
    var size = try transaction.size()
    let ids = batch.changes.map(\.id)
    let versions = try transaction.versions(of: batch.comparedItems)
    var isEncrypted = versions[Keyring.item] != nil
    // Most vaults have no attachments.
    let references = size.references == 0 ? [:] : try transaction.references(of: ids)
    let heldBlobs = try heldBlobs(of: batch, in: transaction)
    var (items, newReferences): ([VaultItem], [NoteID: [BlobDigest]]) = ([], [:])
    // Decided one after the other, since each change counts for those after it. A batch has at most one change of a note.
    let results = batch.changes.map { change -> PushResult in
      let version = versions[change.id]
      // The cheapest check first, and also since a change that does not fit may return as a smaller one.
      if let conflict = rules.conflict(change, version) { return conflict }
      if rules.isPlain(change, isEncrypted) { return .refused(.plainText) }
      let blobs = references[change.id] ?? []
      let next = size.applying(change, to: version, references: blobs.count)
      if let refusal = rules.refusal(change, size, next) { return .refused(refusal) }
      guard heldBlobs.isSuperset(of: change.blobs) else { return .refused(.missingBlob) }
      if change.id == Keyring.item { isEncrypted = true }
      state.head = state.head.next
      items.append(VaultItem(id: change.id, revision: state.head, payload: change.payload))
      if blobs != change.blobs { newReferences[change.id] = change.blobs }
      size = next
      return .applied(state.head)
    }
    if !items.isEmpty {
      try transaction.save(items)
      try transaction.save(state: state)
    }
    if !newReferences.isEmpty { try transaction.save(references: newReferences, at: wallClock.now()) }
    try transaction.save(
      BatchReceipt(
        device: batch.device, number: batch.number, digest: digest, results: results, head: state.head))
    return results
  }

  /// Returns the blobs of a batch that the vault holds completely.
  private func heldBlobs(of batch: PushBatch, in transaction: any ServerTransaction) throws -> Set<BlobDigest> {
    let digests = batch.blobs
    if digests.isEmpty { return [] }
    return Set(try transaction.blobs(digests).filter(\.value.progress.isComplete).keys)
  }

  private func pageLimit(for request: ChangesRequest) -> Int { min(request.limit, settings.maximumPageItems) }

  private enum Page: Sendable {
    case reply(ChangesReply)
    /// The vault must begin an epoch first.
    case began(VaultState, EpochChange)
    /// The payloads take so many bytes, which is more than the memory for them. A case, since a store converts the errors of
    /// its transactions.
    case exceeds(bytes: Int)
  }

  private func page(
    for request: ChangesRequest, memory: Int, in transaction: any ServerTransaction
  ) throws -> Page {
    let seen = max(request.after, request.floor ?? .none)
    switch EpochCheck(rules: rules).compare(request.epoch, seen: seen, with: try transaction.state()) {
    case .changed(let change):
      return .reply(.epochChanged(change))
    case .began(let state, let change):
      return .began(state, change)
    case .current(let state):
      if let id = request.only {
        let bytes = try transaction.version(of: id)?.payloadBytes ?? 0
        guard bytes <= memory else { return .exceeds(bytes: bytes) }
        let items = try transaction.item(id).map { [$0] } ?? []
        return .reply(.page(ChangesPage(head: state.head, items: items, hasMore: false)))
      }
      if rules.mustResync(request, state) { return .reply(.resync) }
      let page = try transaction.items(
        after: request.after, limit: pageLimit(for: request), bytes: settings.pageBytes, memory: memory)
      guard page.bytes <= memory else { return .exceeds(bytes: page.bytes) }
      return .reply(.page(ChangesPage(head: state.head, items: page.items, hasMore: page.hasMore)))
    }
  }
}

extension PushBatch {
  /// The items whose versions decide about the batch: those that it changes, and the vault's keyring. Each of them once.
  fileprivate var comparedItems: [NoteID] {
    let ids = changes.map(\.id)
    return ids.contains(Keyring.item) ? ids : ids + [Keyring.item]
  }

  /// The blobs that the changes refer to, in ascending order.
  fileprivate var blobs: [BlobDigest] { Set(changes.flatMap(\.blobs)).sorted() }
}

extension VaultSize {
  /// Returns the size after a change of an item that refers to some blobs. Does not count the batch's receipt.
  fileprivate func applying(_ change: PushChange, to current: VaultItemVersion?, references: Int) -> VaultSize {
    var next = self
    next.count(change.payload, replacing: current)
    if current != nil { next.references -= references }
    if change.payload != nil { next.references += change.blobs.count }
    return next
  }
}
