import NotesDomain
package import NotesHosting
import Testing

/// The contract of ``AccountAdministration``, checked against each implementation.
package enum AccountAdministrationContract {
  /// The administration under test, with its stores.
  package struct Subject: Sendable {
    /// The administration.
    package let administration: any AccountAdministration
    /// The accounts.
    package let accounts: any AccountStore
    /// Their vaults.
    package let vaults: any ServerStore

    package init(administration: any AccountAdministration, accounts: any AccountStore, vaults: any ServerStore) {
      self.administration = administration
      self.accounts = accounts
      self.vaults = vaults
    }
  }

  /// A clause of the contract.
  package typealias Clause = ContractClause<Subject>

  /// All clauses.
  package static let clauses: [Clause] = [
    Clause("An account is added once, with an empty vault") { subject async throws in
      let (ada, bob) = (try name("ada"), try name("bob"))
      let added = try await subject.administration.add(ada, password: password("correct horse"))
      let other = try await subject.administration.add(bob, password: password("correct horse"))
      #expect(added.name == ada && added.vault != other.vault)
      await #expect(throws: AccountError.accountExists) {
        try await subject.administration.add(ada, password: password("another horse"))
      }
      #expect(try await subject.administration.accounts().map(\.account) == [added, other])
    },
    Clause("A password that is too short is rejected") { subject async throws in
      let ada = try name("ada")
      await #expect(throws: AccountError.weakPassword(.tooShort)) {
        try await subject.administration.add(ada, password: password("nine byte"))
      }
      _ = try await subject.administration.add(ada, password: password("ten bytes."))
      let before = try await subject.accounts.account(named: ada)?.hash
      await #expect(throws: AccountError.weakPassword(.tooShort)) {
        try await subject.administration.setPassword(of: ada, to: password("nine byte"))
      }
      #expect(try await subject.accounts.account(named: ada)?.hash == before)
    },
    Clause("A common password is rejected") { subject async throws in
      let ada = try name("ada")
      await #expect(throws: AccountError.weakPassword(.common)) {
        try await subject.administration.add(ada, password: password("1234567890"))
      }
      _ = try await subject.administration.add(ada, password: password("correct horse"))
      await #expect(throws: AccountError.weakPassword(.common)) {
        try await subject.administration.setPassword(of: ada, to: password("1234567890"))
      }
    },
    Clause("A new password signs all devices out") { subject async throws in
      let ada = try name("ada")
      _ = try await subject.administration.add(ada, password: password("correct horse"))
      let before = try #require(try await subject.accounts.account(named: ada)).hash
      _ = try await subject.accounts.add(
        AccountStoreContract.device(1), digest: AccountStoreContract.digest(1), to: ada, knownBy: before, limit: 9)
      #expect(try await subject.administration.accounts().map(\.devices) == [[AccountStoreContract.device(1)]])
      try await subject.administration.setPassword(of: ada, to: password("another horse"))
      #expect(try await subject.accounts.account(named: ada)?.hash != before)
      #expect(try await subject.administration.accounts().map(\.devices) == [[]])
    },
    Clause("The content of an account is counted, and removed with it") { subject async throws in
      let ada = try name("ada")
      let account = try await subject.administration.add(ada, password: password("correct horse"))
      try await ServerStoreContract.save(
        [ServerStoreContract.item(1, at: 1), ServerStoreContract.tombstone(2, at: 2)], in: subject.vaults,
        account.vault)
      let size = try await subject.administration.accounts().first?.size
      #expect(size?.notes == 1 && size?.tombstones == 1)
      try await subject.administration.remove(ada)
      #expect(try await subject.administration.accounts() == [])
      #expect(try await subject.vaults.vaults() == [])
    },
    Clause("Tombstones are removed except for those of the latest changes") { subject async throws in
      let ada = try name("ada")
      let account = try await subject.administration.add(ada, password: password("correct horse"))
      #expect(try await subject.administration.purge(ada, keepingLast: 0) == 0)
      try await ServerStoreContract.save(
        [
          ServerStoreContract.tombstone(1, at: 1), ServerStoreContract.item(2, at: 2),
          ServerStoreContract.tombstone(3, at: 3), ServerStoreContract.tombstone(4, at: 4),
        ], in: subject.vaults, account.vault)
      #expect(try await subject.administration.purge(ada, keepingLast: 10) == 0)
      #expect(try await subject.administration.purge(ada, keepingLast: 1) == 2)
      #expect(try await horizon(subject, account.vault) == Revision(3))
      #expect(try await subject.administration.purge(ada, keepingLast: 2) == 0)
      #expect(try await horizon(subject, account.vault) == Revision(3))
      #expect(try await subject.administration.purge(ada, keepingLast: 0) == 1)
      #expect(try await ServerStoreContract.size(subject.vaults, account.vault).notes == 1)
    },
    Clause("Devices that sent nothing during the latest changes are forgotten") { subject async throws in
      let ada = try name("ada")
      let account = try await subject.administration.add(ada, password: password("correct horse"))
      #expect(try await subject.administration.forgetDevices(of: ada, keepingLast: 0) == 0)
      try await subject.vaults.write(account.vault) { transaction in
        try transaction.save(state: ServerStoreContract.state(head: 9))
        for head in 7...9 {
          try transaction.save(ServerStoreContract.receipt(UInt128(head), number: 2, head: Int64(head)))
        }
      }
      #expect(try await subject.administration.forgetDevices(of: ada, keepingLast: 1) == 2)
      #expect(try await subject.administration.accounts().first?.size.receipts == 1)
    },
    Clause("The keyring of a vault is shown, and removed once") { subject async throws in
      let ada = try name("ada")
      let account = try await subject.administration.add(ada, password: password("correct horse"))
      #expect(try await subject.administration.keyring(of: ada) == nil)
      #expect(try await subject.administration.removeKeyring(of: ada) == false)
      let format = KeyringFormat.sample(generation: 3, earlier: [1, 2])
      let item = VaultItem(id: Keyring.item, revision: Revision(1), payload: format.stored)
      try await ServerStoreContract.save([item, ServerStoreContract.item(1, at: 2)], in: subject.vaults, account.vault)
      let keyring = try await subject.administration.keyring(of: ada)
      #expect(keyring == StoredKeyring(item) && keyring?.format == format && keyring?.byteCount == format.stored.count)
      #expect(try await subject.administration.removeKeyring(of: ada))
      #expect(try await subject.administration.keyring(of: ada) == nil)
      #expect(try await subject.administration.removeKeyring(of: ada) == false)
      #expect(try await ServerStoreContract.size(subject.vaults, account.vault).notes == 1)
    },
    Clause("Old blobs without references are removed") { subject async throws in
      let ada = try name("ada")
      let account = try await subject.administration.add(ada, password: password("correct horse"))
      let kept = try #require(BlobDigest(bytes: Array(repeating: 1, count: BlobDigest.count)))
      let orphan = try #require(BlobDigest(bytes: Array(repeating: 2, count: BlobDigest.count)))
      let time = FixedClock.start
      try await ServerStoreContract.save([ServerStoreContract.item(1, at: 1)], in: subject.vaults, account.vault)
      try await subject.vaults.write(account.vault) { transaction in
        for digest in [kept, orphan] {
          try transaction.append(BlobPiece(digest: digest, size: 3, offset: 0, bytes: [1, 2, 3]), at: time)
        }
        try transaction.save(references: [ServerStoreContract.id(1): [kept]], at: time)
      }
      let later = Timestamp(millisecondsSince1970: time.millisecondsSince1970 + 1)
      #expect(try await subject.administration.removeOrphans(of: ada, olderThan: time) == RemovedBlobs())
      #expect(
        try await subject.administration.removeOrphans(of: ada, olderThan: later) == RemovedBlobs(count: 1, bytes: 3))
      #expect(try await subject.administration.accounts().first?.size.blobs == 1)
    },
    Clause("Steps on a missing account fail") { subject async throws in
      let ada = try name("ada")
      await #expect(throws: AccountError.unknownAccount) { try await subject.administration.remove(ada) }
      await #expect(throws: AccountError.unknownAccount) {
        try await subject.administration.setPassword(of: ada, to: password("correct horse"))
      }
      await #expect(throws: AccountError.unknownAccount) {
        try await subject.administration.purge(ada, keepingLast: 0)
      }
      await #expect(throws: AccountError.unknownAccount) {
        try await subject.administration.forgetDevices(of: ada, keepingLast: 0)
      }
      await #expect(throws: AccountError.unknownAccount) { try await subject.administration.keyring(of: ada) }
      await #expect(throws: AccountError.unknownAccount) { try await subject.administration.removeKeyring(of: ada) }
      await #expect(throws: AccountError.unknownAccount) {
        try await subject.administration.removeOrphans(of: ada, olderThan: FixedClock.start)
      }
      #expect(try await subject.administration.accounts() == [])
    },
  ]

  private static func name(_ text: String) throws -> AccountName {
    try #require(AccountName(text))
  }

  private static func password(_ text: String) throws -> Password {
    try #require(Password(text))
  }

  private static func horizon(_ subject: Subject, _ vault: VaultID) async throws -> Revision? {
    try await subject.vaults.read(vault) { transaction in try transaction.state()?.horizon }
  }
}
