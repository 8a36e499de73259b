import Crypto
import NotesDomain
import NotesHosting
import NotesSync
import NotesTestSupport
import Testing

@testable import NotesEncryption

@Suite("Keys that were replaced") struct RetiredKeyTests {
  private let vault: TestVault
  private let one: EncryptedDevice
  private let two: EncryptedDevice

  init() throws {
    (vault, one, two) = try EncryptedDevice.pair()
  }

  /// The key and the keyring before the rotation, which a lost device has.
  private struct Loot {
    let key: VaultKey
    let keyring: [UInt8]
  }

  private static let note = SequentialNoteIDGenerator.id(1)

  private func keyring() async throws -> [UInt8] {
    try #require(try await vault.store.read(.main) { try $0.item(Keyring.item) }?.payload)
  }

  private func key(of device: EncryptedDevice) throws -> VaultKey {
    try #require(device.credentials.current?.keys?.current)
  }

  /// Two devices that share a note in an encrypted vault.
  private func prepare() async throws -> Loot {
    try await one.encryptVault(with: two, texts: ["first\n", "second\n"])
    return Loot(key: try key(of: one), keyring: try await keyring())
  }

  /// Two devices that share a new key with the same passphrase.
  private func rotate() async throws -> Loot {
    let loot = try await prepare()
    _ = try await one.encryption.rotate(with: .sample())
    try await two.encryption.unlock(by: .passphrase(.sample()))
    try await one.sync()
    try await two.sync()
    return loot
  }

  /// Returns the next keyring of the same key, with other bytes beside the name of the only earlier key.
  private func planted(_ loot: Loot, beside earlier: VaultKeyID) throws -> [UInt8] {
    let vault = try Credentials.sample().vault
    var bytes = Array(loot.keyring[..<4])
    bytes.append(bigEndian: UInt32(9))
    bytes += loot.keyring[8...].dropLast(32 + 68)
    bytes += try falseKey(named: earlier, of: loot)
    let key = loot.key.derivation(in: vault).key(.keyring)
    return bytes + Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
  }

  /// Returns the entry of an earlier key in a keyring, with bytes that are not its own.
  private func falseKey(named earlier: VaultKeyID, of loot: Loot) throws -> [UInt8] {
    let vault = try Credentials.sample().vault
    var label = Array("notesctl/1 wrap".utf8) + [0] + vault.sealedName + [3]
    label.append(bigEndian: earlier.bits)
    let nonce = [UInt8](repeating: 7, count: 12)
    var entry: [UInt8] = []
    entry.append(bigEndian: earlier.bits)
    return entry + nonce
      + AESGCM.seal(
        [UInt8](repeating: 7, count: 32), with: loot.key.derivation(in: vault).key(.earlier), nonce: nonce,
        authenticating: label)
  }

  /// Returns a keyring under another number, as whoever has its key can make it.
  ///
  /// - Parameter earlier: The name of a key that it claims to have replaced, and of which it has other bytes.
  private func forged(
    _ loot: Loot, generation: KeyringGeneration, replacing earlier: VaultKeyID? = nil
  ) throws -> [UInt8] {
    let vault = try Credentials.sample().vault
    var bytes = Array(loot.keyring[..<4])
    bytes.append(bigEndian: generation.number)
    bytes += loot.keyring[8...].dropLast(32)
    if let earlier {
      bytes[bytes.count - 1] = 1
      bytes += try falseKey(named: earlier, of: loot)
    }
    let key = loot.key.derivation(in: vault).key(.keyring)
    return bytes + Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
  }

  /// Puts a version of the first note into the vault, sealed with a key.
  private func put(_ body: String, sealedWith key: VaultKey) async throws {
    let base = try #require(try await vault.item(1)).revision
    let occasion = SealOccasion(note: Self.note, base: base, device: DeviceID(bits: 66), batch: 1)
    let version = SealedVersion(payload: NotePayload.encode(.sample(1, body: body)))
    let keys = VaultKeys(vault: try Credentials.sample().vault, current: key)
    try await vault.put(AESVaultCipher().seal(version, as: occasion, with: keys), as: Self.note)
  }

  private func reason(of id: NoteID, on device: EncryptedDevice) async throws -> SetAsideVersion.Reason? {
    let items = try await device.notes.read { transaction in try transaction.unreadable(after: nil, limit: 10) }
    return items.first { $0.id == id }?.payload.flatMap(SetAsideVersion.init)?.reason
  }

  @Test func `a later keyring of an earlier key is refused, and a rotation replaces it`() async throws {
    // Given
    let loot = try await rotate()
    let current = try key(of: two)
    try await vault.put(try forged(loot, generation: 9), as: Keyring.item)
    // When
    await #expect(throws: SyncError.transport(.encryption(.keyring(.outdated)))) { try await two.sync() }
    // Then
    #expect(try key(of: two) == current)
    _ = try await one.encryption.rotate(with: .sample("other words of mine"))
    try await one.sync()
    try await two.encryption.unlock(by: .passphrase(.sample("other words of mine")))
    try await two.sync()
    #expect(try key(of: two) == key(of: one) && key(of: one) != current)
  }

  @Test func `an earlier keyring of an earlier key is replaced by the one that devices know`() async throws {
    let loot = try await rotate()
    let latest = try await keyring()
    try await vault.put(loot.keyring, as: Keyring.item)
    try await two.sync()
    #expect(try await keyring() == latest)
  }

  @Test func `the passphrase replaces no key by an earlier one`() async throws {
    let loot = try await rotate()
    let current = try key(of: two)
    try await vault.put(try forged(loot, generation: 9), as: Keyring.item)
    try await two.encryption.unlock(by: .passphrase(.sample()))
    #expect(try key(of: two) == current)
    // Nor on a device that signed in anew.
    try await two.credentials.save(.sample())
    try await two.encryption.unlock(by: .passphrase(.sample()))
    #expect(try key(of: two) == current)
  }

  @Test func `a keyring of a key that no device has does not cost a device its keys`() async throws {
    let loot = try await rotate()
    let held = try #require(two.credentials.current?.keys)
    var junk = try forged(loot, generation: 9)
    junk[8] ^= 1
    try await vault.put(junk, as: Keyring.item)
    await #expect(throws: SyncError.transport(.encryption(.rotated))) { try await two.sync() }
    await #expect(throws: EncryptionError.keyring(.damaged)) {
      try await two.encryption.unlock(by: .passphrase(.sample()))
    }
    #expect(two.credentials.current?.keys == held)
  }

  @Test func `a keyring that claims to follow the next key does not keep a device from unlocking`() async throws {
    // Given a device that does not know of the next key yet
    let loot = try await prepare()
    _ = try await one.encryption.rotate(with: .sample())
    try await one.encryption.changePassphrase(to: .sample("other words of mine"))
    try await one.edit(1) { $0.body = "later\n" }
    try await one.sync()
    let next = try key(of: one)
    try await vault.put(try forged(loot, generation: 2, replacing: next.id), as: Keyring.item)
    try await two.sync()
    try await one.sync()
    await #expect(throws: SyncError.transport(.encryption(.rotated))) { try await two.sync() }
    // When
    try await two.encryption.unlock(by: .passphrase(.sample("other words of mine")))
    try await two.sync()
    // Then
    #expect(try key(of: two) == next)
    #expect(try await two.note(1)?.body == "later\n")
  }

  @Test func `a keyring that claims to follow the next key does not replace that when a device signs in again`()
    async throws
  {
    // Given keys with the same passphrase, on a device that signed out
    let loot = try await rotate()
    let next = try key(of: two)
    try await two.credentials.save(.sample())
    try await vault.put(try forged(loot, generation: 9, replacing: next.id), as: Keyring.item)
    // When
    try await two.encryption.unlock(by: .passphrase(.sample()))
    // Then
    #expect(try key(of: two) == next)
  }

  @Test func `a false earlier key in a keyring does not keep the devices of the owner apart`() async throws {
    // Given a lost device that has the present key, and puts other bytes beside the name of the one before
    let before = try await rotate()
    let loot = Loot(key: try key(of: one), keyring: try await keyring())
    try await vault.put(try planted(loot, beside: before.key.id), as: Keyring.item)
    let new = try EncryptedDevice(vault, number: 3)
    try await new.encryption.unlock(by: .passphrase(.sample()))
    // When
    _ = try await new.encryption.rotate(with: .sample("other words of mine"))
    // Then
    for device in [one, two] {
      try await device.encryption.unlock(by: .passphrase(.sample("other words of mine")))
      try await device.edit(1) { $0.body += "more\n" }
      try await device.sync()
      #expect(try key(of: device) == key(of: new))
    }
    try await new.sync()
    #expect(try await new.note(1)?.body == "first\nmore\n")
  }

  @Test func `a keyring with the highest number stops no rotation`() async throws {
    // Given what a lost device can send before it is revoked
    let loot = try await prepare()
    try await vault.put(try forged(loot, generation: 4_294_967_295), as: Keyring.item)
    try await one.sync()
    try await two.sync()
    await #expect(throws: EncryptionError.keyring(.exhausted)) { try await one.encryption.replaceRecoveryCode() }
    await #expect(throws: EncryptionError.keyring(.exhausted)) {
      try await one.encryption.changePassphrase(to: .sample("other words of mine"))
    }
    // When
    _ = try await one.encryption.rotate(with: .sample())
    // Then
    let code = try await one.encryption.replaceRecoveryCode()
    try await two.encryption.unlock(by: .recoveryCode(code))
    try await two.sync()
    #expect(try key(of: two) == key(of: one))
  }

  @Test func `a version that was sealed with an earlier key after the rotation is set aside`() async throws {
    let loot = try await rotate()
    try await put("forged\n", sealedWith: loot.key)
    for device in [one, two] {
      try await device.sync()
      #expect(try await device.note(1)?.body == "first\n")
      #expect(try await reason(of: Self.note, on: device) == .retiredKey)
    }
    // Nor does it become the owner's when everything is sealed anew.
    #expect(try await one.encryption.sealAll { _ in }.left == 1)
  }

  @Test func `a store that does not know when the keys were rotated learns it from the keyring`() async throws {
    // Given
    let loot = try await rotate()
    try await two.memory.updateKeyring(of: Credentials.sample().vault) { known in
      KnownKeyring(known?.keyring, stage: known?.stage ?? .complete)
    }
    // When
    try await put("forged\n", sealedWith: loot.key)
    try await two.sync()
    // Then
    #expect(try await two.note(1)?.body == "first\n")
    #expect(try await reason(of: Self.note, on: two) == .retiredKey)
  }

  @Test func `a rotation that the server dates ahead lets no earlier key seal`() async throws {
    // Given
    let loot = try await prepare()
    let ahead: @Sendable (ChangesPage) -> ChangesPage = { page in
      let items = page.items.map { item in
        item.id == Keyring.item
          ? VaultItem(id: item.id, revision: Revision(item.revision.number + 1_000), payload: item.payload) : item
      }
      return ChangesPage(head: Revision(page.head.number + 1_000), items: items, hasMore: page.hasMore)
    }
    _ = try await one.encryption.rotate(with: .sample())
    two.network.cheat(onPages: ahead)
    try await two.encryption.unlock(by: .passphrase(.sample()))
    two.network.beHonest()
    try await two.sync()
    // When
    try await put("forged\n", sealedWith: loot.key)
    try await two.sync()
    // Then
    #expect(try await two.note(1)?.body == "first\n")
    #expect(try await reason(of: Self.note, on: two) == .retiredKey)
  }

  @Test(arguments: [false, true])
  func `a note that the server dates before the rotation is not used once everything before it was received`(
    afterEpoch: Bool
  ) async throws {
    // Given
    let loot = try await rotate()
    let keys = VaultKeys(vault: try Credentials.sample().vault, current: loot.key)
    let id = SequentialNoteIDGenerator.id(9)
    let occasion = SealOccasion(note: id, base: .none, device: DeviceID(bits: 66), batch: 1)
    let forged = AESVaultCipher().seal(
      SealedVersion(payload: NotePayload.encode(.sample(9, body: "forged\n"))), as: occasion, with: keys)
    // When
    two.network.cheat(onPages: { page in
      guard page.items.count > 1 else { return page }
      let item = VaultItem(id: id, revision: Revision(1), payload: forged)
      let items = [item] + page.items.filter { $0.revision > Revision(1) }
      return ChangesPage(head: page.head, items: items, hasMore: page.hasMore)
    })
    if afterEpoch {
      try await vault.store.write(.main) { transaction in
        guard var state = try transaction.state() else { return }
        state.beginEpoch(using: SeededRandomness(seed: 8))
        try transaction.save(state: state)
      }
    } else {
      try await two.notes.write { transaction in
        guard var state = try transaction.state() else { return }
        state.snapshot = SyncSnapshot()
        try transaction.save(state: state)
      }
    }
    try await two.sync()
    // Then
    #expect(try await two.note(9) == nil)
    #expect(try await reason(of: id, on: two) == .retiredKey)
  }

  @Test func `a server that is restored to before a rotation has no version that is not used`() async throws {
    // Given
    _ = try await prepare()
    let backup = try await vault.store.read(.main) { try $0.contents() }
    _ = try await one.encryption.rotate(with: .sample())
    #expect(try await one.encryption.sealAll { _ in }.left == 0)
    try await two.encryption.unlock(by: .passphrase(.sample()))
    for device in [one, two] { try await device.sync() }
    // When
    try await vault.store.write(.main) { transaction in
      var contents = backup
      contents.state.beginEpoch(using: SeededRandomness(seed: 8))
      try transaction.replace(with: contents)
    }
    for device in [one, two, one] { try await device.sync() }
    // Then
    for device in [one, two] { #expect(try await device.status().blocked.isEmpty) }
    try await two.edit(1) { $0.body = "edited\n" }
    for device in [two, one] { try await device.sync() }
    #expect(try await one.note(1)?.body == "edited\n")
    #expect(one.notes.all.count == 2)
  }

  @Test(arguments: [true, false])
  func `a note that was deleted before a rotation lets everything else be sealed anew`(isKnown: Bool) async throws {
    // Given
    _ = try await prepare()
    try await one.purge(2)
    for device in [one, two] { try await device.sync() }
    // As in a store of an earlier version.
    if !isKnown {
      let change = EpochChange(epoch: Epoch(bits: 1), forkedAt: .none)
      try await one.memory.moveDeletions(in: Credentials.sample().vault, to: change)
    }
    _ = try await one.encryption.rotate(with: .sample())
    try await one.sync()
    // When
    let progress = try await one.encryption.sealAll { _ in }
    // Then
    #expect(progress.left == 0 && progress.refused == 0)
    #expect(try await one.encryption.status().stage == .complete)
  }

  @Test func `what was sealed before the rotation is read, also by a new device`() async throws {
    _ = try await rotate()
    let third = try EncryptedDevice(vault, number: 3)
    try await third.encryption.unlock(by: .passphrase(.sample()))
    try await third.sync()
    #expect(third.notes.all.map(\.body).sorted() == ["first\n", "second\n"])
    #expect(try await third.status().blocked.isEmpty)
  }

  @Test func `a device seals anew what it sent itself with an earlier key after the rotation`() async throws {
    // Given
    _ = try await prepare()
    _ = try await one.encryption.rotate(with: .sample())
    two.network.cheat(onItems: { $0.id == Keyring.item ? nil : $0 })
    try await two.edit(1) { $0.body = "edited\n" }
    try await two.sync()
    two.network.beHonest()
    try await one.sync()
    #expect(try await reason(of: Self.note, on: one) == .retiredKey)
    // When
    try await two.encryption.unlock(by: .passphrase(.sample()))
    #expect(try await two.encryption.sealAll { _ in }.left == 0)
    try await one.sync()
    // Then
    #expect(try await one.note(1)?.body == "edited\n")
    #expect(try await one.status().blocked.isEmpty)
  }
}
