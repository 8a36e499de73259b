import NotesDomain

// The steps of the commands: what is made and adopted, what is received again, and access to the vault and to this device.

// MARK: - Keyrings

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
    try save(credentials)
    try await update(keys.vault) { _ in
      KnownKeyring(
        keyring, stage: .encrypting, rotated: revision, plainText: .init(received: received, end: revision),
        owesCode: true)
    }
    return code
  }

  /// Returns the later one of the keyrings in the vault and on this device; `nil` without any. The vault has an earlier one, or
  /// none, after its server was restored from a backup, and the next sync gives it the latest.
  func latest(_ stored: VaultKeyrings.Stored?, _ known: KnownKeyring?) -> [UInt8]? {
    let known = known?.stage.isCreating == true ? nil : known?.keyring
    guard let stored else { return known?.bytes }
    guard let known, let format = try? KeyringFormat.read(stored.bytes).keyring,
      known.format?.replaces(format) == true
    else { return stored.bytes }
    return known.bytes
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
    try save(credentials)
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
      let credentials = try signedIn()
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
    let credentials = try signedIn()
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

extension KnownKeyring {
  /// Creates what is known of a vault after one of its keyrings was seen.
  ///
  /// - Parameters:
  ///   - revision: The revision of the keyring in the vault; `nil` when the vault does not have it yet.
  ///   - keys: The keys of this device. Each earlier one was replaced by then, also one that is not part of the keyring.
  init(_ keyring: Keyring, seenAt revision: Revision?, after known: KnownKeyring?, with keys: VaultKeys) {
    let hasSameKey = known?.keyring?.format?.current == keyring.format?.current
    let revisions = [revision, hasSameKey ? known?.rotated : nil].compactMap(\.self)
    var retired = known?.retired ?? [:]
    if let first = revisions.min() {
      let replaced = (keyring.format?.earlier.map(\.id) ?? []) + keys.earlier.map(\.id)
      for key in replaced { retired[key] = min(retired[key] ?? first, first) }
    }
    var (stage, plainText) = (known?.stage ?? .complete, known?.plainText)
    if stage == .rotationRequested, !hasSameKey { stage = .rotating }
    if stage == .restoring, plainText == nil, let known, let revision {
      // The vault has a keyring, though no reply has said so: the one that was given back, or a later one of another device.
      if known.isGivenBack(by: keyring.bytes) {
        plainText = PlainText(received: .none, end: revision)
      } else if keyring.format?.current == known.keyring?.format?.current {
        stage = .complete
      }
    }
    self.init(
      keyring, stage: stage, rotated: revisions.min(), retired: retired,
      plainText: plainText, owesCode: known?.owesCode ?? false)
  }

  /// Returns the plain text in the vault that is the owner's, given the revision of the present keyring; `nil` if it is not known. A
  /// store of an earlier version knows no more than when the first key was replaced.
  func plainText(before revision: Revision) -> PlainText? {
    let isFirstKey = keyring?.format?.earlier.isEmpty == true
    guard let end = plainText?.end ?? (isFirstKey ? rotated ?? revision : retired.values.min()) else { return nil }
    return PlainText(received: plainText?.received ?? .none, end: min(end, revision))
  }

  /// Returns whether the vault has the keyring that is given back to it, given the bytes of the one that it has. Until a reply has said
  /// so, another device may have been the one.
  func isGivenBack(by bytes: [UInt8]) -> Bool { plainText != nil || keyring?.bytes == bytes }

  /// Returns the keyring as one that is given back to its vault.
  ///
  /// - Parameter revision: Its revision; `nil` until the vault has said it.
  func restoring(upTo revision: Revision?) -> KnownKeyring {
    var known = at(.restoring)
    // The vault is another one than this device has received.
    known.plainText = revision.map { PlainText(received: .none, end: $0) }
    return known
  }

  /// Returns the same keyring at another stage.
  func at(_ stage: EncryptionStage) -> KnownKeyring {
    var known = self
    known.stage = stage
    return known
  }
}

// MARK: - Notes

extension StandardVaultEncryption {
  /// Begins to receive the whole vault again, if versions were set aside, which the keys may open.
  func receiveSetAsideAgain() async throws(EncryptionError) {
    try await storing { () async throws(StoreError) in
      try await notes.write { transaction in
        guard try !transaction.unreadable(after: nil, limit: 1).isEmpty else { return }
        try transaction.receiveAll(forkedAt: nil)
      }
    }
  }

  /// Returns the revision up to which this device has received everything in an epoch.
  func received(in epoch: Epoch) async throws(EncryptionError) -> Revision {
    try await storing { () async throws(StoreError) in
      try await notes.read { transaction in
        guard let state = try transaction.state(), state.epoch == epoch, state.forkedAt == nil else { return .none }
        return state.cursor
      }
    }
  }

  /// Begins to receive the whole vault as one without a common history, where nothing replaces or deletes a note of this device.
  func receiveAllAsConflicts() async throws(EncryptionError) {
    try await storing { () async throws(StoreError) in
      try await notes.write { transaction in try transaction.receiveAll(forkedAt: Revision.none) }
    }
  }

  func storing<Value>(_ body: () async throws(StoreError) -> Value) async throws(EncryptionError) -> Value {
    do {
      return try await body()
    } catch {
      throw .store(error)
    }
  }
}

extension SyncTransaction {
  /// Begins a read of the whole vault; does nothing before the first sync.
  ///
  /// - Parameter forkedAt: The revision up to which this device has a common history with the vault; `nil` for all of it.
  fileprivate func receiveAll(forkedAt: Revision?) throws(StoreError) {
    guard var state = try state() else { return }
    if let forkedAt { state.forkedAt = forkedAt }
    state.snapshot = SyncSnapshot()
    try discardStaged()
    try save(state: state)
  }
}

// MARK: - Access to the vault and to this device

extension StandardVaultEncryption {
  func signedIn() throws(EncryptionError) -> Credentials {
    let found: Credentials?
    do {
      found = try credentials.load()
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

  func save(_ credentials: Credentials) throws(EncryptionError) {
    do {
      try self.credentials.save(credentials)
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
