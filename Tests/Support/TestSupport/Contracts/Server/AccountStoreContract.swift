import NotesDomain
package import NotesHosting
import Testing

/// The contract of ``AccountStore``, checked against each implementation.
package enum AccountStoreContract {
  /// The account store under test, with the vaults of the accounts.
  package struct Subject: Sendable {
    /// The accounts.
    package let accounts: any AccountStore
    /// Their vaults.
    package let vaults: any ServerStore

    package init(accounts: any AccountStore, vaults: any ServerStore) {
      self.accounts = accounts
      self.vaults = vaults
    }
  }

  /// A clause of the contract.
  package typealias Clause = ContractClause<Subject>

  /// All clauses.
  package static let clauses: [Clause] = people + devices + removal

  private static let people: [Clause] = [
    Clause("An account is found by its name, with its password hash") { subject async throws in
      let ada = try account("ada")
      #expect(try await subject.accounts.add(ada, hash: first))
      let found = try await subject.accounts.account(named: ada.name)
      #expect(found?.account == ada && found?.hash == first)
      #expect(try await subject.accounts.account(named: account("bob").name) == nil)
    },
    Clause("A second account of a name is not added, and does not change the first") { subject async throws in
      let ada = try account("ada")
      _ = try await subject.accounts.add(ada, hash: first)
      #expect(try await !subject.accounts.add(account("ada", vault: "other"), hash: second))
      let found = try await subject.accounts.account(named: ada.name)
      #expect(found?.account == ada && found?.hash == first)
      #expect(try await subject.accounts.accounts() == [ada])
    },
    Clause("Accounts are listed by name") { subject async throws in
      for name in ["bob", "ada", "ada-2", "0"] { _ = try await subject.accounts.add(account(name), hash: first) }
      #expect(try await subject.accounts.accounts().map(\.name.text) == ["0", "ada", "ada-2", "bob"])
    },
    Clause("An account exists before its vault has a state") { subject async throws in
      _ = try await subject.accounts.add(account("ada"), hash: first)
      #expect(try await subject.vaults.vaults() == [])
    },
    Clause("An account's vault is known until the account is removed") { subject async throws in
      let ada = try account("ada")
      func isKnown() async throws -> Bool {
        try await subject.vaults.read(ada.vault) { transaction in try transaction.isKnown() }
      }
      #expect(try await !isKnown())
      _ = try await subject.accounts.add(ada, hash: first)
      #expect(try await isKnown())
      _ = try await subject.accounts.remove(ada.name)
      #expect(try await !isKnown())
    },
    Clause("Setting a password signs out the devices of the account only") { subject async throws in
      let (ada, bob) = (try account("ada"), try account("bob"))
      for account in [ada, bob] { _ = try await subject.accounts.add(account, hash: first) }
      _ = try await subject.add(1, to: ada)
      _ = try await subject.add(2, to: bob)
      #expect(try await subject.accounts.set(second, for: ada.name))
      #expect(try await subject.accounts.account(named: ada.name)?.hash == second)
      #expect(try await subject.accounts.devices(of: ada.name) == [])
      #expect(try await subject.accounts.principal(withDigest: digest(1)) == nil)
      #expect(try await subject.accounts.principal(withDigest: digest(2)) != nil)
      #expect(try await !subject.accounts.set(second, for: account("eve").name))
    },
    Clause("A hash is replaced if it has not changed since, and devices stay signed in") { subject async throws in
      let ada = try account("ada")
      _ = try await subject.accounts.add(ada, hash: first)
      _ = try await subject.add(1, to: ada)
      try await subject.accounts.replace(second, with: third, for: ada.name)
      #expect(try await subject.accounts.account(named: ada.name)?.hash == first)
      try await subject.accounts.replace(first, with: second, for: ada.name)
      #expect(try await subject.accounts.account(named: ada.name)?.hash == second)
      #expect(try await subject.accounts.devices(of: ada.name).count == 1)
    },
    Clause("A changed password signs out the other devices of the account only") { subject async throws in
      let (ada, bob) = (try account("ada"), try account("bob"))
      for account in [ada, bob] { _ = try await subject.accounts.add(account, hash: first) }
      for (number, account) in [(1, ada), (2, ada), (3, ada), (4, bob)] as [(UInt8, Account)] {
        _ = try await subject.add(number, to: account)
      }
      let others = try await subject.accounts.change(first, to: second, for: ada.name, keeping: device(2).id)
      #expect(others.map(Set.init) == [device(1).id, device(3).id])
      #expect(try await subject.accounts.account(named: ada.name)?.hash == second)
      #expect(try await subject.accounts.devices(of: ada.name) == [device(2)])
      #expect(try await subject.accounts.principal(withDigest: digest(1)) == nil)
      #expect(try await subject.accounts.principal(withDigest: digest(2)) != nil)
      #expect(try await subject.accounts.devices(of: bob.name) == [device(4)])
    },
    Clause("The devices of an account are listed with the digests of their tokens, earliest first") {
      subject async throws in
      let (ada, bob) = (try account("ada"), try account("bob"))
      for account in [ada, bob] { _ = try await subject.accounts.add(account, hash: first) }
      for (number, seconds) in [(1, 30), (2, 10), (3, 20)] as [(UInt8, Int64)] {
        _ = try await subject.add(number, to: ada, after: seconds)
      }
      _ = try await subject.add(4, to: bob)
      let expected = [(2, 10), (3, 20), (1, 30)].map { (number: UInt8, seconds: Int64) in
        DeviceRegistration(device: device(number, after: seconds), digest: digest(number))
      }
      #expect(try await subject.accounts.registrations(of: ada.name) == expected)
      #expect(try await subject.accounts.registrations(of: account("eve").name) == [])
    },
    Clause("A vault is held by the tokens of its account's devices, until they are signed out") {
      subject async throws in
      let (ada, bob) = (try account("ada"), try account("bob"))
      for account in [ada, bob] { _ = try await subject.accounts.add(account, hash: first) }
      for number in 1...3 as ClosedRange<UInt8> { _ = try await subject.add(number, to: ada) }
      _ = try await subject.add(4, to: bob)
      func holders() async throws -> [UInt8] {
        var holders: [UInt8] = []
        for number in 1...5 as ClosedRange<UInt8> {
          var prefetch = ServerPrefetch()
          prefetch.token = number.isMultiple(of: 2) ? digest(number) : nil
          let isHeld = { @Sendable (transaction: any ServerTransaction) in try transaction.isHeld(by: digest(number)) }
          let found = try await subject.vaults.read(ada.vault, prefetching: prefetch, isHeld)
          #expect(try await subject.vaults.write(ada.vault, prefetching: prefetch, isHeld) == found)
          if found { holders.append(number) }
        }
        return holders
      }
      #expect(try await holders() == [1, 2, 3])
      _ = try await subject.accounts.remove(device(1).id, of: ada.name)
      #expect(try await holders() == [2, 3])
      _ = try await subject.accounts.change(first, to: second, for: ada.name, keeping: device(3).id)
      #expect(try await holders() == [3])
      _ = try await subject.accounts.remove(ada.name)
      #expect(try await holders() == [])
    },
    Clause("A password is not changed when its hash has changed, or by a device that is signed out") {
      subject async throws in
      let (ada, bob) = (try account("ada"), try account("bob"))
      for account in [ada, bob] { _ = try await subject.accounts.add(account, hash: first) }
      _ = try await subject.add(1, to: ada)
      _ = try await subject.add(2, to: bob)
      func change(_ old: PasswordHash, _ number: UInt8) async throws -> [SignedInDeviceID]? {
        try await subject.accounts.change(old, to: third, for: ada.name, keeping: device(number).id)
      }
      #expect(try await change(second, 1) == nil)
      #expect(try await change(first, 2) == nil)
      #expect(try await change(first, 3) == nil)
      #expect(try await subject.accounts.account(named: ada.name)?.hash == first)
      #expect(try await subject.accounts.devices(of: ada.name) == [device(1)])
      #expect(try await subject.accounts.devices(of: bob.name) == [device(2)])
    },
  ]
}

extension AccountStoreContract {
  static let first = PasswordHash(text: "$first$1$")
  static let second = PasswordHash(text: "$second$2$")
  static let third = PasswordHash(text: "$third$3$")

  static func account(_ name: String, vault: String? = nil) throws -> Account {
    Account(
      name: try #require(AccountName(name)), vault: try #require(VaultID(vault ?? "vault-of-\(name)")),
      created: FixedClock.start)
  }

  static func digest(_ number: UInt8) -> [UInt8] {
    Array(repeating: number, count: 32)
  }

  /// Returns a device with a number, which is also its sign-in time in seconds.
  static func device(_ number: UInt8, after seconds: Int64 = 0) -> SignedInDevice {
    let time = Timestamp(millisecondsSince1970: FixedClock.start.millisecondsSince1970 + seconds * 1000)
    // The highest bit is set, as in half of all identifiers.
    let bits = UInt64(number) | (number.isMultiple(of: 2) ? 1 << 63 : 0)
    return SignedInDevice(
      id: SignedInDeviceID(bits: bits), label: "Device \(number) “ü”", signedIn: time, lastSeen: time)
  }
}

extension AccountStoreContract.Subject {
  /// Adds a device to an account with the first hash.
  func add(
    _ number: UInt8, to account: Account, after seconds: Int64 = 0, knownBy hash: PasswordHash? = nil, limit: Int = 9
  ) async throws -> DeviceRegistrationResult {
    try await accounts.add(
      AccountStoreContract.device(number, after: seconds), digest: AccountStoreContract.digest(number),
      to: account.name, knownBy: hash ?? AccountStoreContract.first, limit: limit)
  }
}
