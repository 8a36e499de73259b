import NotesDomain
import NotesSync
import NotesTestSupport
import Testing

@testable import NotesEncryption

@Suite("Mutants of encryption") struct MutantTests {
  @Test(arguments: Mutant.all()) func `encryption keeps each invariant`(mutant: Mutant) async throws {
    #expect(try await mutant.holds(Parts()))
  }

  @Test(arguments: Mutant.all()) func `encryption that lacks one protection is noticed`(mutant: Mutant) async throws {
    #expect(try await mutant.holds(mutant.parts) == false)
  }

  @Test func `the cipher of the mutants differs from the real one by its faults only`() async throws {
    for clause in VaultCipherContract.clauses { try await clause.check(FaultyCipher()) }
    let ciphers: [any VaultCipher] = [FaultyCipher(), AESVaultCipher()]
    #expect(Set(ciphers.map(Invariant.sealedVersion(by:))).count == 1)
  }

  @Test(arguments: [FaultyCipher.Fault.noteNotInLabel, .noteNotInKey, .vaultNotInLabel, .vaultNotInKey])
  func `the key or the additional data suffices to bind a version to its place`(fault: FaultyCipher.Fault) async throws
  {
    #expect(try await Invariant.versionsKeepTheirPlace(Parts(cipher: FaultyCipher([fault]))))
  }
}

/// The invariants of encryption, as functions that return whether they hold for some parts.
enum Invariant {
  /// The type of these functions.
  typealias Check = @Sendable (Parts) async throws -> Bool

  private static let keys = VaultKeys(vault: .main, current: VaultKey(using: SeededRandomness(seed: 1)))
  private static let version = SealedVersion(payload: NotePayload.encode(.sample(1, body: "Sow tomatoes in March.")))
  private static let note = SequentialNoteIDGenerator.id(1)

  private static func occasion(base: Int64 = 7, device: UInt128 = 5, batch: Int = 3) -> SealOccasion {
    SealOccasion(note: note, base: Revision(base), device: DeviceID(bits: device), batch: batch)
  }

  static func sealedVersion(by cipher: any VaultCipher) -> [UInt8] { cipher.seal(version, as: occasion(), with: keys) }

  @Sendable static func noncesDiffer(_ parts: Parts) async throws -> Bool {
    let places = [occasion(), occasion(base: 8), occasion(device: 6), occasion(batch: 4)]
    let nonces = [version, SealedVersion(payload: nil), SealedVersion(payload: [])].flatMap { content in
      places.map { place in Array(parts.cipher.seal(content, as: place, with: keys)[17..<29]) }
    }
    return Set(nonces).count == nonces.count
  }

  @Sendable static func versionsKeepTheirPlace(_ parts: Parts) async throws -> Bool {
    let sealed = sealedVersion(by: parts.cipher)
    let elsewhere = VaultKeys(vault: try .named("other"), current: keys.current)
    return (try? parts.cipher.open(sealed, of: SequentialNoteIDGenerator.id(2), with: keys)) == nil
      && (try? parts.cipher.open(sealed, of: note, with: elsewhere)) == nil
  }

  @Sendable static func changedBitIsNoticed(_ parts: Parts) async throws -> Bool {
    let sealed = sealedVersion(by: parts.cipher)
    return (0..<8 * sealed.count).allSatisfy { bit in
      var changed = sealed
      changed[bit / 8] ^= 1 << (bit % 8)
      return (try? parts.cipher.open(changed, of: note, with: keys)) == nil
    }
  }

  /// Not even another name of the same key is accepted.
  @Sendable static func changedKeyIDIsNoticed(_ parts: Parts) async throws -> Bool {
    let renamed = VaultKey(id: VaultKeyID(bits: keys.current.id.bits ^ 1), secret: keys.current.secret)
    let both = VaultKeys(vault: .main, current: keys.current, earlier: [try #require(renamed)])
    var sealed = sealedVersion(by: parts.cipher)
    sealed[8] ^= 1
    return (try? parts.cipher.open(sealed, of: note, with: both)) == nil
  }

  @Sendable static func shortTextsHaveOneSize(_ parts: Parts) async throws -> Bool {
    let versions = [SealedVersion(payload: nil), SealedVersion(payload: [8]), version]
    return Set(versions.map { parts.cipher.seal($0, as: occasion(), with: keys).count }).count == 1
  }

  @Sendable static func chunksKeepTheirPlace(_ parts: Parts) async throws -> Bool {
    let chunk = BlobChunk(of: .sample(1), index: 0, isLast: false)
    let sealed = parts.cipher.seal([1, 2, 3], as: chunk, with: keys.current, in: .main)
    return [(1, false), (0, true)].allSatisfy { index, isLast in
      let other = BlobChunk(of: .sample(1), index: index, isLast: isLast)
      return (try? parts.cipher.open(sealed, as: other, with: keys.current, in: .main)) == nil
    }
  }
}

// MARK: - Keyrings

extension Invariant {
  private static func keyring(by cipher: any KeyringCipher) async throws -> [UInt8] {
    let code = RecoveryCode(using: SeededRandomness(seed: 2))
    return try await cipher.seal(keys, generation: 1, for: .sample(), and: code).bytes
  }

  @Sendable static func changedKeyringIsNoticed(_ parts: Parts) async throws -> Bool {
    let bytes = try await keyring(by: parts.keyrings)
    return bytes.indices.allSatisfy { index in
      var changed = bytes
      changed[index] ^= 4
      return (try? parts.keyrings.verify(changed, with: keys)) == nil
    }
  }

  /// A guess costs neither half as much nor four times as much as it must.
  @Sendable static func otherCostIsRefused(_ parts: Parts) async throws -> Bool {
    for logarithm in [6, 9] {
      let cost = ScryptParameters(logarithm: logarithm, blockSize: 8, parallelism: 1)
      let bytes = try await keyring(by: ScryptKeyringCipher(parameters: cost, randomness: SeededRandomness(seed: 4)))
      if (try? await parts.keyrings.open(bytes, of: .main, by: .passphrase(.sample()))) != nil { return false }
    }
    return true
  }

  @Sendable static func earlierKeyringIsReplaced(_ parts: Parts) async throws -> Bool {
    let devices = try await TwoDevices(parts)
    let earlier = try await devices.stored(Keyring.item)
    _ = try await devices.one.encryption.replaceRecoveryCode()
    let later = try await devices.stored(Keyring.item)
    try await devices.two.sync()
    try await devices.vault.put(earlier, as: Keyring.item)
    try await devices.two.sync()
    return try await devices.stored(Keyring.item) == later
  }
}

// MARK: - Keys that were replaced

extension Invariant {
  @Sendable static func keyringOfEarlierKeyIsRefused(_ parts: Parts) async throws -> Bool {
    let devices = try await TwoDevices(parts)
    let earlier = try #require(devices.two.credentials.current?.keys)
    _ = try await devices.two.encryption.rotate(with: .sample())
    let code = RecoveryCode(using: SeededRandomness(seed: 2))
    let forged = try await FaultyKeyringCipher.real.seal(earlier, generation: 9, for: .sample(), and: code)
    try await devices.vault.put(forged.bytes, as: Keyring.item)
    do {
      try await devices.two.sync()
      return false
    } catch SyncError.transport(.encryption(.keyring(.outdated))) {
      return true
    }
  }

  @Sendable static func versionOfEarlierKeyIsNotUsed(_ parts: Parts) async throws -> Bool {
    let devices = try await TwoDevices(parts)
    let earlier = try #require(devices.two.credentials.current?.keys)
    _ = try await devices.two.encryption.rotate(with: .sample())
    let place = SealOccasion(
      note: note, base: try #require(try await devices.vault.item(1)).revision, device: DeviceID(bits: 66), batch: 1)
    let forged = SealedVersion(payload: NotePayload.encode(.sample(1, body: "forged")))
    try await devices.vault.put(AESVaultCipher().seal(forged, as: place, with: earlier), as: note)
    try await devices.two.sync()
    return try await devices.text == "first"
  }
}

// MARK: - Notes

extension Invariant {
  @Sendable static func earlierVersionIsNotUsed(_ parts: Parts) async throws -> Bool {
    let devices = try await TwoDevices(parts)
    let first = try await devices.stored(note)
    try await devices.edit("next")
    try await devices.two.sync()
    try await devices.vault.put(first, as: note)
    try await devices.two.sync()
    return try await devices.text == "next"
  }

  /// Even if the last version arrives under a low revision, an earlier one does not replace it.
  @Sendable static func lastVersionStays(_ parts: Parts) async throws -> Bool {
    let devices = try await TwoDevices(parts)
    let low = try await devices.vault.item(1)?.revision ?? Revision.none
    try await devices.edit("second")
    try await devices.two.sync()
    let third = try await devices.edit("third")
    try await devices.edit("last")
    devices.two.network.cheat(onPages: { page in
      let items = page.items.map { $0.id == note ? VaultItem(id: note, revision: low, payload: $0.payload) : $0 }
      return ChangesPage(head: page.head, items: items.sorted { $0.revision < $1.revision }, hasMore: page.hasMore)
    })
    try await devices.readAll()
    let arrived = try await devices.text
    devices.two.network.beHonest()
    try await devices.vault.put(third, as: note)
    try await devices.two.sync()
    let text = try await devices.text
    return arrived != "last" || text == "last"
  }

  @Sendable static func inventedVersionIsNotUsed(_ parts: Parts) async throws -> Bool {
    let devices = try await TwoDevices(parts)
    for invented in [NotePayload.encode(.sample(1, body: "invented")), nil] {
      try await devices.vault.put(invented, as: note)
      try await devices.two.sync()
      guard try await devices.text == "first" else { return false }
    }
    return true
  }

  @Sendable static func absentNoteStays(_ parts: Parts) async throws -> Bool {
    let devices = try await TwoDevices(parts)
    devices.two.network.cheat(onItems: { $0.id == note ? nil : $0 })
    _ = try? await devices.readAll()
    return try await devices.text == "first"
  }

  @Sendable static func withheldChangeIsNoticed(_ parts: Parts) async throws -> Bool {
    let devices = try await TwoDevices(parts)
    devices.two.network.cheat(onItems: { $0.id == note ? nil : $0 })
    try await devices.two.edit(1) { $0.body = "mine" }
    do {
      try await devices.two.sync()
      return false
    } catch SyncError.transport(.encryption(.withheld(note))) {
      return true
    }
  }

  /// Not even a device that the server shows an empty vault leaves plain text there.
  @Sendable static func plainTextIsRefused(_ parts: Parts) async throws -> Bool {
    let devices = try await TwoDevices(parts)
    let third = try EncryptedDevice(devices.vault, number: 3)
    third.network.cheat(onItems: { _ in nil })
    try await third.notes.insert([.sample(9)])
    _ = try? await third.sync()
    return try await devices.vault.items().allSatisfy { $0.payload.map(PayloadKind.isPlain) == false }
  }
}

// MARK: - Sealing anew

extension Invariant {
  @Sendable static func earlierVersionIsNotSealed(_ parts: Parts) async throws -> Bool {
    let devices = try await TwoDevices(parts)
    let first = try await devices.stored(note)
    try await devices.edit("next")
    try await devices.two.sync()
    // Before the rotation: what is sealed with the earlier key after it is not sealed anew for that reason.
    try await devices.vault.put(first, as: note)
    _ = try await devices.two.encryption.rotate(with: .sample())
    _ = try await devices.two.encryption.sealAll { _ in }
    return try await devices.stored(note) == first
  }

  @Sendable static func plainTextIsNotSealed(_ parts: Parts) async throws -> Bool {
    let devices = try await TwoDevices(parts)
    try await devices.vault.put(NotePayload.encode(.sample(1, body: "invented")), as: note)
    // So that it is older than the keyring that the vault has.
    try await devices.vault.put(try await devices.stored(Keyring.item), as: Keyring.item)
    _ = try await devices.two.encryption.sealAll { _ in }
    return try await devices.stored(note).map(PayloadKind.isPlain) == true
  }
}

/// Two devices that have the notes 1 and 2 of an encrypted vault. The second one is built of the parts.
private struct TwoDevices {
  let vault: TestVault
  let one: EncryptedDevice
  let two: EncryptedDevice

  init(_ parts: Parts) async throws {
    vault = try TestVault(rules: parts.rules)
    one = try EncryptedDevice(vault, number: 1)
    two = try EncryptedDevice(vault, number: 2, replacing: parts.replace(in:))
    _ = try await one.encryption.enable(with: .sample())
    _ = try await one.encryption.sealAll { _ in }
    try await two.encryption.unlock(by: .passphrase(.sample()))
    try await one.notes.insert([.sample(1, body: "first"), .sample(2)])
    try await one.sync()
    try await two.sync()
  }

  /// The text of the first note on the second device.
  var text: String? { get async throws { try await two.note(1)?.body } }

  /// Returns the payload of an item in the vault.
  func stored(_ id: NoteID) async throws -> [UInt8]? { try await vault.items().first { $0.id == id }?.payload }

  /// Edits the first note on the first device. Returns its payload in the vault.
  @discardableResult
  func edit(_ body: String) async throws -> [UInt8]? {
    try await one.edit(1) { $0.body = body }
    try await one.sync()
    return try await stored(SequentialNoteIDGenerator.id(1))
  }

  /// Reads the whole vault on the second device.
  func readAll() async throws {
    try await two.notes.write { transaction in
      var state = try transaction.state() ?? SyncState(device: DeviceID(bits: 1))
      state.snapshot = SyncSnapshot()
      try transaction.save(state: state)
    }
    try await two.sync()
  }
}
