import NotesDomain
import NotesHosting
import NotesSync
import NotesTestSupport
import Testing

@testable import NotesEncryption

/// Vaults from which an operator removes what a stolen device put in the place of the keyring.
@Suite struct RemovedKeyringTests {
  private let vault: TestVault
  private let one: EncryptedDevice
  private let two: EncryptedDevice
  /// The form of a keyring, of a key that no device has.
  private let junk = KeyringFormat.sample(current: 99).stored

  init() throws {
    (vault, one, two) = try EncryptedDevice.pair()
  }

  @Test func `the operator removes a false keyring, and the devices sync again`() async throws {
    // Given
    _ = try await one.encryption.enable(with: .sample())
    _ = try await one.encryption.sealAll { _ in }
    try await two.encryption.unlock(by: .passphrase(.sample()))
    try await one.notes.insert([.sample(1)])
    try await one.sync()
    try await two.sync()
    try await vault.put(junk, as: Keyring.item)
    await #expect(throws: SyncError.transport(.encryption(.rotated))) { try await one.sync() }
    // When
    #expect(try await vault.services.administration.removeKeyring(of: .main))
    // Then
    for device in [one, two] {
      await #expect(throws: SyncError.transport(.encryption(.missingKeyring))) { try await device.sync() }
    }
    try await one.encryption.restoreKeyring(by: nil)
    _ = try await one.encryption.sealAll { _ in }
    try await one.notes.insert([.sample(2)])
    try await one.sync()
    try await two.sync()
    #expect(try await two.note(1) != nil)
    #expect(try await two.note(2) != nil)
  }

  @Test func `a plain vault whose false keyring was removed stays plain for devices that did not see it`() async throws
  {
    // Given
    try await one.notes.insert([.sample(1)])
    try await one.sync()
    try await vault.put(junk, as: Keyring.item)
    await #expect(throws: SyncError.transport(.encryption(.locked))) { try await two.sync() }
    // When
    #expect(try await vault.services.administration.removeKeyring(of: .main))
    // Then
    try await one.notes.insert([.sample(2)])
    #expect(try await one.sync().sent == 1)
    await #expect(throws: SyncError.transport(.encryption(.locked))) { try await two.sync() }
    _ = try await two.encryption.enable(with: .sample())
    _ = try await two.encryption.sealAll { _ in }
    try await one.encryption.unlock(by: .passphrase(.sample()))
    try await one.sync()
    try await two.sync()
    #expect(try await two.note(2) != nil)
  }
}
