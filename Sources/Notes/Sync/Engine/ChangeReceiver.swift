import NotesDomain

/// Receives the changes of the vault; each page is applied in one transaction, together with the cursor after it.
struct ChangeReceiver: Sendable {
  /// The result of a page.
  private enum PageResult: Sendable {
    /// The page was applied; more pages follow.
    case more(SyncState)
    /// The last page was applied.
    case complete
    /// Another program received a page or created a batch meanwhile; this page was discarded.
    case superseded
    /// The page would delete too many notes.
    case braked(DeletionBrake)
  }

  let store: any SyncStore
  let transport: RetryingTransport
  let rules: SyncRules
  let rebaser: ItemRebaser
  let snapshots: SnapshotApplier
  let randomness: any Randomness

  /// Receives all changes. Returns whether the device is up to date; otherwise it has to start over, in another epoch
  /// or at another cursor.
  func receive(_ run: inout SyncRun) async throws -> Bool {
    // There is a state, unless another program replaced the store after the preparation.
    guard var state = try await state() else { return false }
    let start = state.cursor
    var resyncs = 0
    while true {
      let request = rules.request(from: state, limit: run.pageLimit.items)
      let reply = try await transport.changes(request, limit: &run.pageLimit, report: run.report)
      switch reply {
      case .epochChanged(let change):
        try run.countEpoch()
        try await enter(change, from: state)
        return false
      case .resync:
        resyncs += 1
        guard resyncs <= 3 else {
          throw SyncError.transport(.undecodable(detail: "the vault demands one snapshot after another"))
        }
        guard let next = try await beginSnapshot(from: state) else { return false }
        state = next
      case .page(let page):
        switch try await apply(page, from: state, &run) {
        case .more(let next):
          let start = next.snapshot == nil ? start : .none
          let reached = next.snapshot?.after ?? next.cursor
          run.report(
            SyncProgress(
              .receiving, finished: reached.changes(since: start), total: page.head.changes(since: start)))
          state = next
        case .complete: return true
        case .superseded: return false
        case .braked(let brake): throw SyncError.deletionBrake(brake)
        }
      }
    }
  }

  private func state() async throws -> SyncState? {
    try await store.read { transaction in try transaction.state() }
  }

  private func enter(_ change: EpochChange, from known: SyncState) async throws {
    try await store.write { transaction in
      guard let state = try transaction.state(), state.isAtSamePosition(as: known) else { return }
      try transaction.enter(change, from: state, rules: rules, randomness: randomness)
    }
  }

  private func beginSnapshot(from known: SyncState) async throws -> SyncState? {
    try await store.write { transaction in
      guard var state = try transaction.state(), state.isAtSamePosition(as: known) else { return nil }
      state.snapshot = SyncSnapshot()
      try transaction.discardStaged()
      try transaction.save(state: state)
      return state
    }
  }

  private func apply(_ page: ChangesPage, from known: SyncState, _ run: inout SyncRun) async throws -> PageResult {
    // An empty page at the present cursor is by far the most frequent one, and costs no transaction.
    if page.items.isEmpty, !page.hasMore, known.snapshot == nil, known.cursor == page.head, known.floor != nil,
      known.deletions == 0, known.deletionBrake == nil
    {
      return .complete
    }
    var received = run.received
    let request = run.request
    let result = try await store.write { transaction -> PageResult in
      guard let state = try transaction.state(), state.isAtSamePosition(as: known),
        rules.canReceive(try transaction.batch())
      else { return .superseded }
      return state.snapshot == nil
        ? try adopt(page, for: request, from: state, in: transaction, to: &received)
        : try stage(page, for: request, from: state, in: transaction, to: &received)
    }
    run.received = received
    return result
  }

  private func adopt(
    _ page: ChangesPage, for request: SyncRequest, from state: SyncState, in transaction: any SyncTransaction,
    to received: inout ReceivedChanges
  ) throws -> PageResult {
    var next = state
    var steps: [ItemRebaser.Step] = []
    steps.reserveCapacity(page.items.count)
    for item in page.items {
      steps.append(
        try rebaser.step(
          for: item, in: transaction, forkedAt: state.forkedAt, trustsNumbers: !page.keepsDeletions,
          keepsDeleted: request.deletions == .keep))
    }
    let deletions = steps.count(where: \.deletes)
    if deletions > 0 {
      let notes = try transaction.counts().notes + state.deletions
      if request.deletions == .ask, let brake = rules.brake(deletions: state.deletions + deletions, of: notes) {
        return try engage(brake, in: state, transaction: transaction)
      }
    }
    for step in steps { try rebaser.commit(step, in: transaction, to: &received) }
    next.floor = state.floor ?? page.head
    next.cursor = page.hasMore ? page.items.last?.revision ?? state.cursor : page.head
    next.deletions = page.hasMore ? state.deletions + deletions : 0
    if !page.hasMore { next.deletionBrake = nil }
    try transaction.save(state: next)
    return page.hasMore ? .more(next) : .complete
  }

  private func stage(
    _ page: ChangesPage, for request: SyncRequest, from state: SyncState, in transaction: any SyncTransaction,
    to received: inout ReceivedChanges
  ) throws -> PageResult {
    var next = state
    var snapshot = state.snapshot ?? SyncSnapshot()
    snapshot.floor = snapshot.floor ?? page.head
    snapshot.after = page.items.last?.revision ?? snapshot.after
    next.snapshot = snapshot
    try transaction.stage(page.items)
    guard !page.hasMore else {
      try transaction.save(state: next)
      return .more(next)
    }
    if request.deletions == .ask {
      let deletions = try snapshots.deletions(from: state, keepsAbsent: page.keepsDeletions, in: transaction)
      let notes = try transaction.counts().notes
      if let brake = rules.brake(deletions: deletions, of: notes) {
        // The page is staged. What changes before the confirmation is in those after it, or the vault demands a new snapshot.
        return try engage(brake, in: next, transaction: transaction)
      }
    }
    try snapshots.apply(
      from: state, keepsDeleted: request.deletions == .keep, keepsAbsent: page.keepsDeletions, in: transaction,
      to: &received)
    next.snapshot = nil
    next.forkedAt = nil
    next.floor = snapshot.floor
    next.cursor = page.head
    next.deletions = 0
    next.deletionBrake = nil
    try transaction.save(state: next)
    return .complete
  }

  private func engage(
    _ brake: DeletionBrake, in state: SyncState, transaction: any SyncTransaction
  ) throws -> PageResult {
    var state = state
    state.deletionBrake = brake
    try transaction.save(state: state)
    return .braked(brake)
  }
}

extension SyncState {
  /// Returns whether a reply to a request that was sent in another state still applies. Not after a batch that was sent since:
  /// a page of a snapshot does not have its notes, as if they were deleted.
  fileprivate func isAtSamePosition(as other: SyncState) -> Bool {
    epoch == other.epoch && cursor == other.cursor && floor == other.floor && snapshot == other.snapshot
      && forkedAt == other.forkedAt && device == other.device && nextBatch == other.nextBatch
  }
}
