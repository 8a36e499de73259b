import NotesDomain

/// The opening of versions that arrive, and the checks that they are later than those that this device knows.
struct ReceivedVersions: Sendable {
  /// The versions of notes that this device knows before a page is applied.
  struct Knowledge: Sendable {
    /// The revisions of the notes on this device.
    fileprivate let revisions: [NoteID: Revision]
    /// The revisions at which notes were deleted.
    fileprivate let deletions: [NoteID: Revision]
    /// The revisions by which notes were known when the whole vault was read again. What the vault did not have then counts as lost
    /// and is sent once more, and no version from before may take its place.
    fileprivate let floors: [NoteID: Revision]
    /// The texts of notes that a read of the whole vault did not have. A version with the same text replaces nothing.
    fileprivate let revived: [NoteID: [UInt8]]
    /// The known versions of the items that arrive at their known revision, as payloads.
    fileprivate let versions: [NoteID: [UInt8]?]
    /// The notes that are deleted here. Which version that is of, the vault may not have said yet.
    fileprivate let deletedHere: Set<NoteID>
    /// The notes whose version was set aside.
    fileprivate let blocked: Set<NoteID>
    /// The notes whose version at their revision was set aside, in place of one that the vault lost.
    fileprivate let undecided: Set<NoteID>
    /// The revision up to which the known revisions are common history, after a change of epoch.
    fileprivate let forkedAt: Revision?
    /// The key with which devices of the owner seal now.
    fileprivate let current: VaultKeyID
    /// The revisions at which earlier ones were replaced.
    fileprivate let retired: [VaultKeyID: Revision]
    /// The revision up to which everything was received.
    fileprivate let cursor: Revision
    /// Whether this device is in the epoch of the items, and has received its history. Otherwise it cannot tell an earlier version
    /// from the latest: a server that invents an epoch could show any.
    let isSettled: Bool

    /// The latest revision of a note that this device knows; `nil` if it never had it.
    private func known(_ note: NoteID) -> Revision? {
      [revisions[note], deletions[note], floors[note]].compactMap(\.self).max()
    }

    /// Returns whether an item has the version that this device knows under its revision.
    func contains(_ item: VaultItem, _ payload: [UInt8]?) -> Bool {
      revisions[item.id] == item.revision && versions[item.id] == .some(payload)
    }

    /// Returns whether a version was sealed with an earlier key after the keys were rotated, as a device can that was excluded
    /// by it. The version that this device knows is the owner's.
    ///
    /// Nothing but the server says at which revision a version was accepted. So what was not received by the time when everything
    /// up to the rotation was, counts as later.
    func isRetired(_ item: VaultItem, with version: OpenedVersion) -> Bool {
      guard version.key != current, !contains(item, version.version.payload) else { return false }
      // An earlier key of which no keyring says when it was replaced was replaced before.
      let rotated = retired[version.key] ?? .none
      if version.version.payload == nil, deletions[item.id] == item.revision { return false }
      return cursor >= rotated || item.revision > rotated
    }

    /// Returns whether a restored vault can have a version in place of a later one that this device knows.
    fileprivate func canBeRestored(_ item: VaultItem) -> Bool {
      guard let forkedAt, let known = revisions[item.id] else { return false }
      return known > forkedAt
    }

    /// Returns whether a restored vault has a version from before one that was deleted here, whose history is gone.
    fileprivate func isBeforeDeletion(_ item: VaultItem) -> Bool {
      guard let forkedAt else { return false }
      return deletedHere.contains(item.id) && item.revision <= forkedAt
    }

    /// Returns whether a version cannot come after the known one of its note: it is older, or replaces an older one.
    ///
    /// Each version names the revision that it replaces, and a vault accepts it only when that is the present one. So who
    /// edits a note after the known version names that or a later one.
    func isRolledBack(_ item: VaultItem, to version: OpenedVersion) -> Bool {
      isRolledBack(item, version.version.payload, replacing: version.base)
    }

    /// Returns whether an item that is not sealed cannot come after the known version of its note, or beside it.
    func isRolledBack(_ item: VaultItem) -> Bool { isRolledBack(item, item.payload, replacing: item.revision) }

    private func isRolledBack(_ item: VaultItem, _ payload: [UInt8]?, replacing base: Revision) -> Bool {
      guard let known = known(item.id), known > .none else { return false }
      if let payload, revived[item.id] == payload { return false }
      // What was set aside in place of a lost version may be read now; but not another one from before.
      if isUndecided(item) { return floors[item.id].map { item.revision != $0 && base < $0 } ?? false }
      // A restored vault has lost the known version.
      if let forkedAt, known > forkedAt { return false }
      // A revision never changes its meaning.
      if item.revision == known {
        return deletions[item.id] == known ? payload != nil : !contains(item, payload)
      }
      return item.revision < known || base < known
    }

    /// The version that this device knows under the revision of an item, of a note that it deleted; `nil` if it knows none.
    ///
    /// The vault may have another one there: what a batch sent whose reply was lost counts as the known version, so that an edit of
    /// this device does not beat its own deletion. Whichever it has, the deletion is later. Not so where a version was set aside: it can
    /// be one of a restored vault, which this device has not seen.
    fileprivate func deletedVersion(at item: VaultItem) -> [UInt8]? {
      guard deletedHere.contains(item.id), revisions[item.id] == item.revision, !blocked.contains(item.id) else {
        return nil
      }
      if let forkedAt, item.revision > forkedAt { return nil }
      return versions[item.id] ?? nil
    }

    /// Returns whether the version of an item was set aside in place of one that the vault lost, and can be read now.
    private func isUndecided(_ item: VaultItem) -> Bool {
      revisions[item.id] == item.revision && undecided.contains(item.id) && !deletedHere.contains(item.id)
        && deletions[item.id] != item.revision
    }

    /// Returns whether there is a note on this device.
    func hasNote(_ id: NoteID) -> Bool { revisions[id] != nil }
  }

  /// Items of a page as the engine expects them.
  struct Opened: Sendable {
    var items: [VaultItem] = []
    /// The notes with a version of one of the owner's devices.
    var proven: Set<NoteID> = []
    /// Whether one is sealed with an unknown key.
    var hasUnknownKey = false
  }

  let cipher: any VaultCipher
  let notes: any SyncStore
  let store: any EncryptionStore

  /// Opens items of a page of an epoch.
  func open(_ items: [VaultItem], in epoch: Epoch?, with keys: VaultKeys) async throws(TransportError) -> Opened {
    var opened = Opened()
    if items.isEmpty { return opened }
    do {
      let knowledge = try await knowledge(of: items, in: epoch, with: keys)
      var (blobs, deletions): ([SealedBlob], [NoteID: Revision]) = ([], [:])
      opened.items.reserveCapacity(items.count)
      for item in items {
        switch open(item, knowing: knowledge, with: keys) {
        case .success(let version):
          if let version {
            opened.proven.insert(item.id)
            blobs += version.blobs
            if version.payload == nil { deletions[item.id] = item.revision }
          }
          opened.items.append(VaultItem(id: item.id, revision: item.revision, payload: version?.payload))
        case .failure(let refusal):
          // Over a version that this device made into a later one, or deleted since, what it did wins, and one that it has is its own.
          if let note = refusal.retired, knowledge.canBeRestored(item),
            try await hasOrHad(note, at: item, knowing: knowledge)
          {
            opened.items.append(VaultItem(id: item.id, revision: item.revision, payload: NotePayload.encode(note)))
            continue
          }
          if case .unknownKey = refusal.error { opened.hasUnknownKey = true }
          opened.items.append(item.setAside(because: refusal.reason))
        }
      }
      if !blobs.isEmpty { try await store.save(blobs, in: keys.vault) }
      if let epoch { try await store.save(deletions: deletions, in: keys.vault, epoch: epoch) }
      return opened
    } catch {
      throw .encryption(.store(error))
    }
  }

  private func hasOrHad(
    _ version: Note, at item: VaultItem, knowing knowledge: Knowledge
  ) async throws(StoreError) -> Bool {
    if knowledge.isBeforeDeletion(item) { return true }
    return try await notes.read { transaction in
      let item = try transaction.item(version.id)
      return try item?.local == version || item?.base == version || transaction.hasHad(version)
    }
  }

  /// The reason why a version is not used.
  private struct Refusal: Error {
    let reason: SetAsideVersion.Reason
    /// The version of an earlier key.
    var retired: Note?
    var error: SealError?
  }

  /// Opens an item; `nil` is a deletion without a seal or of an earlier key, which is without effect here.
  private func open(
    _ item: VaultItem, knowing knowledge: Knowledge, with keys: VaultKeys
  ) -> Result<SealedVersion?, Refusal> {
    guard let payload = item.payload else {
      // Where there is no note, the deletion is without effect. A vault has those from before it was encrypted.
      return knowledge.hasNote(item.id) ? .failure(Refusal(reason: .unprovenDeletion)) : .success(nil)
    }
    do {
      let version = try cipher.open(payload, of: item.id, with: keys)
      if let deleted = knowledge.deletedVersion(at: item) { return .success(SealedVersion(payload: deleted)) }
      guard !knowledge.isRolledBack(item, to: version) else {
        return .failure(Refusal(reason: .rolledBack))
      }
      guard knowledge.isRetired(item, with: version) else { return .success(version.version) }
      let isVoid = version.version.payload == nil && !knowledge.hasNote(item.id)
      let note = version.version.payload.flatMap { try? NotePayload.decode($0, as: item.id) }
      return isVoid ? .success(nil) : .failure(Refusal(reason: .retiredKey, retired: note))
    } catch {
      return .failure(Refusal(reason: PayloadKind.isPlain(payload) ? .plainText : .notAuthentic, error: error))
    }
  }

  /// Returns what this device knows of the notes of some items of an epoch.
  func knowledge(
    of items: [VaultItem], in epoch: Epoch?, with keys: VaultKeys
  ) async throws(StoreError) -> Knowledge {
    let retired = keys.earlier.isEmpty ? [:] : try await store.keyring(of: keys.vault)?.retired ?? [:]
    var (deletions, floors): ([NoteID: Revision], [NoteID: Revision]) = ([:], [:])
    if let epoch {
      deletions = try await store.deletions(of: items.map(\.id), in: keys.vault, epoch: epoch)
      floors = try await store.floors(of: items.map(\.id), in: keys.vault, epoch: epoch)
    }
    return try await notes.read { [deletions, floors] transaction in
      var (revisions, versions): ([NoteID: Revision], [NoteID: [UInt8]?]) = ([:], [:])
      var revived: [NoteID: [UInt8]] = [:]
      var (deletedHere, blocked, undecided): (Set<NoteID>, Set<NoteID>, Set<NoteID>) = ([], [], [])
      for item in items {
        guard let known = try transaction.item(item.id) else { continue }
        revisions[item.id] = known.revision
        if known.revision == .none, floors[item.id] != nil, deletions[item.id] == nil, let local = known.local {
          revived[item.id] = NotePayload.encode(local)
        }
        if known.local == nil { deletedHere.insert(item.id) }
        if known.block == .unreadable {
          blocked.insert(item.id)
          if known.base == nil { undecided.insert(item.id) }
        }
        if known.revision == item.revision { versions[item.id] = .some(known.base.map(NotePayload.encode)) }
      }
      let state = try transaction.state()
      return Knowledge(
        revisions: revisions, deletions: deletions, floors: floors, revived: revived, versions: versions,
        deletedHere: deletedHere,
        blocked: blocked, undecided: undecided,
        forkedAt: state?.forkedAt, current: keys.current.id, retired: retired, cursor: state?.cursor ?? .none,
        isSettled: state.map { $0.epoch == epoch && $0.forkedAt == nil } ?? false)
    }
  }
}

extension KnownKeyring {
  /// Returns whether it is known when each key was replaced that was. A store of an earlier version does not know it, nor one whose
  /// program ended before it saved what a new keyring says.
  func knowsRetirement(of keys: VaultKeys) -> Bool {
    keyring != nil && keys.earlier.allSatisfy { retired[$0.id] != nil }
  }
}
