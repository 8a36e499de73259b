import NotesDomain

/// Receives what is new in the vault, each page and the place after it in one transaction.
struct ChangeReceiver: Sendable {
  /// How a page was taken.
  private enum PageResult: Sendable {
    /// There are more.
    case more(SyncState)
    /// It was the last.
    case complete
    /// Somebody else took this page or another one in the meantime.
    case superseded
    /// It would delete too much.
    case braked(DeletionGuard)
  }

  let store: any SyncStore
  let transport: RetryingTransport
  let requests: any RequestRule
  let rebasing: ItemRebaser
  let snapshots: SnapshotApplier
  let brakes: any BrakeRule
  let freshStart: EpochTransition
  let settings: SyncSettings

  init(
    store: any SyncStore, transport: RetryingTransport, requests: any RequestRule, rebasing: ItemRebaser,
    snapshots: SnapshotApplier, brakes: any BrakeRule, freshStart: EpochTransition, settings: SyncSettings
  ) {
    self.store = store
    self.transport = transport
    self.requests = requests
    self.rebasing = rebasing
    self.snapshots = snapshots
    self.brakes = brakes
    self.freshStart = freshStart
    self.settings = settings
  }

  /// Receives until nothing is new.
  ///
  /// - Returns: Whether that was reached; otherwise the device has to begin anew, in another epoch or from another place.
  func receive(_ run: inout SyncRun) async throws(SyncError) -> Bool {
    // Prepared at the beginning; unless somebody has put another store in its place since.
    guard var state = try await place() else { return false }
    let began = state.cursor
    var resyncs = 0
    while true {
      let question = requests.request(state, limit: settings.pageItems)
      let reply = try await transport.changes(question, report: run.report)
      switch reply {
      case .epochChanged(let change):
        try await enter(change, from: state)
        return false
      case .resync:
        resyncs += 1
        guard resyncs <= 3 else {
          throw .transport(.undecodable(detail: "the vault asks for one snapshot after the other"))
        }
        guard let next = try await beginSnapshot(from: state) else { return false }
        state = next
      case .page(let page):
        switch try await take(page, from: state, &run) {
        case .more(let next):
          let start = next.snapshot == nil ? began : .none
          let reached = next.snapshot?.after ?? next.cursor
          run.report(
            SyncProgress(
              .receiving, finished: Int(clamping: reached.number - start.number),
              total: Int(clamping: page.head.number - start.number)))
          state = next
        case .complete: return true
        case .superseded: return false
        case .braked(let brake): throw .braked(brake)
        }
      }
    }
  }

  private func place() async throws(SyncError) -> SyncState? {
    try await SyncError.ofStore { () async throws(StoreError) in
      try await store.read { (transaction) throws(StoreError) in try transaction.state() }
    }
  }

  private func enter(_ change: EpochChange, from place: SyncState) async throws(SyncError) {
    try await SyncError.ofStore { () async throws(StoreError) in
      try await store.write { (transaction) throws(StoreError) in
        guard let state = try transaction.state(), state.isAtSamePosition(as: place) else { return }
        try freshStart.enter(change, state, transaction)
      }
    }
  }

  private func beginSnapshot(from place: SyncState) async throws(SyncError) -> SyncState? {
    try await SyncError.ofStore { () async throws(StoreError) in
      try await store.write { (transaction) throws(StoreError) in
        guard var state = try transaction.state(), state.isAtSamePosition(as: place) else { return nil }
        state.snapshot = SyncSnapshot()
        try transaction.discardStaged()
        try transaction.save(state: state)
        return state
      }
    }
  }

  private func take(_ page: ChangesPage, from place: SyncState, _ run: inout SyncRun) async throws(SyncError) -> PageResult
  {
    // An empty page that leads nowhere new is by far the most frequent one, and costs no transaction.
    if page.items.isEmpty, !page.hasMore, place.snapshot == nil, place.cursor == page.head, place.floor != nil,
      place.deletions == 0, place.brake == nil
    {
      return .complete
    }
    var summary = run.summary
    let request = run.request
    let taking: PageResult = try await SyncError.ofStore { () async throws(StoreError) in
      try await store.write { (transaction) throws(StoreError) in
        guard let state = try transaction.state(), state.isAtSamePosition(as: place) else { return .superseded }
        if state.snapshot == nil { return try adopt(page, request, state, transaction, &summary) }
        return try stage(page, request, state, transaction, &summary)
      }
    }
    run.summary = summary
    return taking
  }

  private func adopt(
    _ page: ChangesPage, _ request: SyncRequest, _ state: SyncState, _ transaction: any SyncTransaction,
    _ summary: inout SyncSummary
  ) throws(StoreError) -> PageResult {
    var next = state
    var steps: [ItemRebaser.Step] = []
    steps.reserveCapacity(page.items.count)
    for item in page.items {
      steps.append(
        try rebasing.step(item, transaction, forkedAt: state.forkedAt, keepsDeleted: request.deletions == .keep))
    }
    let deletions = steps.count(where: \.deletes)
    if deletions > 0 {
      let notes = try transaction.counts().notes + state.deletions
      if request.deletions == .ask, brakes.stops(deletions: state.deletions + deletions, of: notes) {
        return .braked(try pull(DeletionGuard(deletions: state.deletions + deletions, notes: notes), next, transaction))
      }
    }
    for step in steps { try rebasing.commit(step, transaction, &summary) }
    next.floor = state.floor ?? page.head
    next.cursor = page.hasMore ? page.items.last?.revision ?? state.cursor : page.head
    next.deletions = page.hasMore ? state.deletions + deletions : 0
    if !page.hasMore { next.brake = nil }
    try transaction.save(state: next)
    return page.hasMore ? .more(next) : .complete
  }

  private func stage(
    _ page: ChangesPage, _ request: SyncRequest, _ state: SyncState, _ transaction: any SyncTransaction,
    _ summary: inout SyncSummary
  ) throws(StoreError) -> PageResult {
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
      let deletions = try snapshots.deletions(state, transaction)
      let notes = try transaction.counts().notes
      if brakes.stops(deletions: deletions, of: notes) {
        // The last page is read again once a person has decided: the place stays before it.
        return .braked(try pull(DeletionGuard(deletions: deletions, notes: notes), state, transaction))
      }
    }
    try snapshots.complete(state, keepsDeleted: request.deletions == .keep, transaction, &summary)
    next.snapshot = nil
    next.forkedAt = nil
    next.floor = snapshot.floor
    next.cursor = page.head
    next.deletions = 0
    next.brake = nil
    try transaction.save(state: next)
    return .complete
  }

  private func pull(
    _ brake: DeletionGuard, _ state: SyncState, _ transaction: any SyncTransaction
  ) throws(StoreError) -> DeletionGuard {
    var state = state
    state.brake = brake
    try transaction.save(state: state)
    return brake
  }
}

extension SyncState {
  /// Whether an answer to a question that was asked at one place can be taken at another.
  func isAtSamePosition(as other: SyncState) -> Bool {
    epoch == other.epoch && cursor == other.cursor && floor == other.floor && snapshot == other.snapshot
      && forkedAt == other.forkedAt
  }
}
