import NotesDomain
import NotesHosting
import NotesSync
import NotesTestSupport
import Testing

@testable import NotesEncryption

@Suite("Enabling that was interrupted, and servers that were restored") struct InterruptedEnablingTests {
  private let vault: TestVault
  private let one: EncryptedDevice
  private let two: EncryptedDevice

  init() throws {
    (vault, one, two) = try EncryptedDevice.pair()
  }

  /// A plain vault with three notes, to which the first device gave a keyring without receiving the reply.
  private func loseReply() async throws {
    try await one.notes.insert([.sample(1), .sample(2), .sample(3)])
    try await one.sync()
    one.network.loseNextReply()
    await #expect(throws: EncryptionError.transport(.unreachable(detail: "the reply was lost"))) {
      try await one.encryption.enable(with: .sample())
    }
  }

  private func expectEverythingSealed(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    for item in try await vault.items() {
      #expect(item.payload.map(PayloadKind.isPlain) == false, sourceLocation: sourceLocation)
    }
    #expect(try await one.encryption.status().stage == .complete, sourceLocation: sourceLocation)
  }

  @Test func `after a lost reply the same passphrase continues, and everything is sealed`() async throws {
    try await loseReply()
    let status = try await one.encryption.status()
    #expect(status.keys == .locked && status.stage == .creating)
    await #expect(throws: EncryptionError.keyring(.wrongPassphrase)) {
      try await one.encryption.enable(with: .sample("other words of mine"))
    }
    let code = try await one.encryption.enable(with: .sample())
    #expect(try await one.encryption.sealAll { _ in }.sealed == 3)
    try await expectEverythingSealed()
    try await two.encryption.unlock(by: .recoveryCode(code))
  }

  @Test func `a device that was unlocked after the lost reply still makes a recovery code, and seals everything`()
    async throws
  {
    try await loseReply()
    try await one.encryption.unlock(by: .passphrase(.sample()))
    try await one.sync()
    // The reply with the next code is lost as well.
    one.network.loseNextReply()
    _ = try? await one.encryption.enable(with: .sample())
    let code = try await one.encryption.enable(with: .sample())
    #expect(try await one.encryption.sealAll { _ in }.sealed == 3)
    try await expectEverythingSealed()
    try await two.encryption.unlock(by: .recoveryCode(code))
  }

  @Test
  func `a rotation of everything whose reply is lost says what is left to do, and goes on once the device is unlocked`()
    async throws
  {
    // Given
    _ = try await one.encryption.enable(with: .sample())
    try await one.notes.insert([.sample(1), .sample(2)])
    try await one.sync()
    _ = try await one.encryption.sealAll { _ in }
    one.network.loseNextReply()
    // When
    await #expect(throws: EncryptionError.transport(.unreachable(detail: "the reply was lost"))) {
      try await one.encryption.rotate(with: .sample(), replacesUnknownKeys: false, sealsAll: true)
    }
    // Then
    let status = try await one.encryption.status()
    #expect(status.keys == .locked && status.stage == .rotationRequested)
    try await one.encryption.unlock(by: .passphrase(.sample()))
    #expect(try await one.encryption.status().stage == .rotating)
    #expect(try await one.encryption.sealAll { _ in }.sealed == 2)
    try await expectEverythingSealed()
  }

  @Test func `a rotation of everything that never arrived is not taken for one that did`() async throws {
    // Given
    _ = try await one.encryption.enable(with: .sample())
    try await one.notes.insert([.sample(1)])
    try await one.sync()
    _ = try await one.encryption.sealAll { _ in }
    one.network.failNextBatch(.unreachable(detail: "no route"))
    // When
    await #expect(throws: EncryptionError.self) {
      try await one.encryption.rotate(with: .sample(), replacesUnknownKeys: false, sealsAll: true)
    }
    #expect(try await one.encryption.status().stage == .rotationRequested)
    #expect(try await one.encryption.sealAll { _ in }.sealed == 0)
    // Then
    #expect(try await one.encryption.status().stage == .rotationRequested)
    _ = try await one.encryption.rotate(with: .sample(), replacesUnknownKeys: false, sealsAll: true)
    #expect(try await one.encryption.sealAll { _ in }.sealed == 1)
    try await expectEverythingSealed()
  }

  @Test func `a device that was told of a keyring goes on after a lost reply, and sends nothing in plain text before`()
    async throws
  {
    // Given
    try await one.notes.insert([.sample(1)])
    try await one.sync()
    try await one.memory.save(KnownKeyring(nil), of: Credentials.sample().vault)
    one.network.loseNextReply()
    await #expect(throws: EncryptionError.transport(.unreachable(detail: "the reply was lost"))) {
      try await one.encryption.enable(with: .sample())
    }
    // When
    await #expect(throws: SyncError.transport(.encryption(.locked))) { try await one.sync() }
    #expect(try await one.encryption.status().owesCode)
    let code = try await one.encryption.enable(with: .sample())
    #expect(try await one.encryption.sealAll { _ in }.sealed == 1)
    // Then
    try await expectEverythingSealed()
    try await two.encryption.unlock(by: .recoveryCode(code))
  }

  @Test func `a keyring that never arrived changes nothing`() async throws {
    try await one.memory.save(
      KnownKeyring(Keyring(generation: 1, bytes: [1]), stage: .creating), of: Credentials.sample().vault)
    try await one.notes.insert([.sample(1)])
    #expect(try await one.sync().sent == 1)
    #expect(try await one.encryption.status().keys == EncryptionStatus.Keys.none)
    _ = try await one.encryption.enable(with: .sample())
    #expect(try await one.encryption.sealAll { _ in }.sealed == 1)
    try await expectEverythingSealed()
  }

  @Test func `of two devices whose keyrings were on their way, the slower one is unlocked`() async throws {
    try await one.memory.save(
      KnownKeyring(Keyring(generation: 1, bytes: [1]), stage: .creating), of: Credentials.sample().vault)
    _ = try await two.encryption.enable(with: .sample())
    _ = try await two.encryption.sealAll { _ in }
    await #expect(throws: EncryptionError.locked) { try await one.encryption.enable(with: .sample()) }
    try await one.encryption.unlock(by: .passphrase(.sample()))
    #expect(try await one.encryption.status().stage == .complete)
    await #expect(throws: EncryptionError.alreadyEncrypted) { try await one.encryption.enable(with: .sample()) }
  }

  @Test func `a rotation whose reply was lost leaves a recovery code owed until one was shown`() async throws {
    // Given
    _ = try await one.encryption.enable(with: .sample())
    #expect(try await one.encryption.status().owesCode)
    try await one.encryption.recoveryCodeWasShown()
    #expect(try await !one.encryption.status().owesCode)
    one.network.loseNextReply()
    // When
    await #expect(throws: EncryptionError.transport(.unreachable(detail: "the reply was lost"))) {
      try await one.encryption.rotate(with: .sample())
    }
    // Then
    #expect(try await one.encryption.status().owesCode)
    try await one.encryption.unlock(by: .passphrase(.sample()))
    #expect(try await one.encryption.status().owesCode)
    let code = try await one.encryption.replaceRecoveryCode()
    try await two.encryption.unlock(by: .recoveryCode(code))
    try await one.encryption.recoveryCodeWasShown()
    #expect(try await !one.encryption.status().owesCode)
    #expect(try await !two.encryption.status().owesCode)
  }

  @Test func `a device without keys gives its keyring back to a server that lost it`() async throws {
    let code = try await one.encryption.enable(with: .sample())
    try await one.notes.insert([.sample(1, body: "kept\n")])
    try await one.sync()
    try await one.credentials.save(.sample())
    try await vault.store.write(.main) { transaction in
      guard let state = try transaction.state() else { return }
      try transaction.replace(with: VaultContents(state: state))
    }
    #expect(try await one.encryption.status().keys == .missing(isHeld: false))
    await #expect(throws: EncryptionError.locked) { try await one.encryption.restoreKeyring(by: nil) }
    await #expect(throws: EncryptionError.transport(.encryption(.missingKeyring))) {
      try await one.encryption.enable(with: .sample())
    }
    await #expect(throws: EncryptionError.keyring(.wrongPassphrase)) {
      try await one.encryption.restoreKeyring(by: .passphrase(.sample("other words of mine")))
    }
    try await one.encryption.restoreKeyring(by: .passphrase(.sample()))
    _ = try await one.encryption.sealAll { _ in }
    try await one.sync()
    try await two.encryption.unlock(by: .recoveryCode(code))
    try await two.sync()
    #expect(try await two.note(1)?.body == "kept\n")
  }

  @Test func `what a server made up that lost its keyring replaces no note, also if a device syncs before it seals`()
    async throws
  {
    // Given
    _ = try await one.encryption.enable(with: .sample())
    try await one.notes.insert([.sample(1, body: "first\n")])
    try await one.sync()
    let invented = NotePayload.encode(.sample(1, body: "invented\n"))
    try await vault.store.write(.main) { transaction in
      guard var state = try transaction.state() else { return }
      state.head = state.head.next
      let item = VaultItem(id: SequentialNoteIDGenerator.id(1), revision: state.head, payload: invented)
      try transaction.replace(with: VaultContents(state: state, items: [item]))
    }
    // When
    try await one.encryption.restoreKeyring(by: nil)
    try await one.sync()
    _ = try await one.encryption.sealAll { _ in }
    try await one.sync()
    // Then
    #expect(one.notes.all.contains { $0.body == "first\n" })
  }

  @Test func `a device is unlocked by the keyring that it knows when the server has an earlier one`() async throws {
    _ = try await one.encryption.enable(with: .sample())
    let earlier = try #require(try await vault.store.read(.main) { try $0.item(Keyring.item) }?.payload)
    try await one.encryption.changePassphrase(to: .sample("other words of mine"))
    let later = try await vault.store.read(.main) { try $0.item(Keyring.item) }?.payload
    try await one.credentials.save(.sample())
    try await vault.put(earlier, as: Keyring.item)
    try await one.encryption.unlock(by: .passphrase(.sample("other words of mine")))
    try await one.sync()
    #expect(try await vault.store.read(.main) { try $0.item(Keyring.item) }?.payload == later)
  }
}
