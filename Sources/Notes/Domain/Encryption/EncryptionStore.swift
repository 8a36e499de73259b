/// The storage of what this device knows of its encrypted vaults: no secrets, which are with the ``Credentials``.
///
/// It stays when the device signs out. A vault that was ever encrypted is never read or written in plain text again, whatever
/// its server says.
package protocol EncryptionStore: Sendable {
  /// Returns the latest keyring of a vault that this device has seen; `nil` when the vault was never encrypted.
  func keyring(of vault: VaultID) async throws(StoreError) -> KnownKeyring?

  /// Saves a keyring of a vault and replaces the earlier one.
  func save(_ keyring: KnownKeyring, of vault: VaultID) async throws(StoreError)

  /// Returns the sealed forms of blobs in a vault. Unknown ones are left out.
  func sealedBlobs(_ digests: [BlobDigest], in vault: VaultID) async throws(StoreError) -> [BlobDigest: SealedBlob]

  /// Saves sealed forms of blobs and replaces earlier ones.
  func save(_ blobs: [SealedBlob], in vault: VaultID) async throws(StoreError)
}

/// The latest keyring of a vault that a device has seen.
package struct KnownKeyring: Sendable, Hashable {
  package let keyring: Keyring
  /// Whether a command of this device is sealing the vault's notes with the current key, and was not completed.
  package var isSealing: Bool

  package init(_ keyring: Keyring, isSealing: Bool = false) {
    (self.keyring, self.isSealing) = (keyring, isSealing)
  }
}
