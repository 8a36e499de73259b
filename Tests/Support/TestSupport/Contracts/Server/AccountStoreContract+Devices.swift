import NotesDomain
import NotesHosting
import Testing

extension AccountStoreContract {
  static let devices: [Clause] = [
    Clause("A token identifies the device, its account and its vault") { subject async throws in
      let (ada, bob) = (try account("ada"), try account("bob"))
      for account in [ada, bob] { _ = try await subject.accounts.add(account, hash: first) }
      #expect(try await subject.add(1, to: ada) == .added)
      #expect(try await subject.add(2, to: bob) == .added)
      let found = try #require(try await subject.accounts.principal(withDigest: digest(2)))
      #expect(found.principal == Principal(account: bob.name, vault: bob.vault, device: device(2).id))
      #expect(found.lastSeen == device(2).lastSeen)
      #expect(try await subject.accounts.principal(withDigest: digest(3)) == nil)
    },
    Clause("Devices are listed in the order of their sign-ins") { subject async throws in
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
    Clause("A device is not added when the account was removed or its password has changed") { subject async throws in
      let ada = try account("ada")
      #expect(try await subject.add(1, to: ada) == .accountChanged)
      _ = try await subject.accounts.add(ada, hash: first)
      #expect(try await subject.add(1, to: ada, knownBy: second) == .accountChanged)
      #expect(try await subject.accounts.devices(of: ada.name) == [])
    },
    Clause("An account has a maximum number of devices") { subject async throws in
      let (ada, bob) = (try account("ada"), try account("bob"))
      for account in [ada, bob] { _ = try await subject.accounts.add(account, hash: first) }
      #expect(try await subject.add(1, to: ada, limit: 2) == .added)
      #expect(try await subject.add(2, to: bob, limit: 2) == .added)
      #expect(try await subject.add(3, to: ada, limit: 2) == .added)
      #expect(try await subject.add(4, to: ada, limit: 2) == .limitReached)
      #expect(try await subject.accounts.devices(of: ada.name).count == 2)
    },
    Clause("Recording activity changes the time of the device only") { subject async throws in
      let ada = try account("ada")
      _ = try await subject.accounts.add(ada, hash: first)
      _ = try await subject.add(1, to: ada)
      _ = try await subject.add(2, to: ada)
      let later = Timestamp(millisecondsSince1970: FixedClock.start.millisecondsSince1970 + 1)
      try await subject.accounts.recordActivity(of: device(2).id, at: later)
      let seen = SignedInDevice(
        id: device(2).id, label: device(2).label, signedIn: device(2).signedIn, lastSeen: later)
      #expect(Set(try await subject.accounts.devices(of: ada.name)) == [device(1), seen])
      #expect(try await subject.accounts.principal(withDigest: digest(2))?.lastSeen == later)
      try await subject.accounts.recordActivity(of: device(7).id, at: later)
    },
  ]

  static let removal: [Clause] = [
    Clause("The token of a removed device is invalid, and only its account can remove a device") {
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
    Clause("An account is removed with its devices and its vault only") { subject async throws in
      let (ada, bob) = (try account("ada"), try account("bob"))
      for (number, account) in zip([1, 2] as [UInt8], [ada, bob]) {
        _ = try await subject.accounts.add(account, hash: first)
        _ = try await subject.add(number, to: account)
        try await ServerStoreContract.save(
          [ServerStoreContract.item(1, at: 1), ServerStoreContract.tombstone(2, at: 2)], in: subject.vaults,
          account.vault)
        try await subject.vaults.write(account.vault) { transaction in
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
    Clause("A new account with the name of a removed one is empty") { subject async throws in
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
