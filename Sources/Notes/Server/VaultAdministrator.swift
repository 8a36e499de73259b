import NotesDomain

/// The operator's commands on vaults, each in one transaction.
struct VaultAdministrator: VaultAdministration {
  let store: any ServerStore
  let rules: ServerRules

  func vaults() async throws(StoreError) -> [VaultID] { try await store.vaults() }

  func health() async throws(StoreError) -> StoreHealth { try await store.health() }

  func consolidate() async { await store.consolidate() }

  func size(of vault: VaultID) async throws(StoreError) -> VaultSize {
    try await store.read(vault) { try $0.size() }
  }

  func purge(_ vault: VaultID, upTo revision: Revision) async throws(StoreError) {
    try await store.write(vault) { transaction in
      guard let state = try transaction.state() else { return }
      try purge(state, upTo: revision, in: transaction)
    }
  }

  func purge(_ vault: VaultID, keepingLast changes: Int) async throws(StoreError) -> Int {
    try await store.write(vault) { transaction in
      guard let state = try transaction.state() else { return 0 }
      let before = try transaction.size().tombstones
      try purge(state, upTo: state.head.before(changes), in: transaction)
      return before - (try transaction.size().tombstones)
    }
  }

  private func purge(_ state: VaultState, upTo revision: Revision, in transaction: any ServerTransaction) throws {
    var state = state
    state.horizon = max(state.horizon, min(revision, state.head))
    try transaction.save(state: state)
    try transaction.removeTombstones(upTo: state.horizon)
  }

  func removeReceipts(of vault: VaultID, upTo revision: Revision) async throws(StoreError) {
    try await store.write(vault) { try $0.removeReceipts(upTo: revision) }
  }

  func removeReceipts(of vault: VaultID, keepingLast changes: Int) async throws(StoreError) -> Int {
    try await store.write(vault) { transaction in
      guard let state = try transaction.state() else { return 0 }
      let before = try transaction.size().receipts
      try transaction.removeReceipts(upTo: state.head.before(changes))
      return before - (try transaction.size().receipts)
    }
  }

  func removeOrphans(of vault: VaultID, olderThan time: Timestamp) async throws(StoreError) -> (
    count: Int, bytes: Int
  ) {
    var (count, bytes) = (0, 0)
    while true {
      // A few at a time, since they may be large and devices wait meanwhile.
      let removed = try await store.write(vault) { transaction in
        let orphans = try transaction.orphans(touchedBefore: time, limit: 4)
        for orphan in orphans { try transaction.remove(orphan.digest) }
        return orphans
      }
      guard !removed.isEmpty else { return (count, bytes) }
      count += removed.count
      bytes += removed.reduce(0) { $0 + $1.progress.received }
    }
  }

  func backup(_ vault: VaultID) async throws(StoreError) -> VaultContents {
    try await store.read(vault) { try $0.contents() }
  }

  func restore(_ vault: VaultID, to contents: VaultContents) async throws(StoreError) {
    var contents = contents
    contents.state = rules.beginEpoch(contents.state)
    // The revisions that were assigned after the backup will be assigned again; the new epoch tells them apart.
    try await store.write(vault) { [contents] in try $0.replace(with: contents) }
  }
}

extension Revision {
  /// Returns the revision some changes earlier.
  fileprivate func before(_ changes: Int) -> Revision { Revision(max(0, number - Int64(clamping: max(0, changes)))) }
}
