import NotesDomain

/// What comes before the first request of a sync: a name for a new device, and another look at what was left out.
struct Preparation: Sendable {
  let rebasing: Rebasing
  let randomness: any Randomness

  init(rebasing: Rebasing, randomness: any Randomness) {
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
