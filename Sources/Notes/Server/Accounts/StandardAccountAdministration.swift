import NotesDomain

/// The operator's commands on accounts.
struct StandardAccountAdministration: AccountAdministration {
  let store: any AccountStore
  let hasher: any PasswordHasher
  let vaults: any VaultAdministration
  let randomness: any Randomness
  let wallClock: any WallClock

  /// Adds an account, with an empty vault that has a random name.
  func add(_ name: AccountName, password: Password) async throws(AccountError) -> Account {
    guard password.isLongEnough else { throw .weakPassword }
    // Checked early to save a second of hashing; the store below decides.
    let known = try await AccountError.wrapping { () async throws(StoreError) in try await store.account(named: name) }
    guard known == nil else { throw .accountExists }
    let account = Account(name: name, vault: VaultID(using: randomness), created: wallClock.now())
    let hash = try await hasher.hash(password)
    let isNew = try await AccountError.wrapping { () async throws(StoreError) in
      try await store.add(account, hash: hash)
    }
    guard isNew else { throw .accountExists }
    return account
  }

  /// Sets an account's password, and signs out all its devices.
  func setPassword(of name: AccountName, to password: Password) async throws(AccountError) {
    guard password.isLongEnough else { throw .weakPassword }
    let known = try await AccountError.wrapping { () async throws(StoreError) in try await store.account(named: name) }
    guard known != nil else { throw .unknownAccount }
    let hash = try await hasher.hash(password)
    let exists = try await AccountError.wrapping { () async throws(StoreError) in try await store.set(hash, for: name) }
    guard exists else { throw .unknownAccount }
  }

  /// Removes an account and its vault.
  func remove(_ name: AccountName) async throws(AccountError) {
    let existed = try await AccountError.wrapping { () async throws(StoreError) in try await store.remove(name) }
    guard existed else { throw .unknownAccount }
  }

  /// Returns all accounts ordered by name, each with its devices and the size of its vault.
  func accounts() async throws(AccountError) -> [AccountOverview] {
    try await AccountError.wrapping { () async throws(StoreError) in
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

  /// Removes the tombstones from an account's vault, except those of the last changes.
  func purge(_ name: AccountName, keepingLast changes: Int) async throws(AccountError) -> Int {
    let vault = try await vault(of: name)
    return try await AccountError.wrapping { () async throws(StoreError) in
      try await vaults.purge(vault, keepingLast: changes)
    }
  }

  /// Removes the blobs of an account's vault to which no note refers.
  func removeOrphans(
    of name: AccountName, olderThan time: Timestamp
  ) async throws(AccountError) -> RemovedBlobs {
    let vault = try await vault(of: name)
    return try await AccountError.wrapping { () async throws(StoreError) in
      let removed = try await vaults.removeOrphans(of: vault, olderThan: time)
      return RemovedBlobs(count: removed.count, bytes: removed.bytes)
    }
  }

  private func vault(of name: AccountName) async throws(AccountError) -> VaultID {
    let found = try await AccountError.wrapping { () async throws(StoreError) in try await store.account(named: name) }
    guard let found else { throw .unknownAccount }
    return found.account.vault
  }
}
