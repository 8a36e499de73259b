import NotesDomain
import NotesSync
import NotesTestSupport
import Testing

@testable import NotesEncryption

@Suite("Sync with an encrypted vault") struct EncryptedSyncTests {
  private let vault: TestVault
  private let one: EncryptedDevice
  private let two: EncryptedDevice

  init() throws {
    (vault, one, two) = try EncryptedDevice.pair()
  }

  /// Encrypts the vault, and gives both devices the keys.
  private func encrypt() async throws {
    try await encrypt(only: one)
    try await two.encryption.unlock(by: .passphrase(.sample()))
  }

  private func encrypt(only device: EncryptedDevice) async throws {
    _ = try await device.encryption.enable(with: .sample())
    _ = try await device.encryption.sealAll { _ in }
  }

  @Test func `notes travel from device to device, and the vault has none of their text`() async throws {
    try await encrypt()
    let note = Note.sample(1, title: "Canary", body: "canary text", tags: ["canarytag"], notebook: "canarybook")
    try await one.notes.insert([note])
    #expect(try await one.sync().sent == 1)
    #expect(try await two.sync().received == 1)
    #expect(try await two.note(1) == note)
    let text = String(decoding: try await vault.bytes(), as: UTF8.self)
    #expect(!text.lowercased().contains("canary"))
    #expect(one.network.sent.allSatisfy { batch in batch.changes.allSatisfy { $0.payload != nil } })
  }

  @Test func `a note with the identifier of the keyring does not keep others from being synchronized`() async throws {
    // Given a store of an earlier version, which took any identifier from a file
    let time = FixedClock.start
    let reserved = Note(id: Keyring.item, title: "Max", body: "text\n", created: time, modified: time)
    try await one.notes.insert([reserved, .sample(1)])
    // When
    try await one.sync()
    // Then
    #expect(try await one.status().blocked.map(\.id) == [Keyring.item])
    try await one.notes.insert([.sample(2)])
    #expect(try await one.sync().sent == 1)
    #expect(try await two.sync().received == 2)
  }

  @Test func `what has the identifier of the keyring and is none does not lock a plain vault`() async throws {
    try await one.notes.insert([.sample(1)])
    try await one.sync()
    try await vault.put(NotePayload.encode(.sample(9)), as: Keyring.item)
    try await two.sync()
    #expect(try await two.note(1) != nil)
    #expect(try await two.status().blocked.map(\.setAside) == [.notAuthentic])
    #expect(try await two.memory.keyring(of: Credentials.sample().vault) == nil)
  }

  @Test func `a reply that looks encrypted is not believed for ever`() async throws {
    try await one.notes.insert([.sample(1)])
    try await one.sync()
    two.network.cheat(onItems: { VaultItem(id: $0.id, revision: $0.revision, payload: [1, 2, 3]) })
    await #expect(throws: SyncError.transport(.encryption(.locked))) { try await two.sync() }
    two.network.beHonest()
    #expect(try await two.sync().received == 1)
  }

  @Test func `a device that was only told of a keyring sends nothing in plain text, and can encrypt the vault`()
    async throws
  {
    try await two.memory.save(KnownKeyring(nil), of: Credentials.sample().vault)
    try await two.notes.insert([.sample(1)])
    await #expect(throws: SyncError.transport(.encryption(.locked))) { try await two.sync() }
    _ = try await two.encryption.enable(with: .sample())
    try await two.sync()
    #expect(try await vault.item(1)?.payload.map(PayloadKind.isSealed) == true)
  }

  @Test func `a device that was told of a keyring stays locked when it cannot make the first one`() async throws {
    // Given a server that hides the keyring
    _ = try await one.encryption.enable(with: .sample())
    try await two.notes.insert([.sample(2)])
    try await two.memory.save(KnownKeyring(nil), of: Credentials.sample().vault)
    two.network.cheat(onItems: { $0.id == Keyring.item ? nil : $0 })
    // When
    await #expect(throws: EncryptionError.self) { try await two.encryption.enable(with: .sample()) }
    // Then
    await #expect(throws: SyncError.transport(.encryption(.locked))) { try await two.sync() }
  }

  @Test func `edits of two devices are merged`() async throws {
    try await encrypt()
    try await one.notes.insert([.sample(1, body: "first\n\nlast\n")])
    try await one.sync()
    try await two.sync()
    try await one.edit(1) { $0.body = "FIRST\n\nlast\n" }
    try await two.edit(1) { $0.body = "first\n\nLAST\n" }
    try await one.sync()
    #expect(try await two.sync().merged == 1)
    try await one.sync()
    #expect(try await one.note(1)?.body == "FIRST\n\nLAST\n")
    #expect(try await two.note(1)?.body == "FIRST\n\nLAST\n")
  }

  @Test func `a deletion is sealed, and deletes the note on other devices`() async throws {
    try await encrypt()
    try await one.notes.insert([.sample(1), .sample(2)])
    try await one.sync()
    try await two.sync()
    try await one.purge(1)
    try await one.sync()
    #expect(try await vault.item(1)?.payload != nil)
    #expect(try await two.sync().deleted == 1)
    #expect(try await two.note(1) == nil)
    #expect(try await two.note(2) != nil)
  }

  @Test func `a batch whose reply was lost is the same batch when it is sent again`() async throws {
    try await encrypt()
    try await one.notes.insert([.sample(1)])
    one.network.loseNextReply()
    try await one.sync()
    let batches = one.network.sent.suffix(2)
    #expect(batches.first == batches.last)
    #expect(try await vault.items().count { $0.id != Keyring.item } == 1)
  }

  @Test func `a new device gets the whole vault`() async throws {
    try await encrypt()
    try await one.notes.insert((1...500).map { .sample($0) })
    try await one.sync()
    #expect(try await two.sync().received == 500)
    #expect(try await two.status().pending == 0)
  }

  @Test func `a device without keys sends nothing and says that the vault is encrypted`() async throws {
    try await two.notes.insert([.sample(2, body: "canary text")])
    _ = try await one.encryption.enable(with: .sample())
    await #expect(throws: SyncError.transport(.encryption(.locked))) { try await two.sync() }
    let text = String(decoding: try await vault.bytes(), as: UTF8.self)
    #expect(!text.contains("canary"))
    try await two.encryption.unlock(by: .passphrase(.sample()))
    try await two.sync()
    #expect(try await vault.item(2) != nil)
  }

  @Test func `a device that signed out sends nothing in plain text to a vault that was encrypted`() async throws {
    try await encrypt()
    try await one.sync()
    try await one.credentials.save(.sample())
    one.network.cheat(onItems: { $0.id == Keyring.item ? nil : $0 })
    try await one.notes.insert([.sample(9)])
    let sent = one.network.sent.count
    await #expect(throws: SyncError.transport(.encryption(.locked))) { try await one.sync() }
    #expect(one.network.sent.count == sent)
  }

  @Test func `a device that syncs before it is unlocked gets everything afterwards`() async throws {
    let two = try EncryptedDevice(vault, number: 2, settings: SyncSettings(pageItems: 2))
    _ = try await one.encryption.enable(with: .sample())
    _ = try await one.encryption.sealAll { _ in }
    try await one.notes.insert((1...5).map { .sample($0) })
    try await one.sync()
    // Moves the keyring behind the notes.
    _ = try await one.encryption.replaceRecoveryCode()
    await #expect(throws: SyncError.transport(.encryption(.locked))) { try await two.sync() }
    try await two.encryption.unlock(by: .passphrase(.sample()))
    try await two.sync()
    #expect(two.notes.all.count == 5)
    #expect(try await two.status().blocked.isEmpty)
  }

  @Test func `what a program without encryption set aside is received after the vault is unlocked`() async throws {
    try await two.sync()
    try await one.notes.insert([.sample(1)])
    _ = try await one.encryption.enable(with: .sample())
    try await one.sync()
    let item = try #require(try await vault.item(1))
    try await two.notes.write { transaction in
      guard var state = try transaction.state() else { return }
      try transaction.saveUnreadable(item)
      state.cursor = Revision(item.revision.number + 1)
      try transaction.save(state: state)
    }
    try await two.encryption.unlock(by: .passphrase(.sample()))
    try await two.sync()
    #expect(try await two.note(1) != nil)
    #expect(try await two.status().blocked.isEmpty)
  }

  @Test func `a device that saw that the vault is encrypted sends nothing in plain text, though it was never unlocked`()
    async throws
  {
    try await two.sync()
    try await encrypt(only: one)
    await #expect(throws: SyncError.transport(.encryption(.locked))) { try await two.sync() }
    two.network.cheat(onItems: { _ in nil })
    try await two.notes.insert([.sample(9)])
    let sent = two.network.sent.count
    await #expect(throws: SyncError.transport(.encryption(.locked))) { try await two.sync() }
    #expect(two.network.sent.count == sent)
    two.network.beHonest()
    try await two.encryption.unlock(by: .passphrase(.sample()))
    try await two.sync()
    #expect(try await vault.item(9)?.payload.map(PayloadKind.isSealed) == true)
  }

  @Test func `notes that were deleted before the vault was encrypted are deleted elsewhere`() async throws {
    try await one.notes.insert([.sample(1), .sample(2)])
    try await one.sync()
    try await two.sync()
    try await one.purge(1)
    try await one.sync()
    try await encrypt()
    #expect(try await two.sync().deleted == 1)
    #expect(try await two.note(1) == nil)
    #expect(try await two.status().blocked.isEmpty)
  }
}
