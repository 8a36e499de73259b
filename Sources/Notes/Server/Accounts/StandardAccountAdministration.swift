import NotesDomain
import NotesHosting

/// The operator's commands on accounts.
struct StandardAccountAdministration: AccountAdministration {
  let store: any AccountStore
  let hasher: any PasswordHasher
  let rules: PasswordRules
  let audit: AuditLog
  let vaults: any VaultAdministration
  let randomness: any Randomness
  let wallClock: any WallClock

  func add(_ name: AccountName, password: Password) async throws(AccountError) -> Account {
    try await StoreError.wrapped(in: AccountError.store) {
      try rules.check(password, of: name)
      // Checked early to save a second of hashing; the store below decides.
      guard try await store.account(named: name) == nil else { throw AccountError.accountExists }
      let account = Account(name: name, vault: VaultID(using: randomness), created: wallClock.now())
      let hash = try await hasher.hash(password)
      guard try await store.add(account, hash: hash) else { throw AccountError.accountExists }
      await audit.record(AuditEvent(.accountAddition, account: name))
      return account
    }
  }

  func setPassword(of name: AccountName, to password: Password) async throws(AccountError) {
    try await StoreError.wrapped(in: AccountError.store) {
      try rules.check(password, of: name)
      guard try await store.account(named: name) != nil else { throw AccountError.unknownAccount }
      let hash = try await hasher.hash(password)
      guard try await store.set(hash, for: name) else { throw AccountError.unknownAccount }
      await audit.record(AuditEvent(.passwordReset, account: name))
    }
  }

  func remove(_ name: AccountName) async throws(AccountError) {
    try await StoreError.wrapped(in: AccountError.store) {
      guard try await store.remove(name) else { throw AccountError.unknownAccount }
      await audit.record(AuditEvent(.accountRemoval, account: name))
    }
  }

  func accounts() async throws(AccountError) -> [AccountOverview] {
    try await StoreError.wrapped(in: AccountError.store) {
      var overviews: [AccountOverview] = []
      for account in try await store.accounts() {
        // The keyring of an encrypted vault is stored as a note is, but is none of the user's.
        let hasKeyring = try await vaults.keyring(of: account.vault) != nil
        var size = try await vaults.size(of: account.vault)
        if hasKeyring, size.notes > 0 { size.notes -= 1 }
        overviews.append(
          AccountOverview(account: account, devices: try await store.devices(of: account.name), size: size))
      }
      return overviews
    }
  }

  func purge(_ name: AccountName, keepingLast changes: Int) async throws(AccountError) -> Int {
    try await StoreError.wrapped(in: AccountError.store) {
      let removed = try await vaults.purge(try await vault(of: name), keepingLast: changes)
      await audit.record(AuditEvent(.purge, account: name))
      return removed
    }
  }

  func keyring(of name: AccountName) async throws(AccountError) -> StoredKeyring? {
    try await StoreError.wrapped(in: AccountError.store) {
      try await vaults.keyring(of: try await vault(of: name)).map { StoredKeyring($0) }
    }
  }

  func removeKeyring(of name: AccountName) async throws(AccountError) -> Bool {
    try await StoreError.wrapped(in: AccountError.store) {
      let wasThere = try await vaults.removeKeyring(of: try await vault(of: name))
      if wasThere { await audit.record(AuditEvent(.keyringRemoval, account: name)) }
      return wasThere
    }
  }

  func forgetDevices(of name: AccountName, keepingLast changes: Int) async throws(AccountError) -> Int {
    try await StoreError.wrapped(in: AccountError.store) {
      try await vaults.removeReceipts(of: try await vault(of: name), keepingLast: changes)
    }
  }

  func removeOrphans(of name: AccountName, olderThan time: Timestamp) async throws(AccountError) -> RemovedBlobs {
    try await StoreError.wrapped(in: AccountError.store) {
      let removed = try await vaults.removeOrphans(of: try await vault(of: name), olderThan: time)
      return RemovedBlobs(count: removed.count, bytes: removed.bytes)
    }
  }

  private func vault(of name: AccountName) async throws -> VaultID {
    guard let found = try await store.account(named: name) else { throw AccountError.unknownAccount }
    return found.account.vault
  }
}
