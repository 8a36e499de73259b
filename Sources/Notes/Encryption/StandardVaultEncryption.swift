import NotesDomain

/// The encryption of the vault of the account with which this device is signed in.
///
/// A keyring is stored in the vault first, and its keys on this device afterwards: when something fails in between, the
/// passphrase opens the keyring that is there.
struct StandardVaultEncryption: VaultEncryption {
  let credentials: any CredentialStore
  let keyrings: VaultKeyrings
  let sealer: VaultSealer

  func status() async throws(EncryptionError) -> EncryptionStatus {
    let credentials = try signedIn()
    let known = try await known(of: credentials)
    guard let stored = try await load() else {
      // A server that was restored from an earlier backup, or that lies.
      let keys = credentials.keys.map { EncryptionStatus.Keys.held($0.current.id, earlier: $0.earlier.count) }
      return EncryptionStatus(
        vault: credentials.vault, keys: known == nil ? .none : keys ?? .locked, generation: known?.keyring.generation,
        isSealing: known?.isSealing ?? false)
    }
    guard let keys = credentials.keys, let keyring = try? keyrings.cipher.verify(stored.bytes, with: keys) else {
      return EncryptionStatus(
        vault: credentials.vault, keys: .locked, generation: known?.keyring.generation, isSealing: false)
    }
    return EncryptionStatus(
      vault: credentials.vault, keys: .held(keys.current.id, earlier: keys.earlier.count),
      generation: keyring.generation, isSealing: known?.isSealing ?? false)
  }

  func enable(with passphrase: Passphrase) async throws(EncryptionError) -> RecoveryCode? {
    var credentials = try signedIn()
    let known = try await known(of: credentials)
    let stored = try await load()
    if let stored {
      guard let keys = credentials.keys else { throw .locked }
      _ = try verify(stored, with: keys)
      guard let known, known.isSealing else { throw .alreadyEncrypted }
      return nil
    }
    if var known {
      // The server lost the keyring with its history. What it has now is from before the vault was encrypted.
      guard credentials.keys != nil else { throw .locked }
      try await store(known.keyring, replacing: .none)
      known.isSealing = true
      try await save(known, of: credentials.vault)
      return nil
    }
    let randomness = keyrings.randomness
    let keys = VaultKeys(vault: credentials.vault, current: VaultKey(using: randomness))
    let code = RecoveryCode(using: randomness)
    let keyring = try await making { () async throws(KeyringError) in
      try await keyrings.cipher.seal(keys, generation: 1, for: passphrase, and: code)
    }
    try await store(keyring, replacing: .none)
    credentials.keys = keys
    try save(credentials)
    try await save(KnownKeyring(keyring, isSealing: true), of: credentials.vault)
    return code
  }

  func unlock(by secret: KeyringSecret) async throws(EncryptionError) {
    var credentials = try signedIn()
    guard let stored = try await load() else { throw .notEncrypted }
    let vault = credentials.vault
    let opened = try await making { () async throws(KeyringError) in
      try await keyrings.cipher.open(stored.bytes, of: vault, by: secret)
    }
    let known = try await known(of: credentials)
    // An earlier keyring than this device has seen comes from a server that was restored, or that lies.
    if let known, opened.keyring.generation < known.keyring.generation { throw .keyring(.outdated) }
    credentials.keys = opened.keys
    try save(credentials)
    try await save(KnownKeyring(opened.keyring, isSealing: known?.isSealing ?? false), of: vault)
  }

  func rotate(with passphrase: Passphrase) async throws(EncryptionError) -> RecoveryCode {
    var (credentials, keys, stored, keyring) = try await held()
    let randomness = keyrings.randomness
    let code = RecoveryCode(using: randomness)
    let rotated = VaultKeys(
      vault: keys.vault, current: VaultKey(using: randomness), earlier: [keys.current] + keys.earlier)
    let generation = keyring.generation + 1
    keyring = try await making { () async throws(KeyringError) in
      try await keyrings.cipher.seal(rotated, generation: generation, for: passphrase, and: code)
    }
    try await store(keyring, replacing: stored.revision)
    credentials.keys = rotated
    try save(credentials)
    try await saveNext(keyring, of: keys.vault)
    return code
  }

  func replaceRecoveryCode() async throws(EncryptionError) -> RecoveryCode {
    let (_, keys, stored, keyring) = try await held()
    let code = RecoveryCode(using: keyrings.randomness)
    let next = try await making { () async throws(KeyringError) in
      try keyrings.cipher.replaceRecoveryCode(of: keyring, by: code, with: keys)
    }
    try await store(next, replacing: stored.revision)
    try await saveNext(next, of: keys.vault)
    return code
  }

  func changePassphrase(to passphrase: Passphrase) async throws(EncryptionError) {
    let (_, keys, stored, keyring) = try await held()
    let next = try await making { () async throws(KeyringError) in
      try await keyrings.cipher.replacePassphrase(of: keyring, by: passphrase, with: keys)
    }
    try await store(next, replacing: stored.revision)
    try await saveNext(next, of: keys.vault)
  }

  func sealAll(
    progress: @escaping @Sendable (SealingProgress) -> Void
  ) async throws(EncryptionError) -> SealingProgress {
    let (credentials, keys, _, _) = try await held()
    let known = try await known(of: credentials)
    let result = try await sealer.seal(
      with: keys, takesPlainText: known?.isSealing ?? false, report: progress)
    if var known = try await self.known(of: credentials), known.isSealing {
      known.isSealing = false
      try await save(known, of: keys.vault)
    }
    return result
  }
}

// MARK: - Steps

extension StandardVaultEncryption {
  private func signedIn() throws(EncryptionError) -> Credentials {
    let found: Credentials?
    do {
      found = try credentials.load()
    } catch {
      throw .credentials(error)
    }
    guard let found else { throw .notSignedIn }
    return found
  }

  /// Returns the keys of this device and the keyring in the vault, which they open.
  private func held() async throws(EncryptionError) -> (Credentials, VaultKeys, VaultKeyrings.Stored, Keyring) {
    let credentials = try signedIn()
    guard let stored = try await load() else { throw .notEncrypted }
    guard let keys = credentials.keys else { throw .locked }
    return (credentials, keys, stored, try verify(stored, with: keys))
  }

  private func verify(_ stored: VaultKeyrings.Stored, with keys: VaultKeys) throws(EncryptionError) -> Keyring {
    do {
      return try keyrings.cipher.verify(stored.bytes, with: keys)
    } catch .rotated {
      throw .locked
    } catch {
      throw .keyring(error)
    }
  }

  private func making<Value>(_ body: () async throws(KeyringError) -> Value) async throws(EncryptionError) -> Value {
    do {
      return try await body()
    } catch {
      throw .keyring(error)
    }
  }

  private func load() async throws(EncryptionError) -> VaultKeyrings.Stored? {
    try await requesting { () async throws(TransportError) in try await keyrings.load() }
  }

  private func known(of credentials: Credentials) async throws(EncryptionError) -> KnownKeyring? {
    let vault = credentials.vault
    return try await requesting { () async throws(TransportError) in try await keyrings.known(of: vault) }
  }

  private func store(_ keyring: Keyring, replacing revision: Revision) async throws(EncryptionError) {
    let isStored = try await requesting { () async throws(TransportError) in
      try await keyrings.store(keyring, replacing: revision, epoch: nil)
    }
    guard isStored else { throw .changedMeanwhile }
  }

  private func save(_ keyring: KnownKeyring, of vault: VaultID) async throws(EncryptionError) {
    try await requesting { () async throws(TransportError) in try await keyrings.save(keyring, of: vault) }
  }

  private func saveNext(_ keyring: Keyring, of vault: VaultID) async throws(EncryptionError) {
    let known = try await requesting { () async throws(TransportError) in try await keyrings.known(of: vault) }
    try await save(KnownKeyring(keyring, isSealing: known?.isSealing ?? false), of: vault)
  }

  private func save(_ credentials: Credentials) throws(EncryptionError) {
    do {
      try self.credentials.save(credentials)
    } catch {
      throw .credentials(error)
    }
  }

  private func requesting<Value>(
    _ body: () async throws(TransportError) -> Value
  ) async throws(EncryptionError) -> Value {
    do {
      return try await body()
    } catch .encryption(.store(let error)) {
      throw .store(error)
    } catch {
      throw .transport(error)
    }
  }
}
