package import NotesDomain

/// The work of an operator on accounts.
package struct StandardAccountAdministration: AccountAdministration {
  private let store: any AccountStore
  private let hasher: any PasswordHasher
  private let vaults: any VaultAdministration
  private let randomness: any Randomness
  private let clock: any WallClock

  /// Creates the administration.
  ///
  /// - Parameters:
  ///   - store: What is kept of accounts and devices.
  ///   - hasher: What makes hashes of passwords.
  ///   - vaults: What knows of vaults.
  ///   - randomness: Where the names of vaults come from.
  ///   - clock: What time it is.
  package init(
    store: any AccountStore, hasher: any PasswordHasher, vaults: any VaultAdministration, randomness: any Randomness,
    clock: any WallClock
  ) {
    self.store = store
    self.hasher = hasher
    self.vaults = vaults
    self.randomness = randomness
    self.clock = clock
  }

  /// Adds an account, with an empty vault of a name that nobody can guess.
  package func add(_ name: AccountName, password: Password) async throws(AccountError) -> Account {
    guard password.isLongEnough else { throw .weakPassword }
    // Said before the work of a second; what decides is the store below.
    let known = try await translated { () async throws(StoreError) in try await store.account(named: name) }
    guard known == nil else { throw .accountExists }
    let account = Account(name: name, vault: VaultID(drawnFrom: randomness), created: clock.now())
    let hash = try await hasher.hash(password)
    let isNew = try await translated { () async throws(StoreError) in try await store.add(account, hash: hash) }
    guard isNew else { throw .accountExists }
    return account
  }

  /// Sets an account's password, and signs all of its devices out.
  package func setPassword(of name: AccountName, to password: Password) async throws(AccountError) {
    guard password.isLongEnough else { throw .weakPassword }
    let known = try await translated { () async throws(StoreError) in try await store.account(named: name) }
    guard known != nil else { throw .unknownAccount }
    let hash = try await hasher.hash(password)
    let isThere = try await translated { () async throws(StoreError) in try await store.set(hash, for: name) }
    guard isThere else { throw .unknownAccount }
  }

  /// Removes an account, with everything in its vault.
  package func remove(_ name: AccountName) async throws(AccountError) {
    let wasThere = try await translated { () async throws(StoreError) in try await store.remove(name) }
    guard wasThere else { throw .unknownAccount }
  }

  /// All accounts, by name, each with its devices and with how much its vault holds.
  package func accounts() async throws(AccountError) -> [AccountOverview] {
    try await translated { () async throws(StoreError) in
      var overviews: [AccountOverview] = []
      for account in try await store.accounts() {
        overviews.append(
          AccountOverview(
            account: account, devices: try await store.devices(of: account.name),
            size: try await vaults.size(of: account.vault)))
      }
      return overviews
    }
  }

  /// Forgets what was deleted from an account's vault, but for the last changes.
  package func purge(_ name: AccountName, keepingLast changes: Int) async throws(AccountError) -> Int {
    let vault = try await vault(of: name)
    return try await translated { () async throws(StoreError) in
      try await vaults.purge(vault, keepingLast: changes)
    }
  }

  /// Forgets the blobs of an account's vault that no note refers to.
  package func removeOrphans(
    of name: AccountName, olderThan moment: Timestamp
  ) async throws(AccountError) -> RemovedBlobs {
    let vault = try await vault(of: name)
    return try await translated { () async throws(StoreError) in
      let removed = try await vaults.removeOrphans(of: vault, olderThan: moment)
      return RemovedBlobs(count: removed.count, bytes: removed.bytes)
    }
  }

  private func vault(of name: AccountName) async throws(AccountError) -> VaultID {
    let found = try await translated { () async throws(StoreError) in try await store.account(named: name) }
    guard let found else { throw .unknownAccount }
    return found.account.vault
  }
}
