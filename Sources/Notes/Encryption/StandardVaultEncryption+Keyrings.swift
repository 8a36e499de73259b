import NotesDomain

// The keyrings that commands make, adopt and verify.

extension StandardVaultEncryption {
  /// Makes keys and stores them in a vault that has none.
  func create(
    for passphrase: Passphrase, of credentials: Credentials
  ) async throws(EncryptionError) -> RecoveryCode {
    let randomness = keyrings.randomness
    let keys = VaultKeys(vault: credentials.vault, current: VaultKey(using: randomness))
    let code = RecoveryCode(using: randomness)
    let keyring = try await making { () async throws(KeyringError) in
      try await keyrings.cipher.seal(keys, generation: .first, for: passphrase, and: code)
    }
    let epoch = try await requesting { () async throws(TransportError) in try await keyrings.epoch() }
    let received = try await received(in: epoch)
    try await update(keys.vault) { known in
      // A device that was told of an encrypted vault stays locked until the vault has this keyring: it may have another one.
      let wasTold = known != nil && known?.stage != .creating
      return KnownKeyring(
        keyring, stage: wasTold ? .creatingAgain : .creating, plainText: .init(received: received), owesCode: true)
    }
    let revision = try await store(keyring, replacing: .none, epoch: epoch)
    var credentials = credentials
    credentials.keys = keys
    try await save(credentials)
    try await update(keys.vault) { _ in
      KnownKeyring(
        keyring, stage: .encrypting, rotated: revision, plainText: .init(received: received, end: revision),
        owesCode: true)
    }
    return code
  }

  /// Returns the later one of the keyrings in the vault and on this device; `nil` without any. The vault has an earlier one, or
  /// none, after its server was restored from a backup, and the next sync gives it the latest.
  func latest(
    _ stored: VaultKeyrings.Stored?, _ known: KnownKeyring?, by secret: KeyringSecret, of vault: VaultID
  ) async -> [UInt8]? {
    let known = known?.stage.isCreating == true ? nil : known?.keyring
    guard let stored else { return known?.bytes }
    guard let known, let format = try? KeyringFormat.read(stored.bytes).keyring, let own = known.format,
      own.replaces(format)
    else { return stored.bytes }
    return format.replaces(own) ? await genuine(known.bytes, stored.bytes, by: secret, of: vault) : known.bytes
  }

  /// Returns the genuine one of two keyrings that each claim to follow the other. The other one was made by a device that was
  /// excluded: it can name the key that followed its own, and does not have it.
  private func genuine(
    _ known: [UInt8], _ stored: [UInt8], by secret: KeyringSecret, of vault: VaultID
  ) async -> [UInt8] {
    let own = try? await keyrings.cipher.open(known, of: vault, by: secret).keys
    let other = try? await keyrings.cipher.open(stored, of: vault, by: secret).keys
    guard let own else { return stored }
    guard let other else { return known }
    return other.earlier.contains(own.current) ? stored : known
  }

  /// Gives this device the keys of a keyring, beside those that it has.
  ///
  /// - Parameter revision: The revision of the keyring in the vault; `nil` when the vault does not have it.
  func adopt(
    _ bytes: [UInt8], at revision: Revision?, by secret: KeyringSecret, of credentials: Credentials
  ) async throws(EncryptionError) {
    let vault = credentials.vault
    let opened = try await making { () async throws(KeyringError) in
      try await keyrings.cipher.open(bytes, of: vault, by: secret)
    }
    var credentials = credentials
    credentials.keys = try await making { () throws(KeyringError) in
      try credentials.keys?.adopting(opened.keys) ?? opened.keys
    }
    try await save(credentials)
    let keys = credentials.keys ?? opened.keys
    try await update(vault) { known in
      // Another device was faster to make the first keyring.
      let isOther = known?.stage.isCreating == true && known?.keyring != opened.keyring
      let next = KnownKeyring(opened.keyring, seenAt: revision, after: known, with: keys)
      return isOther ? KnownKeyring(opened.keyring, rotated: next.rotated, retired: next.retired) : next
    }
  }

  /// The kind of a keyring that takes the place of another one.
  enum Successor {
    /// One of the same key, with the slots and the next number of the other.
    case sameKey
    /// One of a new key, which has nothing but its number from the other.
    case newKey(evenOfUnknown: Bool)
  }

  /// Returns the keys of this device and the keyring that a next one replaces.
  ///
  /// Where the vault has something that the current key does not prove, that is the last keyring which this device knows: so
  /// the command that makes the next one mends the vault. A keyring of an unknown key is most often that of another device.
  func replaceable(
    by successor: Successor
  ) async throws(EncryptionError) -> (Credentials, VaultKeys, VaultKeyrings.Stored, Keyring) {
    do {
      return try await held()
    } catch {
      switch (error, successor) {
      case (.keyring(.outdated), _), (.keyring(.damaged), _): break
      case (.keyring(.unknownFormat), .newKey(evenOfUnknown: true)), (.locked, .newKey(evenOfUnknown: true)): break
      default: throw error
      }
      let credentials = try await signedIn()
      guard let keys = credentials.keys, let stored = try await load(),
        let known = try await known(of: credentials)?.keyring
      else { throw error }
      if case .sameKey = successor, (try? keyrings.cipher.verify(known.bytes, with: keys)) == nil { throw error }
      return (credentials, keys, stored, known)
    }
  }

  /// Returns the keys of this device and the keyring in the vault, which the current one proves, or the later one of the same key
  /// that this device knows, where the server was restored from a backup: what is made of an earlier one would bring back a
  /// passphrase that was replaced.
  func held() async throws(EncryptionError) -> (Credentials, VaultKeys, VaultKeyrings.Stored, Keyring) {
    let credentials = try await signedIn()
    guard let stored = try await load() else {
      throw try await known(of: credentials) == nil ? .notEncrypted : .transport(.encryption(.missingKeyring))
    }
    guard let keys = credentials.keys else { throw .locked }
    let keyring = try verify(stored, with: keys)
    if let known = try await known(of: credentials), !known.stage.isCreating, let bytes = known.keyring?.bytes,
      let later = try? keyrings.cipher.verify(bytes, with: keys), later.generation > keyring.generation
    {
      return (credentials, keys, stored, later)
    }
    return (credentials, keys, stored, keyring)
  }

  func verify(_ stored: VaultKeyrings.Stored, with keys: VaultKeys) throws(EncryptionError) -> Keyring {
    do {
      return try keyrings.cipher.verify(stored.bytes, with: keys)
    } catch .rotated {
      throw .locked
    } catch {
      throw .keyring(error)
    }
  }

  func making<Value>(_ body: () async throws(KeyringError) -> Value) async throws(EncryptionError) -> Value {
    do {
      return try await body()
    } catch {
      throw .keyring(error)
    }
  }
}
