import NotesDomain

// Access of the commands to the vault and to this device.

extension StandardVaultEncryption {
  func signedIn() async throws(EncryptionError) -> Credentials {
    let found: Credentials?
    do {
      found = try await credentials.load()
    } catch {
      throw .credentials(error)
    }
    guard let found else { throw .notSignedIn }
    return found
  }

  func load() async throws(EncryptionError) -> VaultKeyrings.Stored? {
    try await requesting { () async throws(TransportError) in try await keyrings.load() }
  }

  func known(of credentials: Credentials) async throws(EncryptionError) -> KnownKeyring? {
    let vault = credentials.vault
    return try await requesting { () async throws(TransportError) in try await keyrings.known(of: vault) }
  }

  /// Stores a keyring in the vault. Returns its revision.
  func store(
    _ keyring: Keyring, replacing revision: Revision, epoch: Epoch? = nil
  ) async throws(EncryptionError) -> Revision {
    let stored = try await requesting { () async throws(TransportError) in
      try await keyrings.store(keyring, replacing: revision, epoch: epoch)
    }
    guard let stored else { throw .changedMeanwhile }
    return stored
  }

  func update(
    _ vault: VaultID, _ change: @Sendable (KnownKeyring?) -> KnownKeyring
  ) async throws(EncryptionError) {
    try await requesting { () async throws(TransportError) in try await keyrings.update(vault, change) }
  }

  /// Stores a keyring with a new recovery code in the vault. Returns its revision.
  ///
  /// From before the request on, until the code was shown, this device owes one: when the reply is lost, or the program ends, the
  /// code on paper may be void, and the next one is nowhere. So it is with the notes that are to be sealed anew.
  func storeWithCode(
    _ keyring: Keyring, replacing revision: Revision, of vault: VaultID, sealsAll: Bool = false
  ) async throws(EncryptionError) -> Revision {
    let owedBefore = try await requesting { () async throws(TransportError) in
      try await keyrings.known(of: vault)?.owesCode ?? false
    }
    try await owe(true, of: vault)
    if sealsAll {
      try await update(vault) { known in
        let known = known ?? KnownKeyring(nil)
        return known.stage == .complete ? known.at(.rotationRequested) : known
      }
    }
    do {
      return try await store(keyring, replacing: revision)
    } catch {
      if error == .changedMeanwhile {
        try await owe(owedBefore, of: vault)
        // Unless another program of this device has rotated since.
        try await update(vault) { known in
          let known = known ?? KnownKeyring(nil)
          return known.stage == .rotationRequested ? known.at(.complete) : known
        }
      }
      throw error
    }
  }

  /// Records whether this device owes a recovery code.
  func owe(_ owesCode: Bool, of vault: VaultID) async throws(EncryptionError) {
    // What is recorded of a vault says that it is encrypted.
    let isKnown = try await requesting { () async throws(TransportError) in
      try await keyrings.known(of: vault) != nil
    }
    guard isKnown || owesCode else { return }
    try await update(vault) { known in
      var known = known ?? KnownKeyring(nil)
      known.owesCode = owesCode
      return known
    }
  }

  func saveNext(_ keyring: Keyring, at revision: Revision, with keys: VaultKeys) async throws(EncryptionError) {
    try await update(keys.vault) { KnownKeyring(keyring, seenAt: revision, after: $0, with: keys) }
  }

  func save(_ credentials: Credentials) async throws(EncryptionError) {
    do {
      try await self.credentials.save(credentials)
    } catch {
      throw .credentials(error)
    }
  }

  func requesting<Value>(
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
