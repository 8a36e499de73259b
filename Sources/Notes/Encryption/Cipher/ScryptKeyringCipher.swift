import Crypto
import CryptoExtras
import Dispatch
import NotesDomain

/// A cipher of keyrings that derives a key from the passphrase by scrypt (<https://www.rfc-editor.org/rfc/rfc7914>).
///
/// The cost is part of the keyring, and a server could lower it, so that guesses become cheap, or raise it, so that a device
/// runs out of memory. So this program accepts the recommended cost, up to twice as much, and nothing else.
final class ScryptKeyringCipher: KeyringCipher {
  private let parameters: ScryptParameters
  private let randomness: any Randomness
  private let queue = DispatchQueue(label: "notes.passphrases", qos: .userInitiated)

  init(parameters: ScryptParameters, randomness: any Randomness) {
    self.parameters = parameters
    self.randomness = randomness
  }

  func seal(
    _ keys: VaultKeys, generation: KeyringGeneration, for passphrase: Passphrase, and code: RecoveryCode
  ) async throws(KeyringError) -> Keyring {
    guard keys.earlier.count <= KeyringFormat.maximumEarlierKeys else { throw .exhausted }
    let derivation = newDerivation()
    let secret = try await secret(of: passphrase, derivation)
    let earlier = keys.earlier.map { key in
      let wrapping = keys.current.derivation(in: keys.vault).key(.earlier)
      return KeyringFormat.EarlierKey(
        id: key.id, wrapped: wrap(key, with: wrapping, label: label(.earlier, of: key.id, in: keys.vault)))
    }
    let format = KeyringFormat(
      generation: generation, current: keys.current.id, derivation: derivation,
      passphrase: slot(.passphrase, for: secret, of: keys, derivation),
      recovery: slot(.recoveryCode, for: code.bytes, of: keys), earlier: earlier)
    return authenticated(format, with: keys)
  }

  func replacePassphrase(
    of keyring: Keyring, by passphrase: Passphrase, with keys: VaultKeys
  ) async throws(KeyringError) -> Keyring {
    var format = try next(keyring, with: keys)
    format.derivation = newDerivation()
    let secret = try await secret(of: passphrase, format.derivation)
    format.passphrase = slot(.passphrase, for: secret, of: keys, format.derivation)
    return authenticated(format, with: keys)
  }

  func replaceRecoveryCode(
    of keyring: Keyring, by code: RecoveryCode, with keys: VaultKeys
  ) throws(KeyringError) -> Keyring {
    var format = try next(keyring, with: keys)
    format.recovery = slot(.recoveryCode, for: code.bytes, of: keys)
    return authenticated(format, with: keys)
  }

  func verify(_ bytes: [UInt8], with keys: VaultKeys) throws(KeyringError) -> Keyring {
    Keyring(generation: try verified(bytes, with: keys).generation, bytes: bytes)
  }

  func open(
    _ bytes: [UInt8], of vault: VaultID, by secret: KeyringSecret
  ) async throws(KeyringError) -> OpenedKeyring {
    let format = try KeyringFormat.read(bytes).keyring
    let current: VaultKey
    switch secret {
    case .passphrase(let passphrase):
      guard format.derivation.parameters.isAcceptable(to: parameters) else { throw .unacceptableCost }
      let secret = try await self.secret(of: passphrase, format.derivation)
      guard let key = try unwrap(.passphrase, format, with: secret, in: vault) else { throw .wrongPassphrase }
      current = key
    case .recoveryCode(let code):
      guard let key = try unwrap(.recoveryCode, format, with: code.bytes, in: vault) else { throw .wrongRecoveryCode }
      current = key
    }
    _ = try verified(bytes, with: VaultKeys(vault: vault, current: current))
    let wrapping = current.derivation(in: vault).key(.earlier)
    var earlier: [VaultKey] = []
    for key in format.earlier {
      let label = label(.earlier, of: key.id, in: vault)
      guard let secret = unwrap(key.wrapped, with: wrapping, label: label),
        let key = VaultKey(id: key.id, secret: secret)
      else { throw .damaged }
      earlier.append(key)
    }
    return OpenedKeyring(
      Keyring(generation: format.generation, bytes: bytes),
      keys: VaultKeys(vault: vault, current: current, earlier: earlier))
  }
}

// MARK: - Authentication

extension ScryptKeyringCipher {
  private func authenticated(_ format: KeyringFormat, with keys: VaultKeys) -> Keyring {
    let bytes = format.bytes
    let key = keys.current.derivation(in: keys.vault).key(.keyring)
    let mac = HMAC<SHA256>.authenticationCode(for: bytes, using: key)
    return Keyring(generation: format.generation, bytes: bytes + Array(mac))
  }

  private func verified(_ bytes: [UInt8], with keys: VaultKeys) throws(KeyringError) -> KeyringFormat {
    let (format, mac) = try KeyringFormat.read(bytes)
    guard format.current == keys.current.id else { throw keys[format.current] == nil ? .rotated : .outdated }
    let derived = keys.current.derivation(in: keys.vault).key(.keyring)
    guard HMAC<SHA256>.isValidAuthenticationCode(mac, authenticating: bytes.dropLast(mac.count), using: derived) else {
      throw .damaged
    }
    return format
  }

  /// Returns a keyring that was verified, under the next number.
  private func next(_ keyring: Keyring, with keys: VaultKeys) throws(KeyringError) -> KeyringFormat {
    var format = try verified(keyring.bytes, with: keys)
    guard let generation = format.generation.next else { throw .exhausted }
    format.generation = generation
    return format
  }
}

// MARK: - Wrapping keys

extension ScryptKeyringCipher {
  private enum SlotKind: UInt8 {
    case passphrase = 1
    case recoveryCode = 2
    case earlier = 3
  }

  private func slot(
    _ kind: SlotKind, for secret: [UInt8], of keys: VaultKeys, _ derivation: KeyringFormat.Derivation? = nil
  ) -> KeyringFormat.Slot {
    let derived = KeyDerivation(secret: secret, vault: keys.vault)
    let label = label(kind, of: keys.current.id, in: keys.vault, derivation)
    return KeyringFormat.Slot(
      check: derived.bytes(.check, count: 16), wrapped: wrap(keys.current, with: derived.key(.wrap), label: label))
  }

  /// Returns the current key; `nil` when the secret is another one.
  private func unwrap(
    _ kind: SlotKind, _ format: KeyringFormat, with secret: [UInt8], in vault: VaultID
  ) throws(KeyringError) -> VaultKey? {
    let slot = kind == .passphrase ? format.passphrase : format.recovery
    let derived = KeyDerivation(secret: secret, vault: vault)
    guard SymmetricKey(data: derived.bytes(.check, count: 16)) == SymmetricKey(data: slot.check) else { return nil }
    let label = label(kind, of: format.current, in: vault, kind == .passphrase ? format.derivation : nil)
    guard let key = unwrap(slot.wrapped, with: derived.key(.wrap), label: label),
      let current = VaultKey(id: format.current, secret: key)
    else { throw .damaged }
    return current
  }

  private func wrap(_ key: VaultKey, with wrapping: SymmetricKey, label: [UInt8]) -> [UInt8] {
    let nonce = Array(random(16).prefix(12))
    return nonce + AESGCM.seal(key.secret, with: wrapping, nonce: nonce, authenticating: label)
  }

  private func unwrap(_ wrapped: [UInt8], with wrapping: SymmetricKey, label: [UInt8]) -> [UInt8]? {
    AESGCM.open(wrapped[12...], with: wrapping, nonce: wrapped[..<12], authenticating: label)
  }

  private func label(
    _ kind: SlotKind, of key: VaultKeyID, in vault: VaultID, _ derivation: KeyringFormat.Derivation? = nil
  ) -> [UInt8] {
    var label = Array("notesctl/1 wrap".utf8) + [0] + vault.sealedName + [kind.rawValue]
    label.append(bigEndian: key.bits)
    return label + (derivation?.bytes ?? [])
  }
}

// MARK: - Passphrases

extension ScryptKeyringCipher {
  private func newDerivation() -> KeyringFormat.Derivation {
    KeyringFormat.Derivation(parameters: parameters, salt: random(16))
  }

  private func random(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count { bytes.append(bigEndian: randomness.next()) }
    return Array(bytes.prefix(count))
  }

  private func secret(
    of passphrase: Passphrase, _ derivation: KeyringFormat.Derivation
  ) async throws(KeyringError) -> [UInt8] {
    let parameters = derivation.parameters
    // On a queue, since it would block one of the few threads of the cooperative pool.
    let secret = await withCheckedContinuation { continuation in
      queue.async {
        let key = try? KDF.Scrypt.deriveKey(
          from: passphrase.bytes, salt: derivation.salt, outputByteCount: 32, rounds: 1 << parameters.logarithm,
          blockSize: parameters.blockSize, parallelism: parameters.parallelism)
        continuation.resume(returning: key?.bytes)
      }
    }
    // The parameters were checked, so only a lack of memory can make it fail.
    guard let secret else { throw .outOfMemory }
    return secret
  }
}
