import NotesDomain
import NotesHosting
import NotesTestSupport
import Testing

@testable import NotesServer

@Suite("Signing in and authentication") struct AccountServiceTests {
  private let parts = AccountParts()
  private let right = "correct horse"

  @Test func `a sign-in returns a token for the account and its vault`() async throws {
    let root = try await parts.make()
    let ada = try await root.administration.add(.of("ada"), password: .of(right))
    _ = try await root.administration.add(.of("bob"), password: .of(right))
    let reply = try await root.service.signIn(.of("ada", right), from: "192.0.2.1")
    #expect(reply.vault == ada.vault)
    let principal = try await root.service.authenticate(reply.token, from: "192.0.2.1")
    #expect(principal == Principal(account: ada.name, vault: ada.vault, device: reply.device))
    #expect(try await root.service.devices(of: principal).map(\.label) == ["laptop"])
  }

  @Test func `a sign-in whose device waits no longer adds none, and costs no attempt`() async throws {
    // Given
    let hasher = InterruptedHasher(parts.fakes.hasher) { withUnsafeCurrentTask { $0?.cancel() } }
    let root = try await parts.make(hasher: hasher)
    let ada = try await root.administration.add(.of("ada"), password: .of(right))
    // When
    let attempt = Task { try await root.service.signIn(.of("ada", right), from: "192.0.2.1") }
    // Then
    await #expect(throws: AccountError.abandoned) { try await attempt.value }
    #expect(try await parts.fakes.accountStore.devices(of: ada.name) == [])
    for _ in 1...40 { _ = try await root.service.signIn(.of("ada", right), from: "192.0.2.1") }
  }

  @Test func `a sign-in whose device waits no longer is no failure of the store`() async throws {
    // Given
    let root = try await parts.make()
    _ = try await root.administration.add(.of("ada"), password: .of(right))
    // When
    let attempt = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await root.service.signIn(.of("ada", right), from: "192.0.2.1")
    }
    // Then
    await #expect(throws: AccountError.abandoned) { try await attempt.value }
  }

  @Test func `each device has another token, and only digests are stored`() async throws {
    let root = try await parts.make()
    _ = try await root.administration.add(.of("ada"), password: .of(right))
    let one = try await root.service.signIn(.of("ada", right), from: "p")
    let other = try await root.service.signIn(.of("ada", right), from: "p")
    #expect(one.token != other.token && one.device != other.device)
    #expect(try await parts.fakes.accountStore.principal(withDigest: one.token.bytes) == nil)
  }

  @Test func `an unknown name costs the same as a wrong password, and has the same reply`() async throws {
    let root = try await parts.make()
    _ = try await root.administration.add(.of("ada"), password: .of(right))
    var errors: [AccountError] = []
    var work: [Int] = []
    for name in ["ada", "nobody"] {
      let before = parts.fakes.hasher.verifications
      errors.append(
        try #require(
          await #expect(throws: AccountError.self) {
            try await root.service.signIn(.of(name, "wrong horse"), from: "p")
          }))
      work.append(parts.fakes.hasher.verifications - before)
    }
    #expect(errors == [.badCredentials, .badCredentials])
    #expect(work == [1, 1])
  }

  @Test func `a token that was authenticated is recalled for a minute, and no other one is`() async throws {
    let root = try await parts.make()
    let ada = try await root.administration.add(.of("ada"), password: .of(right))
    let reply = try await root.service.signIn(.of("ada", right), from: "p")
    #expect(root.service.recall(reply.token) == nil)
    _ = try await root.service.authenticate(reply.token, from: "p")
    parts.fakes.clock.advance(by: .seconds(59))
    #expect(
      root.service.recall(reply.token) == Principal(account: ada.name, vault: ada.vault, device: reply.device))
    #expect(root.service.recall(DeviceToken(using: SeededRandomness(seed: 9))) == nil)
    parts.fakes.clock.advance(by: .seconds(1))
    #expect(root.service.recall(reply.token) == nil)
  }

  @Test func `the token of a revoked device is rejected`() async throws {
    let root = try await parts.make()
    _ = try await root.administration.add(.of("ada"), password: .of(right))
    let laptop = try await root.service.signIn(.of("ada", right), from: "p")
    let phone = try await root.service.signIn(.of("ada", right, label: "phone"), from: "p")
    let principal = try await root.service.authenticate(phone.token, from: "p")
    try await root.service.revoke(laptop.device, for: principal, from: "p")
    await #expect(throws: AccountError.unauthorized) { try await root.service.authenticate(laptop.token, from: "p") }
    await #expect(throws: AccountError.unknownDevice) {
      try await root.service.revoke(laptop.device, for: principal, from: "p")
    }
    #expect(try await root.service.devices(of: principal).map(\.label) == ["phone"])
  }

  @Test func `the devices of other accounts can neither be listed nor revoked`() async throws {
    let root = try await parts.make()
    for name in ["ada", "eve"] { _ = try await root.administration.add(.of(name), password: .of(right)) }
    let ada = try await root.service.signIn(.of("ada", right), from: "p")
    let eve = try await root.service.signIn(.of("eve", right), from: "p")
    let principal = try await root.service.authenticate(eve.token, from: "p")
    #expect(try await root.service.devices(of: principal).map(\.id) == [eve.device])
    await #expect(throws: AccountError.unknownDevice) {
      try await root.service.revoke(ada.device, for: principal, from: "p")
    }
    _ = try await root.service.authenticate(ada.token, from: "p")
  }

  @Test func `an account has at most a hundred devices`() async throws {
    var settings = AccountSettings()
    settings.maximumDevices = 2
    let root = try await parts.make(settings)
    _ = try await root.administration.add(.of("ada"), password: .of(right))
    for _ in 1...2 { _ = try await root.service.signIn(.of("ada", right), from: "p") }
    await #expect(throws: AccountError.tooManyDevices) { try await root.service.signIn(.of("ada", right), from: "p") }
    #expect(AccountSettings().maximumDevices == 100)
  }

  @Test(arguments: [
    ("  laptop \n", "laptop"), ("a\u{1B}[2Jb\u{0}c\u{9B}", "a[2Jbc"), ("", "unnamed device"),
    (" \t\u{7F} ", "unnamed device"), (String(repeating: "ü", count: 60), String(repeating: "ü", count: 50)),
    ("Adas Küche 🎛️", "Adas Küche 🎛️"),
  ])
  func `a label is stored without control characters, and is truncated`(
    label: String, kept: String
  ) async throws {
    let root = try await parts.make()
    _ = try await root.administration.add(.of("ada"), password: .of(right))
    let reply = try await root.service.signIn(.of("ada", right, label: label), from: "p")
    let principal = try await root.service.authenticate(reply.token, from: "p")
    #expect(try await root.service.devices(of: principal).map(\.label) == [kept])
  }

  @Test func `the last-seen time is written once a day`() async throws {
    let root = try await parts.make()
    _ = try await root.administration.add(.of("ada"), password: .of(right))
    let reply = try await root.service.signIn(.of("ada", right), from: "p")
    func lastSeen() async throws -> Duration? {
      let principal = try await root.service.authenticate(reply.token, from: "p")
      let seen = try await root.service.devices(of: principal).first?.lastSeen
      return seen.map { $0 - FixedClock.start }
    }
    let day = Duration.seconds(86_400)
    #expect(try await lastSeen() == .zero)
    parts.fakes.wallClock.advance(by: day - .milliseconds(1))
    #expect(try await lastSeen() == .zero)
    parts.fakes.wallClock.advance(by: .milliseconds(1))
    #expect(try await lastSeen() == day)
    parts.fakes.wallClock.advance(by: day * -2)
    #expect(try await lastSeen() == day * -1)
  }

  @Test func `a device that was not used for a year is signed out`() async throws {
    let root = try await parts.make()
    _ = try await root.administration.add(.of("ada"), password: .of(right))
    let laptop = try await root.service.signIn(.of("ada", right), from: "p").token
    let phone = try await root.service.signIn(.of("ada", right, label: "phone"), from: "p")
    let day = Duration.seconds(86_400)
    parts.fakes.wallClock.advance(by: day * 200)
    let principal = try await root.service.authenticate(laptop, from: "p")
    parts.fakes.wallClock.advance(by: day * 165 - .milliseconds(1))
    #expect(try await root.service.devices(of: principal).count == 2)
    parts.fakes.wallClock.advance(by: .milliseconds(1))
    await #expect(throws: AccountError.unauthorized) { try await root.service.authenticate(phone.token, from: "p") }
    #expect(try await root.service.authenticate(laptop, from: "p") == principal)
  }

  @Test(arguments: [Duration.seconds(1), .seconds(86_400), SignedInDevice.lifetime, SignedInDevice.lifetime * 50])
  func `a clock that jumps signs no device out for longer than it is wrong`(jump: Duration) async throws {
    let root = try await parts.make()
    _ = try await root.administration.add(.of("ada"), password: .of(right))
    let token = try await root.service.signIn(.of("ada", right), from: "p").token
    for sign in [1, -1] {
      // When the clock jumps, the device asks, and the clock is set right
      parts.fakes.wallClock.advance(by: jump * sign)
      _ = try? await root.service.authenticate(token, from: "p")
      parts.fakes.wallClock.advance(by: jump * -sign)
      // Then
      let principal = try await root.service.authenticate(token, from: "p")
      let seen = try #require(try await root.service.devices(of: principal).first?.lastSeen)
      #expect(seen <= FixedClock.start && seen > FixedClock.start - .seconds(86_400))
    }
  }

  @Test func `an error of the store is reported, and not as a wrong password`() async throws {
    let root = try await parts.make()
    _ = try await root.administration.add(.of("ada"), password: .of(right))
    let token = try await root.service.signIn(.of("ada", right), from: "p").token
    parts.fakes.accountStore.failure = .locked(path: "/server")
    await #expect(throws: AccountError.store(.locked(path: "/server"))) {
      try await root.service.signIn(.of("ada", right), from: "p")
    }
    await #expect(throws: AccountError.store(.locked(path: "/server"))) {
      try await root.service.authenticate(token, from: "p")
    }
  }

  @Test func `a sign-in renews an outdated hash, and devices stay`() async throws {
    let root = try await parts.make()
    let ada = try await root.administration.add(.of("ada"), password: .of(right))
    let old = try await root.service.signIn(.of("ada", right), from: "p").token
    let before = try await parts.fakes.accountStore.account(named: ada.name)?.hash
    parts.fakes.hasher.generation = 2
    await #expect(throws: AccountError.badCredentials) {
      try await root.service.signIn(.of("ada", "wrong horse"), from: "p")
    }
    #expect(try await parts.fakes.accountStore.account(named: ada.name)?.hash == before)
    _ = try await root.service.signIn(.of("ada", right), from: "p")
    #expect(try await parts.fakes.accountStore.account(named: ada.name)?.hash != before)
    _ = try await root.service.authenticate(old, from: "p")
    _ = try await root.service.signIn(.of("ada", right), from: "p")
  }
}
