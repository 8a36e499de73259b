/// The keys of a vault as the vault stores them: wrapped, so that only the passphrase or the recovery code opens them.
///
/// A keyring is an item of its vault, under an identifier of its own. So devices receive a new keyring with the other changes,
/// two devices cannot replace it at once, and a server stores and moves it without knowing what it is.
package struct Keyring: Sendable, Hashable {
  /// The identifier under which each encrypted vault stores its keyring. No note has it.
  package static let item = NoteID(high: .max, low: .max)

  /// The number of the keyring, which each change raises.
  package let generation: KeyringGeneration
  /// The bytes in the format of `docs/encryption.md`.
  package let bytes: [UInt8]

  package init(generation: KeyringGeneration, bytes: [UInt8]) {
    (self.generation, self.bytes) = (generation, bytes)
  }
}

/// A keyring, and the keys that it contains.
package struct OpenedKeyring: Sendable, Hashable {
  package let keyring: Keyring
  package let keys: VaultKeys

  package init(_ keyring: Keyring, keys: VaultKeys) {
    (self.keyring, self.keys) = (keyring, keys)
  }
}

/// A secret that opens a keyring.
package enum KeyringSecret: Sendable {
  case passphrase(Passphrase)
  case recoveryCode(RecoveryCode)
}

/// The cipher of keyrings.
///
/// Whatever needs the passphrase takes about a second and 128 MB, on purpose: so does each guess of a thief. It runs on a
/// thread of its own.
package protocol KeyringCipher: Sendable {
  /// Seals keys, so that a passphrase and a recovery code open them.
  ///
  /// - Throws: ``KeyringError/outOfMemory``, or ``KeyringError/exhausted`` for more keys than a keyring takes.
  func seal(
    _ keys: VaultKeys, generation: KeyringGeneration, for passphrase: Passphrase, and code: RecoveryCode
  ) async throws(KeyringError) -> Keyring

  /// Returns the next keyring with the same keys and recovery code, and another passphrase.
  ///
  /// - Throws: ``KeyringError/exhausted`` when the keyring has the highest number.
  func replacePassphrase(
    of keyring: Keyring, by passphrase: Passphrase, with keys: VaultKeys
  ) async throws(KeyringError) -> Keyring

  /// Returns the next keyring with the same keys and passphrase, and another recovery code.
  ///
  /// - Throws: ``KeyringError/exhausted`` when the keyring has the highest number.
  func replaceRecoveryCode(
    of keyring: Keyring, by code: RecoveryCode, with keys: VaultKeys
  ) throws(KeyringError) -> Keyring

  /// Opens a keyring of a vault.
  func open(
    _ bytes: [UInt8], of vault: VaultID, by secret: KeyringSecret
  ) async throws(KeyringError) -> OpenedKeyring

  /// Checks that a keyring was made with the current key of this device. An earlier key proves nothing: a device that was
  /// excluded by a rotation has it, too.
  ///
  /// - Throws: ``KeyringError/rotated`` when its current key is none of these, and ``KeyringError/outdated`` when it is an
  ///   earlier one.
  func verify(_ bytes: [UInt8], with keys: VaultKeys) throws(KeyringError) -> Keyring
}

/// An error of a keyring.
package enum KeyringError: Error, Sendable, Hashable {
  /// The passphrase does not open the keyring.
  case wrongPassphrase
  /// The recovery code does not open the keyring. A code is valid until the next one is made.
  case wrongRecoveryCode
  /// The keyring has a current key that this device does not have: the keys were rotated.
  case rotated
  /// The keyring is of a key that this device knows to be replaced: the server was restored from a backup, or it lies.
  case outdated
  /// The keyring has the highest number, and only a new key can follow.
  case exhausted
  /// The bytes are no keyring of this vault, or were changed.
  case damaged
  /// The keyring is in a format of a newer program.
  case unknownFormat(version: UInt8)
  /// A guess of the passphrase would cost less than this program accepts, or more memory or time than it grants.
  case unacceptableCost
  /// There is not enough memory to derive a key from the passphrase now.
  case outOfMemory
}

/// The kinds of payloads of a vault's items, by their first bytes.
package enum PayloadKind {
  /// The first bytes of a keyring: `NKR`.
  package static let keyringMark: [UInt8] = [0x4E, 0x4B, 0x52]
  /// The first byte of a sealed version.
  package static let sealedMark: UInt8 = 1

  /// Returns whether a payload is a note as encoded by ``NotePayload``, which begins with the field of its version.
  package static func isPlain(_ payload: [UInt8]) -> Bool { payload.first == PayloadField.version.key }

  package static func isKeyring(_ payload: [UInt8]) -> Bool { payload.starts(with: keyringMark) }

  package static func isSealed(_ payload: [UInt8]) -> Bool { payload.first == sealedMark }
}
