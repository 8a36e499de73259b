import NotesDomain
import NotesHosting
import NotesTestSupport
import Testing

@testable import NotesServer

@Suite("The log of a server's accounts") struct AuditLogTests {
  private let parts = AccountParts()
  private let right = "correct horse"
  private var audit: InMemoryAuditStore { parts.fakes.audit }

  private func events() -> [AuditEvent] { audit.all.map(\.event) }

  private func refuse(_ root: AccountParts.Root, _ name: String, from peer: String) async throws {
    _ = await #expect(throws: AccountError.self) {
      try await root.service.signIn(.of(name, "wrong horse"), from: peer)
    }
  }

  @Test func `what people and operators do is recorded, with time, account, address and device`() async throws {
    // Given
    let root = try await parts.make()
    let ada = try AccountName.of("ada")
    // When
    _ = try await root.administration.add(ada, password: .of(right))
    parts.fakes.wallClock.advance(by: .seconds(60))
    let laptop = try await root.service.signIn(.of("ada", right), from: "192.0.2.1")
    let phone = try await root.service.signIn(.of("ada", right, label: "phone"), from: "192.0.2.2")
    let principal = try await root.service.authenticate(laptop.token, from: "192.0.2.1")
    try await root.service.revoke(phone.device, for: principal, from: "192.0.2.1")
    _ = try await root.service.changePassword(
      PasswordChange(from: .of(right), to: .of("another horse")), for: principal,
      from: RequestOrigin(peer: "192.0.2.1"))
    try await root.administration.setPassword(of: ada, to: .of("a third horse"))
    _ = try await root.administration.purge(ada, keepingLast: 0)
    try await root.maintenance.backUp(to: "/b")
    _ = try await root.maintenance.restore(from: "/b")
    let keyring = VaultItem(id: Keyring.item, revision: Revision(1), payload: [1])
    try await parts.fakes.serverStore.write(principal.vault) { transaction in
      try transaction.save(state: VaultState(epochs: [], head: Revision(1)))
      try transaction.save(keyring)
    }
    _ = try await root.administration.removeKeyring(of: ada)
    _ = try await root.administration.removeKeyring(of: ada)
    try await root.administration.remove(ada)
    // Then
    #expect(
      events() == [
        AuditEvent(.accountAddition, account: ada),
        AuditEvent(.signIn, account: ada, peer: "192.0.2.1", device: "laptop"),
        AuditEvent(.signIn, account: ada, peer: "192.0.2.2", device: "phone"),
        AuditEvent(.revocation, account: ada, peer: "192.0.2.1", device: "phone"),
        AuditEvent(.passwordChange, account: ada, peer: "192.0.2.1"), AuditEvent(.passwordReset, account: ada),
        AuditEvent(.purge, account: ada), AuditEvent(.backup), AuditEvent(.restore),
        AuditEvent(.keyringRemoval, account: ada),
        AuditEvent(.accountRemoval, account: ada),
      ])
    #expect(audit.all.map { $0.time - FixedClock.start } == [.zero] + Array(repeating: .seconds(60), count: 10))
  }

  @Test func `a repeated change of the password, which changes nothing, is recorded once`() async throws {
    // Given
    let root = try await parts.make()
    _ = try await root.administration.add(.of("ada"), password: .of(right))
    let token = try await root.service.signIn(.of("ada", right), from: "p").token
    let principal = try await root.service.authenticate(token, from: "p")
    // When
    for _ in 1...5 {
      _ = try await root.service.changePassword(
        PasswordChange(from: .of(right), to: .of("another horse")), for: principal, from: RequestOrigin(peer: "p"))
    }
    // Then
    #expect(events().filter { $0.kind == .passwordChange }.count == 1)
  }

  @Test func `requests of a device that was not used for too long are counted`() async throws {
    let root = try await parts.make()
    _ = try await root.administration.add(.of("ada"), password: .of(right))
    let token = try await root.service.signIn(.of("ada", right), from: "p").token
    parts.fakes.wallClock.advance(by: SignedInDevice.lifetime)
    for _ in 1...3 {
      await #expect(throws: AccountError.unauthorized) { try await root.service.authenticate(token, from: "q") }
    }
    await root.service.writeAuditLog()
    #expect(events().last == AuditEvent(.expiry, account: try .of("ada"), peer: "q"))
    #expect(audit.all.last?.count == 3)
  }

  @Test func `refused attempts cost no write each, and are counted by address`() async throws {
    // Given
    let root = try await parts.make()
    _ = try await root.administration.add(.of("ada"), password: .of(right))
    let writes = audit.writes
    // When
    for _ in 1...12 { try await refuse(root, "ada", from: "192.0.2.1") }
    for host in 1...3 { try await refuse(root, "eve", from: "2001:db8::\(host)") }
    #expect(audit.writes == writes)
    await root.service.writeAuditLog()
    // Then
    #expect(audit.writes == writes + 1)
    let refused = Dictionary(uniqueKeysWithValues: audit.all.map { ($0.event, $0.count) })
    #expect(refused[AuditEvent(.signInRefused, account: try .of("ada"), peer: "192.0.2.1")] == 10)
    #expect(refused[AuditEvent(.rateLimited, account: try .of("ada"), peer: "192.0.2.1")] == 2)
    #expect(refused[AuditEvent(.signInRefused, peer: "2001:db8:0:0::/64")] == 3)
    await root.service.writeAuditLog()
    #expect(audit.writes == writes + 1)
  }

  @Test func `a name without an account, which may be a password, is not stored`() async throws {
    let root = try await parts.make()
    for _ in 1...20 { try await refuse(root, "hunter2-hunter2", from: "192.0.2.1") }
    await root.service.writeAuditLog()
    #expect(Set(events().map(\.kind)) == [.signInRefused, .rateLimited])
    #expect(events().allSatisfy { $0.account == nil && $0.device == nil })
  }

  @Test func `attempts from too many addresses are counted without them`() async throws {
    let log = AuditLog(store: audit, wallClock: parts.fakes.wallClock)
    for number in 1...5_000 { await log.record(AuditEvent(.signInRefused, peer: "\(number)")) }
    await log.flush()
    #expect(audit.all.count == AuditLog.maximumPending + 1)
    #expect(audit.all.first { $0.event.peer == nil }?.count == 5_000 - AuditLog.maximumPending)
  }

  @Test func `a full disk prevents no sign-in, and the events are written later`() async throws {
    // Given
    let root = try await parts.make()
    _ = try await root.administration.add(.of("ada"), password: .of(right))
    try await refuse(root, "ada", from: "192.0.2.1")
    audit.failure = .diskFull(path: "/server")
    // When
    _ = try await root.service.signIn(.of("ada", right), from: "192.0.2.1")
    await root.service.writeAuditLog()
    audit.failure = nil
    await root.service.writeAuditLog()
    // Then
    #expect(Set(events().map(\.kind)) == [.accountAddition, .signInRefused, .signIn])
  }
}
