import NotesDomain
import NotesHosting

/// The operator's commands on vaults.
struct VaultAdministrator: VaultAdministration {
  let store: any ServerStore
  let rules: ServerRules
  let wallClock: any WallClock

  /// The most revisions of which the tombstones are removed in one transaction.
  private static let portion = 10_000

  func vaults() async throws(StoreError) -> [VaultID] { try await store.vaults() }

  func health() async throws(StoreError) -> StoreHealth { try await store.health() }

  func consolidate() async { await store.consolidate() }

  func size(of vault: VaultID) async throws(StoreError) -> VaultSize {
    try await store.read(vault) { try $0.size() }
  }

  func purge(_ vault: VaultID, upTo revision: Revision) async throws(StoreError) {
    _ = try await removeTombstones(of: vault, upTo: revision)
  }

  func purge(_ vault: VaultID, keepingLast changes: Int) async throws(StoreError) -> Int {
    guard let head = try await store.read(vault, { try $0.state()?.head }) else { return 0 }
    return try await removeTombstones(of: vault, upTo: head.earlier(by: changes))
  }

  /// Removes tombstones in portions, between which devices write. Each moves the horizon with what it removes, so that a purge
  /// that was interrupted goes on there.
  private func removeTombstones(of vault: VaultID, upTo revision: Revision) async throws(StoreError) -> Int {
    var removed = 0
    while true {
      let (count, isLast) = try await store.write(vault) { transaction -> (Int, Bool) in
        guard var state = try transaction.state() else { return (0, true) }
        let end = max(state.horizon, min(revision, state.head))
        state.horizon = min(end, state.horizon.later(by: Self.portion))
        let before = try transaction.size().tombstones
        try transaction.save(state: state)
        try transaction.removeTombstones(upTo: state.horizon)
        return (before - (try transaction.size().tombstones), state.horizon == end)
      }
      removed += count
      if isLast { return removed }
    }
  }

  func keyring(of vault: VaultID) async throws(StoreError) -> VaultItem? {
    try await store.read(vault) { try $0.item(Keyring.item) }
  }

  func removeKeyring(of vault: VaultID) async throws(StoreError) -> Bool {
    guard try await keyring(of: vault) != nil else { return false }
    // Most of them in portions, so that the transaction below is short.
    _ = try await removeTombstones(of: vault, upTo: Revision(.max))
    return try await store.write(vault) { [now = wallClock.now()] transaction in
      guard var state = try transaction.state(), try transaction.version(of: Keyring.item) != nil else { return false }
      state.head = state.head.next
      state.horizon = state.head
      if try !transaction.references(of: [Keyring.item]).isEmpty {
        try transaction.save(references: [Keyring.item: []], at: now)
      }
      try transaction.save(VaultItem(id: Keyring.item, revision: state.head, payload: nil))
      try transaction.save(state: state)
      try transaction.removeTombstones(upTo: state.horizon)
      return true
    }
  }

  func removeReceipts(of vault: VaultID, upTo revision: Revision) async throws(StoreError) {
    try await store.write(vault) { try $0.removeReceipts(upTo: revision) }
  }

  func removeReceipts(of vault: VaultID, keepingLast changes: Int) async throws(StoreError) -> Int {
    try await store.write(vault) { transaction in
      guard let state = try transaction.state() else { return 0 }
      let before = try transaction.size().receipts
      try transaction.removeReceipts(upTo: state.head.earlier(by: changes))
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
