import NotesDomain

/// The work of an operator, each piece of it in one transaction.
struct VaultAdministrator: VaultAdministration {
  let store: any ServerStore
  let epochs: any EpochChain

  func vaults() async throws(StoreError) -> [VaultID] {
    try await store.vaults()
  }

  func size(of vault: VaultID) async throws(StoreError) -> VaultSize {
    try await store.read(vault) { transaction throws(StoreError) in try transaction.size() }
  }

  func purge(_ vault: VaultID, upTo revision: Revision) async throws(StoreError) {
    try await store.write(vault) { transaction throws(StoreError) in
      guard let state = try transaction.state() else { return }
      try purge(state, upTo: revision, transaction)
    }
  }

  func purge(_ vault: VaultID, keepingLast changes: Int) async throws(StoreError) -> Int {
    try await store.write(vault) { transaction throws(StoreError) in
      guard let state = try transaction.state() else { return 0 }
      let before = try transaction.size().tombstones
      let revision = Revision(max(0, state.head.number - Int64(clamping: max(0, changes))))
      try purge(state, upTo: revision, transaction)
      return before - (try transaction.size().tombstones)
    }
  }

  private func purge(
    _ state: VaultState, upTo revision: Revision, _ transaction: any ServerTransaction
  ) throws(StoreError) {
    var state = state
    state.horizon = max(state.horizon, min(revision, state.head))
    try transaction.save(state: state)
    try transaction.removeTombstones(upTo: state.horizon)
  }

  func forgetDevices(of vault: VaultID, upTo revision: Revision) async throws(StoreError) {
    try await store.write(vault) { transaction throws(StoreError) in
      try transaction.removeReceipts(upTo: revision)
    }
  }

  func removeOrphans(of vault: VaultID, olderThan moment: Timestamp) async throws(StoreError) -> (
    count: Int, bytes: Int
  ) {
    var (count, bytes) = (0, 0)
    while true {
      // A few at a time: they may be large, and devices wait meanwhile.
      let removed = try await store.write(vault) { transaction throws(StoreError) in
        let orphans = try transaction.orphans(touchedBefore: moment, limit: 4)
        for orphan in orphans { try transaction.remove(orphan.digest) }
        return orphans
      }
      guard !removed.isEmpty else { return (count, bytes) }
      count += removed.count
      bytes += removed.reduce(0) { $0 + $1.progress.received }
    }
  }

  func backup(_ vault: VaultID) async throws(StoreError) -> VaultContents {
    try await store.read(vault) { transaction throws(StoreError) in try transaction.contents() }
  }

  func restore(_ vault: VaultID, to contents: VaultContents) async throws(StoreError) {
    var contents = contents
    contents.state = epochs.begin(after: contents.state)
    // What was accepted since the backup carries revisions that will be given out again.
    try await store.write(vault) { [contents] transaction throws(StoreError) in
      try transaction.replace(with: contents)
    }
  }
}
