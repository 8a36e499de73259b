import NotesDomain
import Testing

extension AccountStoreContract {
  static let devices: [Clause] = [
    Clause("A token speaks for the account of its device, and for its vault") { subject async throws in
      let (ada, bob) = (try account("ada"), try account("bob"))
      for account in [ada, bob] { _ = try await subject.accounts.add(account, hash: first) }
      #expect(try await subject.add(1, to: ada) == .added)
      #expect(try await subject.add(2, to: bob) == .added)
      let found = try #require(try await subject.accounts.principal(withDigest: digest(2)))
      #expect(found.principal == Principal(account: bob.name, vault: bob.vault, device: device(2).id))
      #expect(found.lastSeen == device(2).lastSeen)
      #expect(try await subject.accounts.principal(withDigest: digest(3)) == nil)
    },
    Clause("Devices come in the order in which they signed in, as they were added") { subject async throws in
      let ada = try account("ada")
      _ = try await subject.accounts.add(ada, hash: first)
      for (number, seconds) in [(3, 0), (2, 5), (1, 5), (4, -5)] as [(UInt8, Int64)] {
        _ = try await subject.add(number, to: ada, after: seconds)
      }
      #expect(
        try await subject.accounts.devices(of: ada.name)
          == [device(4, after: -5), device(3), device(1, after: 5), device(2, after: 5)])
      #expect(try await subject.accounts.devices(of: account("bob").name) == [])
    },
    Clause("A device is not added when the account is gone, or its password has changed") { subject async throws in
      let ada = try account("ada")
      #expect(try await subject.add(1, to: ada) == .changed)
      _ = try await subject.accounts.add(ada, hash: first)
      #expect(try await subject.add(1, to: ada, knownBy: second) == .changed)
      #expect(try await subject.accounts.devices(of: ada.name) == [])
    },
    Clause("An account has so many devices and no more") { subject async throws in
      let (ada, bob) = (try account("ada"), try account("bob"))
      for account in [ada, bob] { _ = try await subject.accounts.add(account, hash: first) }
      #expect(try await subject.add(1, to: ada, limit: 2) == .added)
      #expect(try await subject.add(2, to: bob, limit: 2) == .added)
      #expect(try await subject.add(3, to: ada, limit: 2) == .added)
      #expect(try await subject.add(4, to: ada, limit: 2) == .full)
      #expect(try await subject.accounts.devices(of: ada.name).count == 2)
    },
    Clause("When a device was heard of is remembered, and nothing else changes") { subject async throws in
      let ada = try account("ada")
      _ = try await subject.accounts.add(ada, hash: first)
      _ = try await subject.add(1, to: ada)
      _ = try await subject.add(2, to: ada)
      let later = Timestamp(millisecondsSince1970: FixedClock.start.millisecondsSince1970 + 1)
      try await subject.accounts.note(later, of: device(2).id)
      let seen = SignedInDevice(
        id: device(2).id, label: device(2).label, signedIn: device(2).signedIn, lastSeen: later)
      #expect(Set(try await subject.accounts.devices(of: ada.name)) == [device(1), seen])
      #expect(try await subject.accounts.principal(withDigest: digest(2))?.lastSeen == later)
      try await subject.accounts.note(later, of: device(7).id)
    },
  ]

  static let removal: [Clause] = [
    Clause("A device that is removed speaks for nobody, and only its own account can remove it") {
      subject async throws in
      let (ada, bob) = (try account("ada"), try account("bob"))
      for account in [ada, bob] { _ = try await subject.accounts.add(account, hash: first) }
      _ = try await subject.add(1, to: ada)
      #expect(try await !subject.accounts.remove(device(1).id, of: bob.name))
      #expect(try await subject.accounts.principal(withDigest: digest(1)) != nil)
      #expect(try await subject.accounts.remove(device(1).id, of: ada.name))
      #expect(try await subject.accounts.principal(withDigest: digest(1)) == nil)
      #expect(try await !subject.accounts.remove(device(1).id, of: ada.name))
    },
    Clause("An account is removed with its devices and its vault, and nobody else's") { subject async throws in
      let (ada, bob) = (try account("ada"), try account("bob"))
      for (number, account) in zip([1, 2] as [UInt8], [ada, bob]) {
        _ = try await subject.accounts.add(account, hash: first)
        _ = try await subject.add(number, to: account)
        try await ServerStoreContract.save(
          [ServerStoreContract.item(1, at: 1), ServerStoreContract.tombstone(2, at: 2)], in: subject.vaults,
          account.vault)
        try await subject.vaults.write(account.vault) { transaction throws(StoreError) in
          try transaction.save(ServerStoreContract.receipt(5))
        }
      }
      #expect(try await subject.accounts.remove(ada.name))
      #expect(try await subject.accounts.account(named: ada.name) == nil)
      #expect(try await subject.accounts.principal(withDigest: digest(1)) == nil)
      #expect(try await subject.accounts.principal(withDigest: digest(2)) != nil)
      #expect(try await subject.vaults.vaults() == [bob.vault])
      let nothing = VaultSize(notes: 0, tombstones: 0, receipts: 0)
      #expect(try await ServerStoreContract.size(subject.vaults, ada.vault) == nothing)
      #expect(try await ServerStoreContract.size(subject.vaults, bob.vault).notes == 1)
      #expect(try await !subject.accounts.remove(ada.name))
    },
    Clause("A new account of a name that was removed has nothing of the old one") { subject async throws in
      let ada = try account("ada")
      _ = try await subject.accounts.add(ada, hash: first)
      _ = try await subject.add(1, to: ada)
      _ = try await subject.accounts.remove(ada.name)
      #expect(try await subject.accounts.add(account("ada", vault: "new"), hash: second))
      #expect(try await subject.accounts.devices(of: ada.name) == [])
      #expect(try await subject.accounts.principal(withDigest: digest(1)) == nil)
    },
  ]
}
