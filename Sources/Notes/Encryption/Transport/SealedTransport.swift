import NotesDomain
import Synchronization

/// A transport that seals everything on its way to the vault, and opens everything on its way back.
///
/// It stands between the engine and the transport to the server, and neither knows of it. While this device has no keys of the
/// vault, it passes everything on as it is, until the vault turns out to be encrypted: the engine sees nothing sealed, which it
/// would take for versions of a newer program.
///
/// What arrives and is not proven to come from a device of the owner is passed on as a ``SetAsideVersion``, so that the engine
/// treats it like a version that it cannot decode: nothing here changes.
final class SealedTransport: VaultTransport {
  private let transport: any VaultTransport
  private let credentials: any CredentialStore
  private let cipher: any VaultCipher
  private let keyrings: VaultKeyrings
  private let versions: ReceivedVersions
  private let blobs: SealedBlobs
  private var store: any EncryptionStore { blobs.store }
  private let feed = Mutex<FeedWitness?>(nil)
  /// The state of the device for which floors were kept last: an attempt that is repeated need not keep them again.
  private let keptFloors = Mutex<SyncState?>(nil)
  /// The epoch that the last reply named. A device without versions forgets where it began.
  private let announced = Mutex<EpochChange?>(nil)

  init(
    transport: any VaultTransport, credentials: any CredentialStore, cipher: any VaultCipher, keyrings: VaultKeyrings,
    versions: ReceivedVersions, blobs: SealedBlobs
  ) {
    self.transport = transport
    self.credentials = credentials
    self.cipher = cipher
    self.keyrings = keyrings
    self.versions = versions
    self.blobs = blobs
  }

  /// Returns the keys of this device; `nil` when the vault is not known to be encrypted.
  ///
  /// They are read for each request, since another program may sign in or out, or unlock the vault, meanwhile.
  private func keys() async throws(TransportError) -> VaultKeys? {
    let found: Credentials?
    do {
      found = try await credentials.load()
    } catch {
      throw .credentials(error)
    }
    guard let found else { return nil }
    if let keys = found.keys { return keys }
    if try await keyrings.known(of: found.vault)?.stage.isEncrypted == true { throw .encryption(.locked) }
    return nil
  }

  /// Returns the error of a device without the keys of its vault, and remembers that the vault is encrypted if it has a keyring.
  ///
  /// One reply is no proof, and what is remembered stays: without a keyring, the next sync asks again.
  private func locked() async throws(TransportError) -> TransportError {
    let hasKeyring = try await keyrings.load().map { PayloadKind.isKeyring($0.bytes) } == true
    if hasKeyring, let vault = try? await credentials.load()?.vault { try await keyrings.recordEncryption(of: vault) }
    return .encryption(.locked)
  }
}

// MARK: - Items

extension SealedTransport {
  func push(_ batch: PushBatch) async throws(TransportError) -> PushReply {
    guard let keys = try await keys() else {
      let reply = try await transport.push(batch)
      if case .results(let results) = reply, results.isEncrypted(in: batch) { throw try await locked() }
      return reply
    }
    var sealed = batch
    sealed.changes = []
    var forms: [[SealedBlob]] = []
    for change in batch.changes {
      let sealedBlobs = try await TransportError.storing { () async throws(StoreError) in
        try await blobs.forms(of: change.blobs, with: keys)
      }
      forms.append(sealedBlobs)
      let version = SealedVersion(payload: change.payload, blobs: sealedBlobs)
      let occasion = SealOccasion(note: change.id, base: change.base, device: batch.device, batch: batch.number)
      sealed.changes.append(
        PushChange(
          id: change.id, base: change.base, payload: cipher.seal(version, as: occasion, with: keys),
          blobs: sealedBlobs.map(\.sealed)))
    }
    var reply = try await transport.push(sealed)
    if case .results(let results) = reply { reply = .results(zip(batch.changes, results).map { $1.proven(for: $0) }) }
    if case .epochChanged(let change) = reply { try await remember(change, with: keys) }
    if case .results(let results) = reply {
      let withheld = try await witness(in: batch.epoch, of: keys.vault) { $0.record(results, of: batch) }
      if let withheld { throw .encryption(.withheld(withheld)) }
      try await recordDeletions(batch, results, in: keys.vault)
      for case (let forms, .applied) in zip(forms, results) where !forms.isEmpty {
        try await TransportError.storing { () async throws(StoreError) in
          try await blobs.recordNames(of: forms, in: keys.vault)
        }
      }
    }
    return reply
  }

  func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply {
    guard let keys = try await keys() else {
      let reply = try await transport.changes(request)
      guard case .page(let page) = reply else { return reply }
      if page.items.contains(where: \.isEncrypted) { throw try await locked() }
      return .page(page.withoutNoteOfKeyring)
    }
    // A store of an earlier version does not know since when the keys are the current ones.
    if !keys.earlier.isEmpty, try await keyrings.known(of: keys.vault)?.knowsRetirement(of: keys) != true {
      try await keyrings.refresh(with: keys)
    }
    if request.after == .none { try await keepFloors(in: request.epoch, of: keys.vault) }
    var request = request
    let (position, epoch, vault) = (request.after, request.epoch, keys.vault)
    request.after = try await witness(in: epoch, of: vault) { $0.start(before: position) }
    while true {
      let expected = try await witness(in: epoch, of: vault) { $0.accepted }
      let reply = try await transport.changes(request)
      guard case .page(let page) = reply else {
        if case .epochChanged(let change) = reply { try await remember(change, with: keys) }
        keptFloors.withLock { $0 = nil }
        return reply
      }
      keptFloors.withLock { $0 = nil }
      // Of two versions in one page, the later one could be the older one, and this device would not know it yet.
      guard Set(page.items.map(\.id)).count == page.items.count else {
        throw .undecodable(detail: "a page with two versions of one item")
      }
      for item in page.items where item.id == Keyring.item {
        try await keyrings.receive(item, with: keys, epoch: epoch)
      }
      let opened = try await versions.open(page.items.filter { $0.id != Keyring.item }, in: epoch, with: keys)
      // Another device may have rotated the keys after the page that has the keyring.
      if opened.hasUnknownKey { try await keyrings.refresh(with: keys) }
      let passedOn = opened.items.filter { $0.revision > position }
      let conclusion = try await witness(in: epoch, of: vault) { [request] feed in
        feed.record(
          page, after: request.after, seen: opened.proven.union(passedOn.map(\.id)), expecting: expected)
      }
      switch conclusion {
      case .complete: break
      case .lacksKeyring: throw .encryption(.missingKeyring)
      case .isIncomplete: return .resync
      case .withholds(let note): throw .encryption(.withheld(note))
      }
      if !page.hasMore { try await keyrings.lowerRotations(to: page.head, with: keys) }
      // A page without items for the engine would look like the end.
      guard passedOn.isEmpty, page.hasMore, let last = page.items.last else {
        return .page(ChangesPage(head: page.head, items: passedOn, hasMore: page.hasMore, keepsDeletions: true))
      }
      request.floor = request.floor ?? page.head
      request.after = last.revision
    }
  }

  /// Uses the record of what the vault accepted and returned in an epoch, and stores what it must not forget.
  private func witness<Value: Sendable>(
    in epoch: Epoch?, of vault: VaultID, _ body: @Sendable (inout FeedWitness) -> Value
  ) async throws(TransportError) -> Value {
    if feed.withLock({ $0?.epoch != epoch || $0 == nil }) {
      try await enter(epoch, of: vault)
      let stored = try await TransportError.storing { () async throws(StoreError) in
        try await store.acceptedChanges(of: vault)
      }
      feed.withLock { feed in
        if feed?.epoch != epoch || feed == nil { feed = FeedWitness(of: epoch, continuing: stored) }
      }
    }
    let (value, changes) = feed.withLock { feed -> (Value, AcceptedChanges?) in
      var witness = feed ?? FeedWitness(of: epoch)
      let before = witness.lastAccepted
      let value = body(&witness)
      feed = witness
      return (value, witness.lastAccepted == before ? nil : witness.lastAccepted)
    }
    if let changes {
      try await TransportError.storing { () async throws(StoreError) in try await store.save(changes, of: vault) }
    }
    return value
  }

  /// Takes the deletions of earlier epochs along into the one in which this device is by now: as far as they are its history. The
  /// reply that says so is too early: it may be discarded, and the device stay where it is.
  private func enter(_ epoch: Epoch?, of vault: VaultID) async throws(TransportError) {
    guard let epoch else { return }
    try await TransportError.storing { () async throws(StoreError) in
      let state = try await versions.notes.read { transaction in try transaction.state() }
      guard let state, state.epoch == epoch else { return }
      let fork = announced.withLock { $0?.epoch == epoch ? $0?.forkedAt : nil }
      let change = EpochChange(epoch: epoch, forkedAt: state.forkedAt ?? fork ?? .none)
      try await store.moveDeletions(in: vault, to: change)
    }
  }

  /// Remembers by which revisions notes are known before the whole vault is read again: as far as they are its history. A store that
  /// has not synced yet has no epoch, and knows only what the server says.
  private func keepFloors(in epoch: Epoch?, of vault: VaultID) async throws(TransportError) {
    let state = try await TransportError.storing { () async throws(StoreError) in
      try await versions.notes.read { transaction in try transaction.state() }
    }
    if state != nil, keptFloors.withLock({ $0 == state }) { return }
    // Once more: the store may be another one than before, since it was restored from a backup.
    try await enter(epoch, of: vault)
    try await TransportError.storing { () async throws(StoreError) in
      guard let epoch else { return try await store.removeFloors(in: vault) }
      let floors = try await versions.notes.read { transaction in
        var floors: [NoteID: Revision] = [:]
        guard let state = try transaction.state(), state.epoch == epoch else { return floors }
        var last: NoteID?
        while case let page = try transaction.unstaged(after: last, limit: 500), let next = page.last {
          for id in page {
            guard let known = try transaction.item(id)?.revision, known <= state.forkedAt ?? known else { continue }
            floors[id] = known
          }
          last = next
        }
        return floors
      }
      try await store.save(floors: floors, in: vault, epoch: epoch)
      keptFloors.withLock { $0 = state }
    }
  }

  /// Remembers an epoch that this device may enter, and whether the rotations were received by then: it is read from its beginning.
  /// In the present epoch that changes nothing.
  private func remember(_ change: EpochChange, with keys: VaultKeys) async throws(TransportError) {
    announced.withLock { $0 = change }
    let cursor = try await TransportError.storing { () async throws(StoreError) in
      try await versions.notes.read { transaction in try transaction.state()?.cursor ?? .none }
    }
    try await keyrings.settleRotations(upTo: cursor, with: keys)
  }

  /// Remembers the deletions that the vault has accepted from this device.
  private func recordDeletions(
    _ batch: PushBatch, _ results: [PushResult], in vault: VaultID
  ) async throws(TransportError) {
    var deletions: [NoteID: Revision] = [:]
    for case (let change, .applied(let revision)) in zip(batch.changes, results) where change.payload == nil {
      deletions[change.id] = revision
    }
    try await TransportError.storing { [deletions] () async throws(StoreError) in
      try await store.save(deletions: deletions, in: vault, epoch: batch.epoch)
    }
  }

  func listen(_ request: WatchRequest) async throws(TransportError) -> WatchReply {
    try await transport.listen(request)
  }
}

extension PushResult {
  /// The result without what only a sealed version proves: that the note was deleted, or that the vault lost a version which it had.
  /// The next pages show what it has instead, or a read of the whole vault, which begins where a vault has an earlier version.
  fileprivate func proven(for change: PushChange) -> PushResult {
    guard case .conflict(let revision, let isDeleted) = self, change.base > .none else { return self }
    if revision == .none { return .conflict(revision: Revision(1), isDeleted: false) }
    return isDeleted ? .conflict(revision: revision, isDeleted: false) : self
  }
}

// MARK: - Blobs

extension SealedTransport {
  func progress(of digest: BlobDigest) async throws(TransportError) -> BlobProgress? {
    guard let keys = try await keys() else { return try await transport.progress(of: digest) }
    return try await blobs.progress(of: digest, with: keys)
  }

  func send(_ piece: BlobPiece) async throws(TransportError) -> BlobUploadReply {
    guard let keys = try await keys() else { return try await transport.send(piece) }
    return try await blobs.send(piece, with: keys)
  }

  func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(TransportError) -> BlobPiece? {
    guard let keys = try await keys() else { return try await transport.piece(of: digest, from: offset, limit: limit) }
    return try await blobs.piece(of: digest, from: offset, limit: limit, with: keys)
  }
}

extension TransportError {
  /// Runs what uses the store of this device; its errors become those of the transport.
  static func storing<Value>(
    _ body: () async throws(StoreError) -> Value
  ) async throws(TransportError) -> Value {
    do {
      return try await body()
    } catch {
      throw .encryption(.store(error))
    }
  }
}
