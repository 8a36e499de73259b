import NotesDomain
import NotesHosting
import NotesTestSupport
import Testing

@testable import NotesServer

@Suite("Changing one's own password") struct PasswordChangeTests {
  private let parts = AccountParts()
  private let old = "correct horse"
  private let new = "another horse"
  private let origin = RequestOrigin(peer: "192.0.2.1", host: "notes.example.org")

  /// Signs devices of ada in.
  private func signIn(_ root: AccountParts.Root, _ labels: String...) async throws -> [(Principal, DeviceToken)] {
    if try await !root.service.isAccount(.of("ada")) {
      _ = try await root.administration.add(.of("ada"), password: .of(old))
    }
    var devices: [(Principal, DeviceToken)] = []
    for label in labels {
      let token = try await root.service.signIn(.of("ada", old, label: label), from: "192.0.2.1").token
      devices.append((try await root.service.authenticate(token, from: "192.0.2.1"), token))
    }
    return devices
  }

  private func change(_ root: AccountParts.Root, _ principal: Principal, from old: String, to new: String) async throws
    -> [SignedInDeviceID]
  {
    try await root.service.changePassword(
      PasswordChange(from: .of(old), to: .of(new)), for: principal, from: origin)
  }

  @Test func `the other devices are signed out, and this one stays`() async throws {
    // Given
    let root = try await parts.make()
    let devices = try await signIn(root, "laptop", "phone", "tablet")
    // When
    let others = try await change(root, devices[0].0, from: old, to: new)
    // Then
    #expect(Set(others) == [devices[1].0.device, devices[2].0.device])
    #expect(try await root.service.authenticate(devices[0].1, from: "p") == devices[0].0)
    await #expect(throws: AccountError.unauthorized) { try await root.service.authenticate(devices[1].1, from: "p") }
    await #expect(throws: AccountError.badCredentials) { try await root.service.signIn(.of("ada", old), from: "p") }
    _ = try await root.service.signIn(.of("ada", new), from: "p")
  }

  @Test func `the same request again succeeds, and changes nothing`() async throws {
    // Given
    let root = try await parts.make()
    let laptop = try await signIn(root, "laptop")[0].0
    _ = try await change(root, laptop, from: old, to: new)
    let phone = try await root.service.signIn(.of("ada", new, label: "phone"), from: "p").token
    let hash = try await parts.fakes.accountStore.account(named: .of("ada"))?.hash
    // When
    for _ in 1...30 { #expect(try await change(root, laptop, from: old, to: new) == []) }
    // Then
    _ = try await root.service.authenticate(phone, from: "p")
    #expect(try await parts.fakes.accountStore.account(named: .of("ada"))?.hash == hash)
  }

  @Test func `a wrong password changes nothing`() async throws {
    let root = try await parts.make()
    let laptop = try await signIn(root, "laptop")[0].0
    await #expect(throws: AccountError.badCredentials) { try await change(root, laptop, from: "wrong horse", to: new) }
    _ = try await root.service.signIn(.of("ada", old), from: "p")
  }

  @Test func `a weak password is rejected before the current one is verified`() async throws {
    let root = try await parts.make()
    let laptop = try await signIn(root, "laptop")[0].0
    let work = parts.fakes.hasher.verifications
    for (password, weakness) in [
      ("too short", .tooShort), ("Password2026", .common), ("ada@notes.example.org", .resemblesName),
    ] as [(String, PasswordWeakness)] {
      await #expect(throws: AccountError.weakPassword(weakness)) {
        try await change(root, laptop, from: old, to: password)
      }
    }
    #expect(parts.fakes.hasher.verifications == work)
  }

  @Test func `a device has ten wrong passwords, each of the two in a request counted`() async throws {
    let root = try await parts.make()
    let laptop = try await signIn(root, "laptop")[0].0
    for _ in 1...5 {
      await #expect(throws: AccountError.badCredentials) {
        try await change(root, laptop, from: "wrong horse", to: new)
      }
    }
    let work = parts.fakes.hasher.verifications
    await #expect(throws: AccountError.rateLimited(retryAfter: .seconds(90))) {
      try await change(root, laptop, from: old, to: new)
    }
    #expect(parts.fakes.hasher.verifications == work)
  }

  @Test func `strangers who guess the account's password do not prevent it`() async throws {
    let root = try await parts.make()
    let laptop = try await signIn(root, "laptop")[0].0
    for peer in 1...20 {
      await #expect(throws: AccountError.self) {
        try await root.service.signIn(.of("ada", "wrong horse"), from: "203.0.113.\(peer)")
      }
    }
    _ = try await change(root, laptop, from: old, to: new)
  }

  @Test(.timeLimit(.minutes(5)))
  func `a device that repeats its request keeps no other account from signing in`() async throws {
    // Given
    let hasher = RecordingHasher(parts.fakes.hasher)
    let root = try await parts.make(hasher: hasher)
    let laptop = try await signIn(root, "laptop")[0].0
    _ = try await root.administration.add(.of("bob"), password: .of(new))
    let (wrong, right, bobs) = (try Password.of("wrong horse"), try Password.of(old), try Password.of(new))
    let first = SignInOrigin(account: "x", owner: "x", address: "x", network: "x", isKnown: true)
    let (service, queue, origin) = (root.service, root.queue, origin)
    let bob = try SignInRequest.of("bob", new)
    let count = hasher.passwords.count
    // When
    try await withThrowingTaskGroup(of: Void.self) { group in
      try await queue.run(first) {
        for waiting in 1...3 {
          group.addTask {
            let change = PasswordChange(from: wrong, to: right)
            let revoked = try await service.changePassword(change, for: laptop, from: origin)
            #expect(revoked == [])
          }
          while queue.waitingCount < waiting { await Task.yield() }
        }
        group.addTask { _ = try await service.signIn(bob, from: "198.51.100.1") }
        while queue.waitingCount < 4 { await Task.yield() }
      }
      try await group.waitForAll()
    }
    // Then
    #expect(hasher.passwords.dropFirst(count) == [bobs, wrong, right, wrong, right, wrong, right])
  }

  @Test func `a device that was revoked meanwhile changes nothing`() async throws {
    // Given
    let operators = try await parts.make()
    let devices = try await signIn(operators, "laptop", "phone")
    let hasher = InterruptedHasher(parts.fakes.hasher) {
      try await operators.service.revoke(devices[0].0.device, for: devices[1].0, from: "p")
    }
    let root = try await parts.make(hasher: hasher)
    // Then
    await #expect(throws: AccountError.unauthorized) { try await change(root, devices[0].0, from: old, to: new) }
    _ = try await root.service.signIn(.of("ada", old), from: "p")
  }

  @Test func `a sign-in that renews the hash meanwhile does not prevent it`() async throws {
    // Given
    let other = try await parts.make()
    let laptop = try await signIn(other, "laptop")[0].0
    parts.fakes.hasher.generation = 2
    let hasher = InterruptedHasher(parts.fakes.hasher) { [old] in
      _ = try await other.service.signIn(.of("ada", old), from: "q")
    }
    let root = try await parts.make(hasher: hasher)
    // When
    _ = try await change(root, laptop, from: old, to: new)
    // Then
    _ = try await root.service.signIn(.of("ada", new), from: "p")
  }
}
