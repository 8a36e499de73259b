import NotesDomain

/// The encryption of the vault of the account with which this device is signed in.
///
/// Each step can be repeated after an interruption. A first keyring is saved on this device, is then stored in the vault, and
/// only then are its keys used. Every other keyring is stored in the vault first: when something fails afterwards, the keys of
/// this device or the passphrase open the one that is there.
struct StandardVaultEncryption: VaultEncryption {
  let credentials: any CredentialStore
  let keyrings: VaultKeyrings
  let sealer: VaultSealer
  let notes: any SyncStore

  func status() async throws(EncryptionError) -> EncryptionStatus {
    let credentials = try await signedIn()
    let known = try await known(of: credentials)
    let stage = known?.stage ?? .complete
    func status(
      _ keys: EncryptionStatus.Keys, keyring: Keyring? = known?.keyring, stage: EncryptionStage = stage
    ) -> EncryptionStatus {
      EncryptionStatus(
        vault: credentials.vault, keys: keys, generation: keyring?.generation, stage: stage,
        owesCode: known?.owesCode ?? false)
    }
    guard let stored = try await load() else {
      // Without a keyring that it saw, this device was only told that the vault is encrypted.
      if known?.keyring == nil || stage.isCreating { return status(.none, keyring: nil) }
      return status(.missing(isHeld: credentials.keys != nil))
    }
    guard let keys = credentials.keys else {
      let isOwn = stage.isCreating && stored.bytes == known?.keyring?.bytes
      return status(.locked, stage: isOwn ? stage : .complete)
    }
    do {
      let keyring = try verify(stored, with: keys)
      return status(.held(keys.current.id, earlier: keys.earlier.count), keyring: keyring)
    } catch .locked {
      // The reply with which this device would have its own new key can be lost.
      return status(.locked, stage: stage == .rotationRequested ? stage : .complete)
    } catch {
      throw error
    }
  }

  func enable(with passphrase: Passphrase) async throws(EncryptionError) -> RecoveryCode {
    let credentials = try await signedIn()
    let known = try await known(of: credentials)
    guard let stored = try await load() else {
      guard known?.keyring == nil || known?.stage.isCreating == true else {
        throw .transport(.encryption(.missingKeyring))
      }
      return try await create(for: passphrase, of: credentials)
    }
    guard known?.stage.isCreating == true else {
      guard let keys = credentials.keys else { throw .locked }
      _ = try verify(stored, with: keys)
      throw .alreadyEncrypted
    }
    // The vault stored the keyring, but its reply was lost. So was the recovery code, which is made anew.
    if credentials.keys == nil {
      guard stored.bytes == known?.keyring?.bytes else { throw .locked }
      try await adopt(stored.bytes, at: stored.revision, by: .passphrase(passphrase), of: credentials)
    }
    let code = try await replaceRecoveryCode()
    try await update(credentials.vault) { known in
      var next = known?.at(.encrypting) ?? KnownKeyring(nil, stage: .encrypting)
      var plainText = next.plainText ?? KnownKeyring.PlainText(received: .none)
      plainText.end = plainText.end ?? stored.revision
      next.plainText = plainText
      return next
    }
    return code
  }

  func restoreKeyring(by secret: KeyringSecret?) async throws(EncryptionError) {
    let credentials = try await signedIn()
    guard let known = try await known(of: credentials), !known.stage.isCreating, let keyring = known.keyring else {
      throw .notEncrypted
    }
    guard try await load() == nil else { throw .alreadyEncrypted }
    if credentials.keys == nil {
      guard let secret else { throw .locked }
      try await adopt(keyring.bytes, at: nil, by: secret, of: credentials)
    }
    // Before the request: its reply may be lost, and the command then goes on with what is left to do.
    try await update(credentials.vault) { ($0 ?? known).restoring(upTo: nil) }
    let revision: Revision
    do {
      revision = try await store(keyring, replacing: .none)
    } catch {
      // Another program of this device may be the one that gave it back.
      if error == .changedMeanwhile {
        try await update(credentials.vault) { $0?.plainText == nil ? known : $0 ?? known }
      }
      throw error
    }
    try await receiveAllAsConflicts()
    try await update(credentials.vault) { ($0 ?? known).restoring(upTo: revision) }
  }

  func unlock(by secret: KeyringSecret) async throws(EncryptionError) {
    let credentials = try await signedIn()
    let known = try await known(of: credentials)
    let stored = try await load()
    guard let bytes = await latest(stored, known, by: secret, of: credentials.vault) else {
      throw known == nil || known?.stage.isCreating == true ? .notEncrypted : .transport(.encryption(.missingKeyring))
    }
    if let keys = credentials.keys {
      // So that changed bytes are not taken for a wrong passphrase.
      do {
        _ = try keyrings.cipher.verify(bytes, with: keys)
      } catch .rotated {
      } catch {
        throw .keyring(error)
      }
    }
    try await receiveSetAsideAgain()
    let revision = bytes == stored?.bytes ? stored?.revision : nil
    try await adopt(bytes, at: revision, by: secret, of: credentials)
  }

  func rotate(
    with passphrase: Passphrase, replacesUnknownKeys: Bool, sealsAll: Bool
  ) async throws(EncryptionError) -> RecoveryCode {
    var (credentials, keys, stored, keyring) = try await replaceable(by: .newKey(evenOfUnknown: replacesUnknownKeys))
    let randomness = keyrings.randomness
    let code = RecoveryCode(using: randomness)
    let rotated = VaultKeys(
      vault: keys.vault, current: VaultKey(using: randomness), earlier: [keys.current] + keys.earlier)
    // A device that had the key before can have raised its number to the highest one. A new key has numbers of its own.
    let generation = keyring.generation.next ?? .first
    // A device that is lost can have filled the keyring. This one keeps the keys for which there is no room, and seals anew what
    // has them.
    let kept = VaultKeys(
      vault: keys.vault, current: rotated.current,
      earlier: Array(rotated.earlier.prefix(KeyringFormat.maximumEarlierKeys)))
    keyring = try await making { () async throws(KeyringError) in
      try await keyrings.cipher.seal(kept, generation: generation, for: passphrase, and: code)
    }
    let revision = try await storeWithCode(keyring, replacing: stored.revision, of: keys.vault, sealsAll: sealsAll)
    credentials.keys = rotated
    try await save(credentials)
    try await saveNext(keyring, at: revision, with: rotated)
    return code
  }

  func replaceRecoveryCode() async throws(EncryptionError) -> RecoveryCode {
    let (_, keys, stored, keyring) = try await replaceable(by: .sameKey)
    let code = RecoveryCode(using: keyrings.randomness)
    let next = try await making { () async throws(KeyringError) in
      try keyrings.cipher.replaceRecoveryCode(of: keyring, by: code, with: keys)
    }
    let revision = try await storeWithCode(next, replacing: stored.revision, of: keys.vault)
    try await saveNext(next, at: revision, with: keys)
    return code
  }

  func recoveryCodeWasShown() async throws(EncryptionError) {
    try await owe(false, of: try await signedIn().vault)
  }

  func changePassphrase(to passphrase: Passphrase) async throws(EncryptionError) {
    let (_, keys, stored, keyring) = try await replaceable(by: .sameKey)
    let next = try await making { () async throws(KeyringError) in
      try await keyrings.cipher.replacePassphrase(of: keyring, by: passphrase, with: keys)
    }
    let revision = try await store(next, replacing: stored.revision)
    try await saveNext(next, at: revision, with: keys)
  }

  func sealAll(
    progress: @escaping @Sendable (SealingProgress) -> Void
  ) async throws(EncryptionError) -> SealingProgress {
    let (credentials, keys, stored, keyring) = try await held()
    var known = try await known(of: credentials)
    if !keys.earlier.isEmpty, known?.knowsRetirement(of: keys) != true {
      try await requesting { () async throws(TransportError) in try await keyrings.refresh(with: keys) }
      known = try await self.known(of: credentials)
    }
    var stage = known?.stage ?? .complete
    // What is sealed with the present key is not what was asked for.
    let isRequested = stage == .rotationRequested
    if stage == .complete {
      stage = .rotating
      try await update(keys.vault) { ($0 ?? KnownKeyring(keyring)).at(.rotating) }
    }
    // The request of this device was lost, and another one gave the vault a keyring since.
    if stage == .restoring, known?.isGivenBack(by: stored.bytes) != true {
      stage = .rotating
      try await update(keys.vault) { ($0 ?? KnownKeyring(keyring)).at(.rotating) }
    }
    // A sync since the last run took the vault for the known one.
    if stage == .restoring { try await receiveAllAsConflicts() }
    let plainText: KnownKeyring.PlainText? =
      switch stage {
      case .complete, .rotating, .rotationRequested: nil
      case .creating, .creatingAgain, .encrypting: known?.plainText(before: stored.revision)
      // The vault has the keyring anew.
      case .restoring: .init(received: .none, end: stored.revision)
      }
    let result = try await sealer.seal(
      with: keys, plainText: plainText, isRestoring: stage == .restoring, report: progress)
    // The texts that were sealed may be the server's.
    if stage == .restoring { try await receiveAllAsConflicts() }
    if result.left == 0, result.refused == 0, !stage.isCreating, !isRequested {
      try await update(keys.vault) { ($0 ?? KnownKeyring(keyring)).at(.complete) }
    }
    return result
  }
}
