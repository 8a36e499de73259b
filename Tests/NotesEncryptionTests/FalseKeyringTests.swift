import NotesDomain
import NotesHosting
import NotesSync
import NotesTestSupport
import Testing

@testable import NotesEncryption

/// A device that replaces keys which none of the owner's devices made.
@Suite struct FalseKeyringTests {
  private let vault: TestVault
  private let one: EncryptedDevice
  private let two: EncryptedDevice

  init() async throws {
    (vault, one, two) = try EncryptedDevice.pair()
    _ = try await one.encryption.enable(with: .sample())
    _ = try await one.encryption.sealAll { _ in }
    try await two.encryption.unlock(by: .passphrase(.sample()))
    try await one.notes.insert([.sample(1)])
    try await one.sync()
    try await two.sync()
  }

  @Test func `a device that synced before replaces a keyring of a key that no device has`() async throws {
    // Given
    try await vault.put(KeyringFormat.sample(current: 99).stored, as: Keyring.item)
    await #expect(throws: SyncError.transport(.encryption(.rotated))) { try await one.sync() }
    await #expect(throws: EncryptionError.locked) { try await one.encryption.rotate(with: .sample()) }
    // When
    _ = try await one.encryption.rotate(
      with: .sample("other words of mine"), replacesUnknownKeys: true, sealsAll: false)
    // Then
    try await one.notes.insert([.sample(2)])
    try await one.sync()
    try await two.encryption.unlock(by: .passphrase(.sample("other words of mine")))
    try await two.sync()
    #expect(try await two.note(1) != nil)
    #expect(try await two.note(2) != nil)
  }

  @Test func `a keyring in an unknown format is replaced only on request`() async throws {
    // Given
    var unknown = KeyringFormat.sample(current: 99).stored
    unknown[PayloadKind.keyringMark.count] = 9
    try await vault.put(unknown, as: Keyring.item)
    await #expect(throws: EncryptionError.keyring(.unknownFormat(version: 9))) {
      try await one.encryption.rotate(with: .sample())
    }
    // When
    _ = try await one.encryption.rotate(with: .sample(), replacesUnknownKeys: true, sealsAll: false)
    // Then
    try await one.sync()
    try await two.encryption.unlock(by: .passphrase(.sample()))
    try await two.sync()
  }

  @Test func `what another device sealed with keys that were replaced is shared after it made a new key`() async throws
  {
    // Given
    _ = try await two.encryption.rotate(with: .sample("other words of mine"))
    try await two.notes.insert([.sample(3)])
    try await two.sync()
    _ = try await one.encryption.rotate(with: .sample(), replacesUnknownKeys: true, sealsAll: false)
    try await one.sync()
    #expect(try await one.note(3) == nil)
    // When
    await #expect(throws: SyncError.transport(.encryption(.rotated))) { try await two.sync() }
    try await two.encryption.unlock(by: .passphrase(.sample()))
    _ = try await two.encryption.rotate(with: .sample())
    try await two.sync()
    // Then
    try await one.encryption.unlock(by: .passphrase(.sample()))
    try await one.sync()
    #expect(try await one.note(3) != nil)
  }

  @Test func `a damaged keyring is replaced also after the program ended before it saved the last one`() async throws {
    // Given
    let before = try #require(try await one.memory.keyring(of: Credentials.sample().vault))
    _ = try await one.encryption.rotate(with: .sample())
    try await one.memory.save(before, of: Credentials.sample().vault)
    var damaged = try #require(try await vault.store.read(.main) { try $0.item(Keyring.item) }?.payload)
    damaged[damaged.count - 1] ^= 1
    try await vault.put(damaged, as: Keyring.item)
    // When
    _ = try await one.encryption.rotate(with: .sample("other words of mine"))
    // Then
    try await one.sync()
    try await two.encryption.unlock(by: .passphrase(.sample("other words of mine")))
    try await two.sync()
    #expect(try await two.note(1) != nil)
  }

  @Test func `a device that never had the keys replaces nothing`() async throws {
    let three = try EncryptedDevice(vault, number: 3)
    await #expect(throws: EncryptionError.locked) {
      try await three.encryption.rotate(with: .sample(), replacesUnknownKeys: true, sealsAll: false)
    }
  }
}
