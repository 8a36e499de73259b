/// The encryption of the vault with which this device syncs, for its owner.
///
/// Whatever makes a keyring replaces the one of the vault only if no other device did so meanwhile.
package protocol VaultEncryption: Sendable {
  /// Returns the state of the vault, after one request to the server.
  func status() async throws(EncryptionError) -> EncryptionStatus

  /// Begins to encrypt a vault: creates its keys and stores them in the vault. From then on the server refuses plain text.
  ///
  /// ``sealAll(progress:)`` completes it. After an interruption before the recovery code was returned, the same passphrase
  /// continues.
  ///
  /// - Returns: The recovery code, which is stored nowhere.
  func enable(with passphrase: Passphrase) async throws(EncryptionError) -> RecoveryCode

  /// Gives a vault that has lost its keyring the one that this device knows: its server was restored from a backup of a time
  /// before the vault was encrypted, or it lies.
  ///
  /// ``sealAll(progress:)`` completes it. At the next sync, each text of the vault that differs from the one here is merged or
  /// becomes a conflict, and nothing is deleted here.
  ///
  /// - Parameter secret: What opens the keyring; not needed by a device that has the keys.
  func restoreKeyring(by secret: KeyringSecret?) async throws(EncryptionError)

  /// Gives this device the keys of a vault that another device encrypted, or whose keys it rotated. Whatever was set aside
  /// before is received again.
  func unlock(by secret: KeyringSecret) async throws(EncryptionError)

  /// Makes a new current key, which devices that were revoked do not have. Each other device needs the passphrase or the code
  /// once. Earlier notes stay sealed with earlier keys until they change, or until ``sealAll(progress:)``.
  ///
  /// It also replaces a keyring that an earlier key made, or that was damaged.
  ///
  /// - Parameters:
  ///   - passphrase: The passphrase from now on, the same as before or another one.
  ///   - replacesUnknownKeys: Whether it also replaces a keyring of a key that this device does not have, or in a format that
  ///     this program does not know. If it is not false, but another device made it, that device can still read what was sealed
  ///     with its key, and shares it after it was unlocked and made a new key itself.
  ///   - sealsAll: Whether ``sealAll(progress:)`` follows. It is recorded before the request, so that a device that is interrupted
  ///     knows that something is left to do.
  /// - Returns: The recovery code from now on.
  func rotate(
    with passphrase: Passphrase, replacesUnknownKeys: Bool, sealsAll: Bool
  ) async throws(EncryptionError) -> RecoveryCode

  /// Makes a new recovery code, and returns it. The earlier one is void.
  func replaceRecoveryCode() async throws(EncryptionError) -> RecoveryCode

  /// Records that the recovery code which was returned last was shown to a person. Until then this device owes one: see
  /// ``EncryptionStatus/owesCode``.
  func recoveryCodeWasShown() async throws(EncryptionError)

  /// Replaces the passphrase. Neither the earlier one nor a server's reply is needed to know that it is the owner who asks:
  /// this device has the keys.
  func changePassphrase(to passphrase: Passphrase) async throws(EncryptionError)

  /// Sends everything in the vault that is not sealed with the current key once more. It continues where it was interrupted.
  func sealAll(
    progress: @escaping @Sendable (SealingProgress) -> Void
  ) async throws(EncryptionError) -> SealingProgress
}

extension VaultEncryption {
  /// Makes a new current key in the place of keys that this device knows.
  package func rotate(with passphrase: Passphrase) async throws(EncryptionError) -> RecoveryCode {
    try await rotate(with: passphrase, replacesUnknownKeys: false, sealsAll: false)
  }
}

/// The state of a vault's encryption.
package struct EncryptionStatus: Sendable, Hashable {
  /// The keys of a vault, as far as this device knows them.
  package enum Keys: Sendable, Hashable {
    /// The vault is not encrypted.
    case none
    /// The vault is encrypted, and this device does not have its current key.
    case locked
    /// This device has the current key, and a number of earlier ones.
    case held(VaultKeyID, earlier: Int)
    /// The vault was encrypted, and has lost its keyring. This device knows it, and may have its keys.
    case missing(isHeld: Bool)
  }

  package let vault: VaultID
  package let keys: Keys
  /// The number of the vault's keyring; `nil` for none.
  package let generation: KeyringGeneration?
  package let stage: EncryptionStage
  /// Whether this device made a recovery code that may not have been shown, while earlier ones may be void.
  package let owesCode: Bool

  package init(
    vault: VaultID, keys: Keys, generation: KeyringGeneration?, stage: EncryptionStage, owesCode: Bool = false
  ) {
    (self.vault, self.keys, self.generation, self.stage) = (vault, keys, generation, stage)
    self.owesCode = owesCode
  }
}

/// The progress of sealing a whole vault.
package struct SealingProgress: Sendable, Hashable {
  /// The number of notes and deletions that were sealed and sent.
  package var sealed = 0
  /// The number of attachments that were sealed and sent.
  package var attachments = 0
  /// The number of attachments that neither this device nor the vault has.
  package var missingAttachments = 0
  /// The number of notes that stay as they are: in plain text that this device does not know, of a newer program, earlier than
  /// this device knows, or sealed with a key that it does not have.
  package var left = 0
  /// The number of notes that the vault refused, or one of whose attachments it refused: they are too large.
  package var refused = 0
  /// The revision that was reached, and that of the vault's last change.
  package var finished = 0
  package var total = 0

  package init() {}
}

/// An error of a request to a vault's encryption.
package enum EncryptionError: Error, Sendable, Hashable {
  /// This device is not signed in to a server.
  case notSignedIn
  /// The vault is encrypted already.
  case alreadyEncrypted
  /// The vault is not encrypted.
  case notEncrypted
  /// This device does not have the current key of the vault.
  case locked
  /// Another device replaced the keyring at the same time. Nothing was changed.
  case changedMeanwhile
  /// The passphrase is the password of the account, which the server sees.
  case sameAsPassword
  /// The new passphrase has fewer characters than ``Passphrase/minimumLength``.
  case weakPassphrase
  /// The vault has no room for what was sealed beside what it replaces.
  case vaultFull
  case keyring(KeyringError)
  case credentials(CredentialError)
  case store(StoreError)
  case transport(TransportError)
  /// The task was cancelled.
  case cancelled
}
