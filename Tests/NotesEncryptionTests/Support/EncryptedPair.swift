import NotesDomain
import NotesHosting
import NotesServer
import NotesSync
import NotesTestSupport
import Testing

@testable import NotesEncryption

extension EncryptedDevice {
  /// Returns a vault with two devices, set up in the same way.
  static func pair(settings: SyncSettings = SyncSettings()) throws
    -> (vault: TestVault, one: EncryptedDevice, two: EncryptedDevice)
  {
    let vault = try TestVault()
    return (
      vault, try EncryptedDevice(vault, number: 1, settings: settings),
      try EncryptedDevice(vault, number: 2, settings: settings)
    )
  }
}

extension EncryptedDevice {
  /// Encrypts the vault, unlocks it on another device, and gives both notes with these texts, from number 1.
  func encryptVault(with other: EncryptedDevice, texts: [String]) async throws {
    _ = try await encryption.enable(with: .sample())
    _ = try await encryption.sealAll { _ in }
    try await other.encryption.unlock(by: .passphrase(.sample()))
    try await notes.insert(texts.enumerated().map { .sample(UInt64($0.offset) + 1, body: $0.element) })
    for device in [self, other] { try await device.sync() }
  }
}

extension TestVault {
  /// Fills the vault with two notes of two devices, and replaces its key.
  ///
  /// - Returns: The first version of the first note.
  func replaceKey(on one: EncryptedDevice, and two: EncryptedDevice) async throws -> VaultItem {
    try await one.encryptVault(with: two, texts: ["first\n", "second\n"])
    let first = try #require(try await item(1))
    _ = try await one.encryption.rotate(with: .sample())
    try await one.edit(1) { $0.body = "later\n" }
    try await one.sync()
    try await two.encryption.unlock(by: .passphrase(.sample()))
    try await two.sync()
    return first
  }

  /// The revision of the vault.
  func head() async throws -> Revision {
    try #require(try await store.read(.main) { try $0.state()?.head })
  }

  /// The epoch of the vault.
  func epoch() async throws -> Epoch {
    try #require(try await store.read(.main) { try $0.state()?.epochs.last?.epoch })
  }
}
