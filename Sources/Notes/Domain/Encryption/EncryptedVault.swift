// The signs by which a device without the keys of a vault sees that it is encrypted.

extension VaultItem {
  /// Whether only an encrypted vault has such an item.
  package var isEncrypted: Bool {
    guard let payload else { return false }
    return id == Keyring.item ? PayloadKind.isKeyring(payload) : PayloadKind.isSealed(payload)
  }

  /// Returns the item with a version that is not used.
  package func setAside(because reason: SetAsideVersion.Reason) -> VaultItem {
    VaultItem(id: id, revision: revision, payload: SetAsideVersion(payload, because: reason).payload)
  }
}

extension ChangesPage {
  /// The page of a plain vault, in which what has the identifier of the keyring and is none is set aside: neither a note nor a
  /// sign that the vault is encrypted.
  package var withoutNoteOfKeyring: ChangesPage {
    guard items.contains(where: { $0.id == Keyring.item }) else { return self }
    let items = items.map { $0.id == Keyring.item && $0.payload != nil ? $0.setAside(because: .notAuthentic) : $0 }
    return ChangesPage(head: head, items: items, hasMore: hasMore, keepsDeletions: keepsDeletions)
  }
}

extension [PushResult] {
  /// Whether the vault refused a note since it is encrypted. It refuses a note with the identifier of the keyring always.
  package func isEncrypted(in batch: PushBatch) -> Bool {
    zip(batch.changes, self).contains { $0.id != Keyring.item && $1 == .refused(.plainText) }
  }
}

extension EncryptionStage {
  /// Whether a vault whose keyring is known to have this stage is encrypted. As long as it has not stored the first keyring, it is
  /// not.
  package var isEncrypted: Bool {
    switch self {
    case .creating: false
    case .complete, .encrypting, .rotating, .rotationRequested, .restoring, .creatingAgain: true
    }
  }
}
