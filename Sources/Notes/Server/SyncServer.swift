package import NotesDomain

/// What a server does for devices: the rules, over a store that knows none of them.
///
/// The vault's state is read first, and decides whether the rest is looked at.
package struct SyncServer: SyncService {
  /// What comes of a question.
  private enum Answer: Sendable {
    case reply(ChangesReply)
    /// The vault must begin an epoch first.
    case new(VaultState, EpochChange)
  }

  private let store: any ServerStore
  private let settings: ServerSettings
  private let acceptance: any AcceptanceRule
  private let receipts: any ReceiptRule
  private let horizon: any HorizonRule
  private let digest: any BatchDigest
  private let clock: any WallClock
  private let epochCheck: EpochCheck
  private let requests: RequestValidator
  private let vaults: VaultWriter

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - store: What it keeps of its vaults.
  ///   - settings: How much it takes and gives at once.
  ///   - acceptance: Whether a vault takes a change.
  ///   - receipts: How a batch takes effect once.
  ///   - horizon: When a device must take a snapshot.
  ///   - epochs: How a vault that went back in time is told from what it was before.
  ///   - digest: The fingerprint of a batch.
  ///   - clock: When an item began or ceased to refer to a blob; nothing is decided by it but which blobs are forgotten.
  package init(
    store: any ServerStore, settings: ServerSettings, acceptance: any AcceptanceRule, receipts: any ReceiptRule,
    horizon: any HorizonRule, epochs: any EpochChain, digest: any BatchDigest, clock: any WallClock
  ) {
    self.store = store
    self.settings = settings
    self.acceptance = acceptance
    self.receipts = receipts
    self.horizon = horizon
    self.digest = digest
    self.clock = clock
    epochCheck = EpochCheck(epochs: epochs)
    requests = RequestValidator(settings: settings)
    vaults = VaultWriter(store: store, settings: settings)
  }

  /// Executes a batch, or says why not, in one transaction.
  package func push(_ batch: PushBatch, to vault: VaultID) async throws(ServiceError) -> PushReply {
    try requests.check(batch)
    // Before the vault is locked: for megabytes it takes milliseconds.
    let fingerprint = digest.digest(of: batch.changes)
    return try await vaults.write(vault) { transaction throws(StoreError) in
      try reply(to: batch, fingerprint, transaction)
    }
  }

  /// Answers what has changed, all of it as it was at one moment.
  package func changes(
    _ request: ChangesRequest, in vault: VaultID
  ) async throws(ServiceError) -> ChangesReply {
    try requests.check(request)
    let found: Answer
    do throws(StoreError) {
      found = try await store.read(vault) { transaction throws(StoreError) in
        try answer(request, transaction)
      }
    } catch {
      throw .store(error)
    }
    if case .reply(let reply) = found { return reply }
    // Most questions change nothing, and need not wait for those that do.
    return try await vaults.write(vault) { transaction throws(StoreError) -> ChangesReply in
      switch try answer(request, transaction) {
      case .reply(let reply): return reply
      case .new(let state, let change):
        try transaction.save(state: state)
        return .epochChanged(change)
      }
    }
  }

  private func reply(
    to batch: PushBatch, _ fingerprint: [UInt8], _ transaction: any ServerTransaction
  ) throws(StoreError) -> PushReply {
    var seen = Revision.none
    for change in batch.changes { seen = max(seen, change.base) }
    switch epochCheck.answer(batch.epoch, seen: seen, in: try transaction.state()) {
    case .elsewhere(let change):
      return .epochChanged(change)
    case .new(let state, let change):
      try transaction.save(state: state)
      return .epochChanged(change)
    case .open(let state):
      switch receipts.decide(batch, digest: fingerprint, receipt: try transaction.receipt(of: batch.device)) {
      case .repeatResults(let results): return .results(results)
      case .stale: return .staleBatch
      case .forked: return .deviceForked
      case .execute: return .results(try execute(batch, fingerprint, state, transaction))
      }
    }
  }

  private func execute(
    _ batch: PushBatch, _ fingerprint: [UInt8], _ state: VaultState, _ transaction: any ServerTransaction
  ) throws(StoreError) -> [PushResult] {
    var state = state
    let start = state.head
    var size = settings.maximumNotes == nil && settings.maximumVaultBytes == nil ? nil : try transaction.size()
    var results: [PushResult] = []
    results.reserveCapacity(batch.changes.count)
    for change in batch.changes {
      let current = try transaction.version(of: change.id)
      let context = AcceptanceContext(
        current: current, size: size, holdsBlobs: try holdsBlobs(of: change, transaction))
      if let objection = acceptance.objection(to: change, in: context) {
        results.append(objection)
        continue
      }
      state.head = state.head.next
      try transaction.save(VaultItem(id: change.id, revision: state.head, payload: change.payload))
      if current != nil || !change.blobs.isEmpty {
        try transaction.save(blobs: change.blobs, of: change.id, at: clock.now())
      }
      results.append(.applied(state.head))
      size?.count(change, over: current)
    }
    if state.head > start { try transaction.save(state: state) }
    try transaction.save(
      BatchReceipt(
        device: batch.device, number: batch.number, digest: fingerprint, results: results, head: state.head))
    return results
  }

  private func holdsBlobs(
    of change: PushChange, _ transaction: any ServerTransaction
  ) throws(StoreError) -> Bool {
    for blob in change.blobs {
      guard try transaction.blob(blob)?.progress.isComplete == true else { return false }
    }
    return true
  }

  private func answer(
    _ request: ChangesRequest, _ transaction: any ServerTransaction
  ) throws(StoreError) -> Answer {
    let seen = max(request.after, request.floor ?? .none)
    switch epochCheck.answer(request.epoch, seen: seen, in: try transaction.state()) {
    case .elsewhere(let change):
      return .reply(.epochChanged(change))
    case .new(let state, let change):
      return .new(state, change)
    case .open(let state):
      if horizon.mustResync(request, in: state) { return .reply(.resync) }
      let page = try transaction.items(
        after: request.after, limit: min(request.limit, settings.maximumPageItems), bytes: settings.pageBytes)
      return .reply(.page(ChangesPage(head: state.head, items: page.items, hasMore: page.hasMore)))
    }
  }
}

extension VaultSize {
  /// Counts a change that was taken.
  fileprivate mutating func count(_ change: PushChange, over current: VaultItemVersion?) {
    let wasNote = current.map { !$0.isTombstone } ?? false
    notes += (change.payload == nil ? 0 : 1) - (wasNote ? 1 : 0)
    payloadBytes += (change.payload?.count ?? 0) - (current?.payloadBytes ?? 0)
  }
}

/// What makes no sense, whoever sends it, is not looked at any further.
struct RequestValidator: Sendable {
  let settings: ServerSettings

  func check(_ batch: PushBatch) throws(ServiceError) {
    guard batch.number > 0 else { throw .malformed(detail: "A batch has a number above 0") }
    let changes = batch.changes
    guard changes.count <= settings.maximumChanges else {
      throw .malformed(detail: "A batch has at most \(settings.maximumChanges) changes")
    }
    var bytes = 0
    for change in changes {
      guard change.base >= .none else { throw .malformed(detail: "A revision is not below 0") }
      guard change.blobs.count <= Attachment.maximumCount else {
        throw .malformed(detail: "An item refers to at most \(Attachment.maximumCount) blobs")
      }
      bytes += change.byteCount
    }
    guard changes.count == 1 || bytes <= settings.maximumBatchBytes else {
      throw .tooLarge(limit: settings.maximumBatchBytes)
    }
    guard !hasRepeatedID(changes) else { throw .malformed(detail: "A batch changes an item once") }
  }

  func check(_ request: ChangesRequest) throws(ServiceError) {
    guard request.after >= .none, request.floor ?? .none >= .none else {
      throw .malformed(detail: "A revision is not below 0")
    }
    guard request.limit > 0 else { throw .malformed(detail: "A page has at least one item") }
  }

  private func hasRepeatedID(_ changes: [PushChange]) -> Bool {
    // For the usual few, looking at each pair is faster than making a set.
    if changes.count <= 16 {
      return changes.indices.contains { later in
        changes[..<later].contains { $0.id == changes[later].id }
      }
    }
    return Set(changes.map(\.id)).count < changes.count
  }
}

/// Writes to the vaults that there are.
///
/// An account may be removed while a request of it is under way. So whether its vault is still there is asked in the same
/// transaction that writes: otherwise a vault would be made anew that belongs to nobody.
struct VaultWriter: Sendable {
  let store: any ServerStore
  let settings: ServerSettings

  /// Runs some steps on a vault, in one transaction.
  ///
  /// - Parameters:
  ///   - vault: The vault.
  ///   - body: The steps.
  func write<Value: Sendable>(
    _ vault: VaultID, _ body: @escaping @Sendable (any ServerTransaction) throws(StoreError) -> Value
  ) async throws(ServiceError) -> Value {
    let value: Value?
    do throws(StoreError) {
      value = try await store.write(vault) { transaction throws(StoreError) -> Value? in
        if settings.vaultsNeedAccounts {
          guard try transaction.isKnown() else { return nil }
        }
        return try body(transaction)
      }
    } catch {
      throw .store(error)
    }
    guard let value else { throw .unknownVault }
    return value
  }
}
