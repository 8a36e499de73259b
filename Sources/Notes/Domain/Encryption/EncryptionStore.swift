/// The storage of what this device knows of its encrypted vaults: no secrets, which are with the ``Credentials``.
///
/// It stays when the device signs out. A vault that was ever encrypted is never read or written in plain text again, whatever
/// its server says.
package protocol EncryptionStore: Sendable {
  /// Returns the latest keyring of a vault that this device has seen; `nil` when the vault was never encrypted.
  func keyring(of vault: VaultID) async throws(StoreError) -> KnownKeyring?

  /// Replaces what is known of a vault's keyring by what a closure makes of it, in one transaction.
  func updateKeyring(
    of vault: VaultID, _ change: @Sendable (KnownKeyring?) -> KnownKeyring
  ) async throws(StoreError)

  /// Returns the sealed forms of blobs in a vault. Unknown ones are left out.
  func sealedBlobs(_ digests: [BlobDigest], in vault: VaultID) async throws(StoreError) -> [BlobDigest: SealedBlob]

  /// Saves sealed forms of blobs and replaces earlier ones.
  func save(_ blobs: [SealedBlob], in vault: VaultID) async throws(StoreError)

  /// Returns the revisions at which notes of a vault were deleted in an epoch. Notes that were not are left out.
  func deletions(
    of notes: [NoteID], in vault: VaultID, epoch: Epoch
  ) async throws(StoreError) -> [NoteID: Revision]

  /// Saves the revisions at which notes were deleted, so that no earlier version of them returns. They are kept when the note is
  /// gone from this device. Of two revisions of a note the higher one counts.
  func save(deletions: [NoteID: Revision], in vault: VaultID, epoch: Epoch) async throws(StoreError)

  /// Returns the revisions by which notes of a vault were known in an epoch when all of it was read again. Others are left out.
  func floors(of notes: [NoteID], in vault: VaultID, epoch: Epoch) async throws(StoreError) -> [NoteID: Revision]

  /// Saves the revisions by which notes are known before all of a vault is read again: what the vault does not have then counts as
  /// lost, and no earlier version may take its place. Of two revisions of a note the higher one counts.
  func save(floors: [NoteID: Revision], in vault: VaultID, epoch: Epoch) async throws(StoreError)

  /// Forgets the floors of a vault, for a device that begins anew with what the server says.
  func removeFloors(in vault: VaultID) async throws(StoreError)

  /// Makes the deletions of other epochs those of an epoch that follows them, as far as they are its history, and forgets the rest of
  /// them, and all of their floors: a restored vault may rightly lack what came after. What another program still saves for an epoch
  /// before counts no more.
  func moveDeletions(in vault: VaultID, to change: EpochChange) async throws(StoreError)

  /// Returns the changes that a vault has accepted from this device and has not returned since.
  func acceptedChanges(of vault: VaultID) async throws(StoreError) -> AcceptedChanges

  /// Replaces the changes that a vault has accepted from this device and has not returned since.
  func save(_ changes: AcceptedChanges, of vault: VaultID) async throws(StoreError)
}

/// Changes that a vault has accepted from a device, and has to return to it.
package struct AcceptedChanges: Sendable, Hashable {
  /// The epoch of the revisions; `nil` if there are none.
  package var epoch: Epoch?
  /// The revision of each changed note.
  package var revisions: [NoteID: Revision]

  package init(epoch: Epoch? = nil, revisions: [NoteID: Revision] = [:]) {
    (self.epoch, self.revisions) = (epoch, revisions)
  }
}

extension EncryptionStore {
  /// Replaces what is known of a vault's keyring.
  package func save(_ keyring: KnownKeyring, of vault: VaultID) async throws(StoreError) {
    try await updateKeyring(of: vault) { _ in keyring }
  }
}

/// The latest keyring of a vault that a device has seen.
package struct KnownKeyring: Sendable, Hashable {
  /// The keyring; `nil` when the device only knows that the vault is encrypted, since it never had its keys.
  package var keyring: Keyring?
  package var stage: EncryptionStage
  /// The lowest revision at which this device saw a keyring of the current key; `nil` when it is not known.
  package var rotated: Revision?
  /// The lowest revisions at which this device saw keyrings in which keys were replaced. What is sealed with such a key and comes
  /// later is not used: a device that was excluded by the rotation has that key, too. The revisions are the server's word. So once
  /// this device has received everything up to one, only versions that it knows may have that key.
  package var retired: [VaultKeyID: Revision]
  /// The plain text in the vault that is the owner's, on the device that encrypts it; `nil` elsewhere.
  package var plainText: PlainText?
  /// Whether this device made a recovery code that may not have been shown to a person. Earlier ones may be void: the vault may
  /// have taken the keyring although its reply was lost.
  package var owesCode: Bool

  package init(
    _ keyring: Keyring?, stage: EncryptionStage = .complete, rotated: Revision? = nil,
    retired: [VaultKeyID: Revision] = [:], plainText: PlainText? = nil, owesCode: Bool = false
  ) {
    (self.keyring, self.stage, self.rotated) = (keyring, stage, rotated)
    (self.retired, self.plainText, self.owesCode) = (retired, plainText, owesCode)
  }

  /// The plain text that a vault had when its keyring was put there. What the server shows later is its own.
  package struct PlainText: Sendable, Hashable {
    /// The revision up to which this device had received everything by then: it has what is genuine of it.
    package var received: Revision
    /// The revision of the keyring; `nil` until the vault has said it.
    package var end: Revision?

    package init(received: Revision, end: Revision? = nil) { (self.received, self.end) = (received, end) }
  }
}

/// The work of a device on the encryption of a vault, which may be interrupted anywhere.
package enum EncryptionStage: Int, Sendable, Hashable, CaseIterable {
  /// Nothing is left to do.
  case complete = 0
  /// The device seals what the vault has in plain text.
  case encrypting = 1
  /// The device made the first keyring. The vault may not have stored it, and its recovery code was not shown.
  case creating = 2
  /// The device seals everything with the current key.
  case rotating = 3
  /// The device gave the keyring back to a vault that had lost it, and seals what the vault has in plain text.
  case restoring = 4
  /// The device made a keyring, as in ``creating``, for a vault of which a server said before that it was encrypted: so nothing is
  /// sent in plain text.
  case creatingAgain = 5
  /// The device asked the vault to store a new key, with which everything is to be sealed. The vault may not have stored it.
  case rotationRequested = 6

  /// Whether the vault may not have stored the keyring that the device made.
  package var isCreating: Bool { self == .creating || self == .creatingAgain }
}
