package import NotesDomain

/// A cipher of keyrings without secrecy and cost, that fulfills the contract of ``KeyringCipher``: the keys stand there as they
/// are, with digests that only who has them can compute.
package struct FakeKeyringCipher: KeyringCipher {
  private struct Parts {
    var generation: KeyringGeneration
    var passphrase: [UInt8]
    var code: [UInt8]
    let keys: [VaultKey]
  }

  package init() {}

  package func seal(
    _ keys: VaultKeys, generation: KeyringGeneration, for passphrase: Passphrase, and code: RecoveryCode
  ) async throws(KeyringError) -> Keyring {
    Self.keyring(
      Parts(
        generation: generation, passphrase: SHA256Sum.of(passphrase.bytes), code: SHA256Sum.of(code.bytes),
        keys: [keys.current] + keys.earlier), of: keys.vault)
  }

  package func replacePassphrase(
    of keyring: Keyring, by passphrase: Passphrase, with keys: VaultKeys
  ) async throws(KeyringError) -> Keyring {
    var parts = try Self.next(keyring, with: keys)
    parts.passphrase = SHA256Sum.of(passphrase.bytes)
    return Self.keyring(parts, of: keys.vault)
  }

  package func replaceRecoveryCode(
    of keyring: Keyring, by code: RecoveryCode, with keys: VaultKeys
  ) throws(KeyringError) -> Keyring {
    var parts = try Self.next(keyring, with: keys)
    parts.code = SHA256Sum.of(code.bytes)
    return Self.keyring(parts, of: keys.vault)
  }

  package func open(
    _ bytes: [UInt8], of vault: VaultID, by secret: KeyringSecret
  ) async throws(KeyringError) -> OpenedKeyring {
    let parts = try Self.parts(bytes, of: vault)
    switch secret {
    case .passphrase(let passphrase):
      guard SHA256Sum.of(passphrase.bytes) == parts.passphrase else { throw .wrongPassphrase }
    case .recoveryCode(let code):
      guard SHA256Sum.of(code.bytes) == parts.code else { throw .wrongRecoveryCode }
    }
    guard let current = parts.keys.first else { throw .damaged }
    return OpenedKeyring(
      Keyring(generation: parts.generation, bytes: bytes),
      keys: VaultKeys(vault: vault, current: current, earlier: Array(parts.keys.dropFirst())))
  }

  package func verify(_ bytes: [UInt8], with keys: VaultKeys) throws(KeyringError) -> Keyring {
    Keyring(generation: try Self.verified(bytes, with: keys).generation, bytes: bytes)
  }

  private static func verified(_ bytes: [UInt8], with keys: VaultKeys) throws(KeyringError) -> Parts {
    let parts = try parts(bytes, of: keys.vault)
    guard let current = parts.keys.first, keys[current.id] != nil else { throw .rotated }
    guard current.id == keys.current.id else { throw .outdated }
    return parts
  }

  private static func next(_ keyring: Keyring, with keys: VaultKeys) throws(KeyringError) -> Parts {
    var parts = try verified(keyring.bytes, with: keys)
    guard let generation = parts.generation.next else { throw .exhausted }
    parts.generation = generation
    return parts
  }

  private static func keyring(_ parts: Parts, of vault: VaultID) -> Keyring {
    var bytes = Array("NKR".utf8) + [1]
    bytes.append(bigEndian: parts.generation.number)
    bytes += parts.passphrase + parts.code
    for key in parts.keys {
      bytes.append(bigEndian: key.id.bits)
      bytes += key.secret
    }
    return Keyring(generation: parts.generation, bytes: bytes + SHA256Sum.of(bytes + Array(vault.name.utf8)))
  }

  private static func parts(_ bytes: [UInt8], of vault: VaultID) throws(KeyringError) -> Parts {
    guard bytes.count >= 144, (bytes.count - 104) % 40 == 0, bytes.starts(with: Array("NKR".utf8)) else {
      throw .damaged
    }
    guard bytes[3] == 1 else { throw .unknownFormat(version: bytes[3]) }
    guard SHA256Sum.of(bytes.dropLast(32) + Array(vault.name.utf8)) == bytes.suffix(32) else { throw .damaged }
    guard let generation = KeyringGeneration(UInt32(bigEndian: bytes[4..<8])) else { throw .damaged }
    let keys = stride(from: 72, to: bytes.count - 32, by: 40).compactMap { offset in
      VaultKey(
        id: VaultKeyID(bits: UInt64(bigEndian: bytes[offset..<offset + 8])),
        secret: Array(bytes[(offset + 8)..<(offset + 40)]))
    }
    return Parts(
      generation: generation, passphrase: Array(bytes[8..<40]), code: Array(bytes[40..<72]),
      keys: keys)
  }
}
