package import NotesDomain
package import NotesHosting

/// The administration of accounts in memory, which fulfills ``AccountAdministrationContract``.
package struct FakeAccountAdministration: AccountAdministration {
  private let store: InMemoryAccountStore
  private let vaults: InMemoryServerStore
  private let hasher: FastPasswordHasher
  private let randomness: SeededRandomness
  private let wallClock: FixedClock

  /// Creates the administration.
  ///
  /// - Parameters:
  ///   - randomness: The source of vault names.
  ///   - wallClock: The clock for creation times.
  package init(
    accounts: InMemoryAccountStore, vaults: InMemoryServerStore, hasher: FastPasswordHasher,
    randomness: SeededRandomness, wallClock: FixedClock
  ) {
    store = accounts
    self.vaults = vaults
    self.hasher = hasher
    self.randomness = randomness
    self.wallClock = wallClock
  }

  package func add(_ name: AccountName, password: Password) async throws(AccountError) -> Account {
    try Self.check(password)
    let account = Account(name: name, vault: VaultID(using: randomness), created: wallClock.now())
    let hash = try await hasher.hash(password)
    let isNew = try await working { () async throws(StoreError) in try await store.add(account, hash: hash) }
    guard isNew else { throw .accountExists }
    return account
  }

  package func setPassword(of name: AccountName, to password: Password) async throws(AccountError) {
    try Self.check(password)
    let hash = try await hasher.hash(password)
    let isThere = try await working { () async throws(StoreError) in try await store.set(hash, for: name) }
    guard isThere else { throw .unknownAccount }
  }

  package func remove(_ name: AccountName) async throws(AccountError) {
    let wasThere = try await working { () async throws(StoreError) in try await store.remove(name) }
    guard wasThere else { throw .unknownAccount }
  }

  package func accounts() async throws(AccountError) -> [AccountOverview] {
    try await working { () async throws(StoreError) in
      var overviews: [AccountOverview] = []
      for account in try await store.accounts() {
        let size = try await vaults.read(account.vault) { transaction in try transaction.size() }
        overviews.append(
          AccountOverview(account: account, devices: try await store.devices(of: account.name), size: size))
      }
      return overviews
    }
  }

  package func purge(_ name: AccountName, keepingLast changes: Int) async throws(AccountError) -> Int {
    try await write(name) { transaction in
      guard var state = try transaction.state() else { return 0 }
      let before = try transaction.size().tombstones
      state.horizon = max(state.horizon, Revision(max(0, state.head.number - Int64(changes))))
      try transaction.save(state: state)
      try transaction.removeTombstones(upTo: state.horizon)
      return before - (try transaction.size().tombstones)
    }
  }

  package func keyring(of name: AccountName) async throws(AccountError) -> StoredKeyring? {
    try await write(name) { transaction in try transaction.item(Keyring.item).map { StoredKeyring($0) } }
  }

  package func removeKeyring(of name: AccountName) async throws(AccountError) -> Bool {
    try await write(name) { transaction in
      guard var state = try transaction.state(), try transaction.item(Keyring.item) != nil else { return false }
      state.head = state.head.next
      state.horizon = state.head
      try transaction.save(VaultItem(id: Keyring.item, revision: state.head, payload: nil))
      try transaction.save(state: state)
      try transaction.removeTombstones(upTo: state.horizon)
      return true
    }
  }

  package func forgetDevices(of name: AccountName, keepingLast changes: Int) async throws(AccountError) -> Int {
    try await write(name) { transaction in
      guard let state = try transaction.state() else { return 0 }
      let before = try transaction.size().receipts
      try transaction.removeReceipts(upTo: Revision(max(0, state.head.number - Int64(changes))))
      return before - (try transaction.size().receipts)
    }
  }

  package func removeOrphans(
    of name: AccountName, olderThan time: Timestamp
  ) async throws(AccountError) -> RemovedBlobs {
    try await write(name) { transaction in
      let orphans = try transaction.orphans(touchedBefore: time, limit: .max)
      for orphan in orphans { try transaction.remove(orphan.digest) }
      return RemovedBlobs(count: orphans.count, bytes: orphans.reduce(0) { $0 + $1.progress.received })
    }
  }

  private static func check(_ password: Password) throws(AccountError) {
    guard password.isLongEnough else { throw .weakPassword(.tooShort) }
    guard password != Password("1234567890") else { throw .weakPassword(.common) }
  }

  private func write<Value: Sendable>(
    _ name: AccountName, _ body: @escaping @Sendable (any ServerTransaction) throws -> Value
  ) async throws(AccountError) -> Value {
    let found = try await working { () async throws(StoreError) in try await store.account(named: name) }
    guard let found else { throw .unknownAccount }
    return try await working { () async throws(StoreError) in try await vaults.write(found.account.vault, body) }
  }

  private func working<Value>(
    _ body: () async throws(StoreError) -> Value
  ) async throws(AccountError) -> Value {
    do throws(StoreError) {
      return try await body()
    } catch {
      throw .store(error)
    }
  }
}
