import NotesDomain

/// The sealing of everything in a vault with the current key: after the vault was encrypted, and after a rotation.
///
/// It reads the vault's changes from the first to the last, and sends each item that is not sealed with the current key once
/// more. What it has sent comes later in the changes. So it can be stopped anywhere, and starts over without doing anything
/// twice; other devices can be used meanwhile, and an edit of theirs always wins.
///
/// Whatever it seals counts as the owner's from then on. So it leaves what the vault may have made up: what comes before the
/// version that this device knows, plain text that differs from it, and what a device that was excluded may have sealed.
struct VaultSealer: Sendable {
  /// The number of items in a page, and in the batch that replaces it.
  private static let pageItems = 200
  /// The number of times that the vault may begin anew, or have more after what it had at the beginning. What other devices send
  /// meanwhile is sealed, so that a few do.
  private static let maximumRounds = 100

  let transport: any VaultTransport
  let cipher: any VaultCipher
  let versions: ReceivedVersions
  let blobs: SealedBlobs
  let content: any BlobStore
  let clock: any Clock<Duration>
  let randomness: any Randomness

  /// The position in the vault's changes, and the batches sent so far.
  private struct Position {
    var request = ChangesRequest(epoch: nil, after: .none, floor: nil, limit: VaultSealer.pageItems)
    var device: DeviceID
    let plainText: KnownKeyring.PlainText?
    let isRestoring: Bool
    var batch = 1
    var progress = SealingProgress()
    /// The head of the vault at the beginning.
    private var firstHead: Revision?
    private(set) var rounds = 0
    /// The notes that were sealed since the beginning of the reading.
    private var sealed: Set<NoteID> = []

    init(device: DeviceID, plainText: KnownKeyring.PlainText?, isRestoring: Bool) {
      (self.device, self.plainText, self.isRestoring) = (device, plainText, isRestoring)
    }

    /// Counts a page with something to seal behind the head at the beginning, where a vault that is left alone has only what was
    /// sealed, one that is not behind the last, or one with a note that was sealed already.
    mutating func countRound(_ page: ChangesPage, sealing notes: [NoteID]) {
      let end = firstHead ?? page.head
      firstHead = end
      let isBehind = request.after >= end || page.items.allSatisfy { $0.revision <= request.after }
      if isBehind || !sealed.isDisjoint(with: notes) { rounds += 1 }
      sealed.formUnion(notes)
    }

    mutating func restart(in epoch: Epoch?, as device: DeviceID) {
      rounds += 1
      firstHead = nil
      sealed = []
      request = ChangesRequest(epoch: epoch, after: .none, floor: nil, limit: VaultSealer.pageItems)
      self.device = device
      batch = 1
      (progress.left, progress.refused) = (0, 0)
    }
  }

  /// An item that is sent once more, and the sealed forms of its blobs.
  private struct Replacement {
    let change: PushChange
    let blobs: [SealedBlob]
  }

  /// Seals everything.
  ///
  /// - Parameters:
  ///   - plainText: The plain text in the vault that is the owner's, also where this device does not know it; `nil` if none
  ///   is.
  ///   - isRestoring: Whether the owner said that the vault may have an earlier history than this device. What it has of that becomes
  ///   conflicts. Otherwise nothing of an earlier key is sealed in a history that this device has not received.
  func seal(
    with keys: VaultKeys, plainText: KnownKeyring.PlainText?, isRestoring: Bool,
    report: @Sendable (SealingProgress) -> Void
  ) async throws(EncryptionError) -> SealingProgress {
    var position = Position(device: DeviceID(using: randomness), plainText: plainText, isRestoring: isRestoring)
    while true {
      let request = position.request
      guard position.rounds < Self.maximumRounds else {
        throw .transport(.undecodable(detail: "the vault has more to seal after each round, without end"))
      }
      switch try await retrying({ try await transport.changes(request) }) {
      case .epochChanged(let change): position.restart(in: change.epoch, as: DeviceID(using: randomness))
      case .resync: position.restart(in: request.epoch, as: DeviceID(using: randomness))
      case .page(let page):
        let (replacements, end) = try await replacements(in: page, at: &position, with: keys)
        if !replacements.isEmpty { position.countRound(page, sealing: replacements.map(\.change.id)) }
        if !replacements.isEmpty, try await !send(replacements, at: &position, in: keys.vault) { continue }
        let last = end ?? page.items.last?.revision ?? page.head
        position.progress.finished = Int(clamping: last.number)
        position.progress.total = Int(clamping: page.head.number)
        report(position.progress)
        // What other devices sent meanwhile is read, too.
        if replacements.isEmpty, !page.hasMore { return position.progress }
        position.request.after = last
        position.request.floor = max(request.floor ?? page.head, last)
      }
    }
  }

  /// Sends a batch. Returns `false` when the vault is in another epoch, and reading must start over.
  private func send(
    _ replacements: [Replacement], at position: inout Position, in vault: VaultID
  ) async throws(EncryptionError) -> Bool {
    guard let epoch = position.request.epoch else { return true }
    let batch = PushBatch(
      epoch: epoch, device: position.device, number: position.batch, changes: replacements.map(\.change))
    switch try await retrying({ try await transport.push(batch) }) {
    case .results(let results):
      for (replacement, result) in zip(replacements, results) {
        switch result {
        case .applied:
          position.progress.sealed += 1
          try await storing { () async throws(StoreError) in
            try await blobs.recordNames(of: replacement.blobs, in: vault)
          }
        // Another device was faster, and its version follows.
        case .conflict: continue
        case .refused(.overQuota): throw .vaultFull
        case .refused: position.progress.refused += 1
        }
      }
      position.batch += 1
      return true
    case .epochChanged(let change):
      position.restart(in: change.epoch, as: DeviceID(using: randomness))
      return false
    case .staleBatch, .deviceForked:
      position.restart(in: epoch, as: DeviceID(using: randomness))
      return false
    }
  }

  /// Returns what replaces the items of a page, and the revision at which it ends where a batch cannot take all: it refers to
  /// a limited number of blobs.
  private func replacements(
    in page: ChangesPage, at position: inout Position, with keys: VaultKeys
  ) async throws(EncryptionError) -> (replacements: [Replacement], end: Revision?) {
    let epoch = position.request.epoch
    let knowledge = try await storing { () async throws(StoreError) in
      try await versions.knowledge(of: page.items, in: epoch, with: keys)
    }
    var replacements: [Replacement] = []
    var references = 0
    for (index, item) in page.items.enumerated() where item.id != Keyring.item {
      var progress = position.progress
      let isOwners = position.plainText?.contains(item, knowing: knowledge) == true
      let isReceived = knowledge.isSettled || position.isRestoring
      let version = try await version(
        of: item, knowing: knowledge, with: keys, isOwners: isOwners, isReceived: isReceived, &progress)
      references += version?.blobs.count ?? 0
      if !replacements.isEmpty, references > Attachment.maximumCount {
        return (replacements, page.items[index - 1].revision)
      }
      position.progress = progress
      guard let version else { continue }
      let occasion = SealOccasion(
        note: item.id, base: item.revision, device: position.device, batch: position.batch)
      let change = PushChange(
        id: item.id, base: item.revision, payload: cipher.seal(version, as: occasion, with: keys),
        blobs: version.blobs.map(\.sealed))
      replacements.append(Replacement(change: change, blobs: version.blobs))
    }
    return (replacements, nil)
  }

  /// Returns the version to seal; `nil` when it is sealed with the current key, or must be left as it is.
  private func version(
    of item: VaultItem, knowing knowledge: ReceivedVersions.Knowledge, with keys: VaultKeys, isOwners: Bool,
    isReceived: Bool, _ progress: inout SealingProgress
  ) async throws(EncryptionError) -> SealedVersion? {
    guard let payload = item.payload else { return isOwners ? SealedVersion(payload: nil) : nil }
    var (opened, blobs): (OpenedVersion?, [SealedBlob]?)
    if PayloadKind.isPlain(payload) {
      // A version of a newer program may name blobs that this one does not find, and waits for it.
      guard isOwners || knowledge.contains(item, payload), let note = try? NotePayload.decode(payload, as: item.id)
      else {
        progress.left += 1
        return nil
      }
      blobs = try await sealBlobs(of: note, with: keys, &progress)
    } else {
      opened = try? cipher.open(payload, of: item.id, with: keys)
      if let opened, opened.isSealed(with: keys.current) { return nil }
      // A store of an earlier version does not know it, and it deletes nothing.
      if let opened, opened.version.payload == nil, !knowledge.hasNote(item.id),
        knowledge.isRetired(item, with: opened)
      {
        return nil
      }
      guard let opened, isReceived, !knowledge.isRolledBack(item, to: opened),
        !knowledge.isRetired(item, with: opened)
      else {
        progress.left += 1
        return nil
      }
      blobs = try await renewBlobs(opened.version.blobs, with: keys, &progress)
    }
    guard let blobs else {
      progress.refused += 1
      return nil
    }
    let version = SealedVersion(payload: opened.map(\.version.payload) ?? payload, blobs: blobs)
    // A blob of an earlier key whose content is lost cannot be sealed anew.
    return opened?.key == keys.current.id && version == opened?.version ? nil : version
  }
}

extension KnownKeyring.PlainText {
  /// Returns whether an item without a seal is the owner's. What had arrived here is known, save the deletions of notes that are
  /// gone.
  fileprivate func contains(_ item: VaultItem, knowing knowledge: ReceivedVersions.Knowledge) -> Bool {
    guard let end, item.revision <= end, !knowledge.isRolledBack(item) else {
      return false
    }
    return item.revision > received || item.payload == nil && !knowledge.hasNote(item.id)
  }
}

extension OpenedVersion {
  /// Returns whether the version and its blobs are sealed with a key.
  fileprivate func isSealed(with key: VaultKey) -> Bool {
    self.key == key.id && version.blobs.allSatisfy { $0.key == key.id }
  }
}

// MARK: - Requests

extension VaultSealer {
  func storing<Value>(_ body: () async throws(StoreError) -> Value) async throws(EncryptionError) -> Value {
    do {
      return try await body()
    } catch {
      throw .store(error)
    }
  }

  func retrying<Reply>(_ request: () async throws -> Reply) async throws(EncryptionError) -> Reply {
    let policy = RetryPolicy(attempts: 5, firstDelay: .seconds(1), maximumDelay: .seconds(60))
    do {
      return try await policy.run(clock: clock, randomness: randomness, request)
    } catch let error as TransportError {
      throw .transport(error)
    } catch {
      // Nothing else than the end of the task.
      throw .cancelled
    }
  }
}
