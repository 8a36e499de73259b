import NotesDomain

/// The opening of versions that arrive, and the checks that they are later than those that this device knows.
struct ReceivedVersions: Sendable {
  /// The versions of notes that this device knows before a page is applied.
  struct Knowledge: Sendable {
    fileprivate let revisions: [NoteID: Revision]
    /// The known versions of the items that arrive at their known revision, as payloads.
    fileprivate let versions: [NoteID: [UInt8]?]
    /// The revision up to which the known revisions are common history, after a change of epoch.
    fileprivate let forkedAt: Revision?
    /// The key with which devices of the owner seal now, and the revision since which they do; `nil` when it is not known.
    fileprivate let current: VaultKeyID
    fileprivate let rotated: Revision?

    /// Returns whether an item in plain text is the version that this device knows under its revision.
    func contains(_ item: VaultItem) -> Bool {
      revisions[item.id] == item.revision && versions[item.id] == .some(item.payload)
    }

    /// Returns whether a version was sealed with an earlier key after the keys were rotated, as a device can that was excluded
    /// by it. The version that this device knows is the owner's.
    func isRetired(_ item: VaultItem, with version: OpenedVersion) -> Bool {
      guard version.key != current, let rotated, item.revision > rotated else { return false }
      return revisions[item.id] != item.revision || versions[item.id] != .some(version.version.payload)
    }

    /// Returns whether a version cannot come after the known one of its note: it is older, or replaces an older one.
    ///
    /// Each version names the revision that it replaces, and a vault accepts it only when that is the present one. So who
    /// edits a note after the known version names that or a later one.
    func isRolledBack(_ item: VaultItem, to version: OpenedVersion) -> Bool {
      guard let known = revisions[item.id], known > .none else { return false }
      // A restored vault has lost the known version.
      if let forkedAt, known > forkedAt { return false }
      // A revision never changes its meaning.
      if item.revision == known { return versions[item.id] != .some(version.version.payload) }
      return item.revision < known || version.base < known
    }
  }

  let cipher: any VaultCipher
  let notes: any SyncStore
  let store: any EncryptionStore

  /// Opens items of a page. Returns them as the engine expects them, and whether one is sealed with an unknown key.
  func open(
    _ items: [VaultItem], with keys: VaultKeys
  ) async throws(TransportError) -> (items: [VaultItem], unknownKey: Bool) {
    if items.isEmpty { return ([], false) }
    do {
      let knowledge = try await knowledge(of: items, with: keys)
      var (blobs, unknownKey): ([SealedBlob], Bool) = ([], false)
      var opened: [VaultItem] = []
      opened.reserveCapacity(items.count)
      for item in items {
        guard let payload = item.payload else {
          // Where there is no note, the deletion is without effect. A vault has those from before it was encrypted.
          let isKnown = knowledge.revisions[item.id] != nil
          opened.append(isKnown ? item.setAside(because: .unprovenDeletion) : item)
          continue
        }
        do {
          let version = try cipher.open(payload, of: item.id, with: keys)
          guard !knowledge.isRolledBack(item, to: version) else {
            opened.append(item.setAside(because: .rolledBack))
            continue
          }
          guard !knowledge.isRetired(item, with: version) else {
            opened.append(item.setAside(because: .retiredKey))
            continue
          }
          blobs += version.version.blobs
          opened.append(VaultItem(id: item.id, revision: item.revision, payload: version.version.payload))
        } catch {
          if case .unknownKey = error { unknownKey = true }
          opened.append(item.setAside(because: PayloadKind.isPlain(payload) ? .plainText : .notAuthentic))
        }
      }
      if !blobs.isEmpty { try await store.save(blobs, in: keys.vault) }
      return (opened, unknownKey)
    } catch {
      throw .encryption(.store(error))
    }
  }

  /// Returns what this device knows of the notes of some items.
  func knowledge(of items: [VaultItem], with keys: VaultKeys) async throws(StoreError) -> Knowledge {
    let rotated = keys.earlier.isEmpty ? nil : try await store.keyring(of: keys.vault)?.rotated
    return try await notes.read { transaction in
      var (revisions, versions): ([NoteID: Revision], [NoteID: [UInt8]?]) = ([:], [:])
      for item in items {
        guard let known = try transaction.item(item.id) else { continue }
        revisions[item.id] = known.revision
        if known.revision == item.revision { versions[item.id] = .some(known.base.map(NotePayload.encode)) }
      }
      return Knowledge(
        revisions: revisions, versions: versions, forkedAt: try transaction.state()?.forkedAt,
        current: keys.current.id, rotated: rotated)
    }
  }
}

extension VaultItem {
  /// Returns the item with a version that is not used.
  func setAside(because reason: SetAsideVersion.Reason) -> VaultItem {
    VaultItem(id: id, revision: revision, payload: SetAsideVersion(payload, because: reason).payload)
  }
}
