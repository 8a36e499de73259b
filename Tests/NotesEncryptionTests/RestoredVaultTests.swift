import NotesDomain
import NotesHosting
import NotesServer
import NotesSync
import NotesTestSupport
import Testing

@testable import NotesEncryption

/// Servers whose vault lost its keyring, or was restored, and servers that add plain text: what a device seals, and what it takes
/// for its own.
@Suite struct RestoredVaultTests {
  private static let note = SequentialNoteIDGenerator.id(1)

  private let vault: TestVault
  private let one: EncryptedDevice
  private let two: EncryptedDevice

  init() throws { (vault, one, two) = try EncryptedDevice.pair(settings: SyncSettings(attempts: 1)) }

  private func prepare() async throws -> VaultItem { try await vault.replaceKey(on: one, and: two) }

  // MARK: Plain text

  @Test func `plain text from between the first keyring and a rotation is not sealed`() async throws {
    // Given
    _ = try await one.encryption.enable(with: .sample())
    try await one.notes.insert([.sample(1, body: "mine\n")])
    try await one.sync()
    try await vault.put(NotePayload.encode(.sample(1, body: "forged\n")), as: Self.note)
    // When
    _ = try await one.encryption.rotate(with: .sample())
    let progress = try await one.encryption.sealAll { _ in }
    // Then
    #expect(progress.left == 1)
    try await one.sync()
    #expect(try await one.note(1)?.body == "mine\n")
  }

  @Test func `plain text that this device would have received is not sealed`() async throws {
    // Given
    try await one.notes.insert([.sample(1), .sample(2)])
    try await one.sync()
    _ = try await one.encryption.enable(with: .sample())
    try await one.sync()
    let forged = NotePayload.encode(.sample(9, body: "forged\n"))
    one.network.cheat(onItems: { item in
      guard item.id == SequentialNoteIDGenerator.id(2) else { return item }
      return VaultItem(id: SequentialNoteIDGenerator.id(9), revision: item.revision, payload: forged)
    })
    // When
    let progress = try await one.encryption.sealAll { _ in }
    // Then
    #expect(progress.left == 1)
    #expect(try await vault.item(9) == nil)
  }

  @Test func `plain text of another device is sealed also after a sync between two runs of the command`() async throws {
    // Given
    try await one.notes.insert([.sample(1)])
    try await one.sync()
    try await two.notes.insert([.sample(2, body: "of two\n")])
    try await two.sync()
    _ = try await one.encryption.enable(with: .sample())
    try await one.sync()
    // When
    let progress = try await one.encryption.sealAll { _ in }
    // Then
    #expect(progress.left == 0)
    try await one.sync()
    #expect(try await one.note(2)?.body == "of two\n")
    #expect(try await one.status().blocked.isEmpty)
  }

  // MARK: Keyrings

  @Test func `an earlier key counts as replaced when the program ended before it saved when`() async throws {
    // Given
    let first = try await prepare()
    let vaultID = try Credentials.sample().vault
    let known = try await two.memory.keyring(of: vaultID)
    try await two.memory.save(KnownKeyring(known?.keyring), of: vaultID)
    // When the server keeps the keyring back, and returns a text of a key that was replaced
    two.network.cheat(onItems: { $0.id == Keyring.item ? nil : $0 })
    try await vault.put(first.payload, as: SequentialNoteIDGenerator.id(9))
    try await vault.put(try await sealed("forged\n", like: first), as: Self.note)
    _ = try? await two.sync()
    // Then
    #expect(try await two.note(1)?.body == "later\n")
  }

  /// Seals a text as the next version of the first note with the key that the second device had first.
  private func sealed(_ body: String, like first: VaultItem) async throws -> [UInt8] {
    let keys = try #require(two.credentials.current?.keys)
    let key = try #require(keys.earlier.first)
    let base = try #require(try await vault.item(1)).revision
    return AESVaultCipher().seal(
      SealedVersion(payload: NotePayload.encode(.sample(1, body: body))),
      as: SealOccasion(note: Self.note, base: base, device: DeviceID(bits: 66), batch: 1),
      with: VaultKeys(vault: keys.vault, current: key))
  }

  @Test func `a new recovery code does not bring back a passphrase that was replaced`() async throws {
    // Given
    _ = try await one.encryption.enable(with: .sample())
    let stored = try #require(try await vault.store.read(.main) { try $0.item(Keyring.item) }?.payload)
    try await one.encryption.changePassphrase(to: .sample("other words of mine"))
    try await vault.put(stored, as: Keyring.item)
    // When
    _ = try await one.encryption.replaceRecoveryCode()
    // Then
    await #expect(throws: EncryptionError.keyring(.wrongPassphrase)) {
      try await two.encryption.unlock(by: .passphrase(.sample()))
    }
    try await two.encryption.unlock(by: .passphrase(.sample("other words of mine")))
  }

  @Test func `a deletion that the server shows between two runs of the command deletes nothing`() async throws {
    // Given
    _ = try await prepare()
    #expect(try await vault.services.administration.removeKeyring(of: .main))
    await #expect(throws: SyncError.transport(.encryption(.missingKeyring))) { try await one.sync() }
    try await one.encryption.restoreKeyring(by: nil)
    try await one.sync()
    // When the keyring is replaced before the command goes on
    let revision = try await vault.head()
    _ = try await one.encryption.replaceRecoveryCode()
    one.network.cheat(onItems: { item in
      item.id == Self.note ? VaultItem(id: item.id, revision: min(item.revision, revision), payload: nil) : item
    })
    _ = try? await one.encryption.sealAll { _ in }
    one.network.beHonest()
    for _ in 0..<2 { try await one.sync(SyncRequest(deletions: .accept)) }
    // Then
    #expect(try await one.note(1)?.body == "later\n")
  }

  @Test func `a keyring that another device gave back is no reason to take the vault for another one later`()
    async throws
  {
    // Given
    _ = try await prepare()
    #expect(try await vault.services.administration.removeKeyring(of: .main))
    await #expect(throws: SyncError.transport(.encryption(.missingKeyring))) { try await one.sync() }
    one.network.failNextBatch(.unreachable(detail: "the request was lost"))
    await #expect(throws: EncryptionError.self) { try await one.encryption.restoreKeyring(by: nil) }
    await #expect(throws: SyncError.self) { try await two.sync() }
    try await two.encryption.restoreKeyring(by: nil)
    _ = try await two.encryption.sealAll { _ in }
    _ = try await two.encryption.replaceRecoveryCode()
    for device in [one, two] { try await device.sync() }
    // When
    try await two.purge(2)
    try await two.sync()
    _ = try await one.encryption.rotate(with: .sample())
    _ = try await one.encryption.sealAll { _ in }
    try await one.sync()
    // Then
    #expect(try await one.note(2) == nil)
    #expect(try await one.encryption.status().stage == .complete)
  }

  @Test func `a restored vault is sealed also after a sync between two runs of the command`() async throws {
    // Given a server that was restored from a backup of before the vault was encrypted
    try await one.notes.insert([.sample(1, body: "first\n")])
    for device in [one, two] { try await device.sync() }
    let backup = try await vault.store.read(.main) { try $0.contents() }
    _ = try await one.encryption.enable(with: .sample())
    _ = try await one.encryption.sealAll { _ in }
    try await one.edit(1) { $0.body = "later\n" }
    try await one.sync()
    try await vault.services.administration.restore(.main, to: backup)
    await #expect(throws: SyncError.transport(.encryption(.missingKeyring))) { try await one.sync() }
    // When
    try await one.encryption.restoreKeyring(by: nil)
    try await one.sync()
    let progress = try await one.encryption.sealAll { _ in }
    // Then
    #expect(progress.left == 0)
    try await one.sync()
    #expect(try await one.encryption.status().stage == .complete)
    #expect(try await one.status().blocked.isEmpty)
    #expect(one.notes.all.contains { $0.body.contains("later") })
  }

  @Test func `plain text of a restored vault that this device has not read is sealed`() async throws {
    // Given
    try await one.notes.insert([.sample(1), .sample(2), .sample(3)])
    try await one.sync()
    let backup = try await vault.store.read(.main) { try $0.contents() }
    for round in 1...5 {
      try await one.edit(1) { $0.body = "round \(round)\n" }
      try await one.sync()
    }
    try await vault.services.administration.restore(.main, to: backup)
    try await two.notes.insert([.sample(9, body: "of two\n")])
    try await two.sync()
    // When
    _ = try await one.encryption.enable(with: .sample())
    _ = try await one.encryption.sealAll { _ in }
    try await one.sync()
    let progress = try await one.encryption.sealAll { _ in }
    try await one.sync()
    // Then
    #expect(progress.left == 0)
    #expect(try await one.note(9)?.body == "of two\n")
    #expect(one.notes.all.contains { $0.body == "round 5\n" })
  }

  @Test func `a keyring that is full of keys lets a rotation pass`() async throws {
    // Given
    _ = try await prepare()
    var held = try #require(one.credentials.current)
    let keys = try #require(held.keys)
    let randomness = SeededRandomness(seed: 5)
    let others = (0..<KeyringFormat.maximumEarlierKeys).map { _ in VaultKey(using: randomness) }
    held.keys = VaultKeys(vault: keys.vault, current: keys.current, earlier: keys.earlier + others)
    try await one.credentials.save(held)
    // When
    _ = try await one.encryption.rotate(with: .sample())
    // Then
    #expect(one.credentials.current?.keys?.earlier.count == others.count + 2)
    try await two.encryption.unlock(by: .passphrase(.sample()))
    #expect(try await two.encryption.status().stage == .complete)
  }

  @Test func `a keyring that is given back goes on after a lost reply`() async throws {
    // Given
    _ = try await prepare()
    #expect(try await vault.services.administration.removeKeyring(of: .main))
    await #expect(throws: SyncError.transport(.encryption(.missingKeyring))) { try await one.sync() }
    one.network.loseNextReply()
    await #expect(throws: EncryptionError.self) { try await one.encryption.restoreKeyring(by: nil) }
    // When
    #expect(try await one.encryption.status().stage == .restoring)
    _ = try await one.encryption.sealAll { _ in }
    for device in [one, two] { try await device.sync() }
    // Then
    #expect(try await one.encryption.status().stage == .complete)
    #expect(try await two.note(1)?.body == "later\n")
  }
}
