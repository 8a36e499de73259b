import NotesDomain

/// The sealing of everything in a vault with the current key: after the vault was encrypted, and after a rotation.
///
/// It reads the vault's changes from the first to the last, and sends each item that is not sealed with the current key once
/// more. What it has sent comes later in the changes. So it can be stopped anywhere, and starts over without doing anything
/// twice; other devices can be used meanwhile, and an edit of theirs always wins.
struct VaultSealer: Sendable {
  /// The number of items in a page, and in the batch that replaces it.
  private static let pageItems = 200

  let transport: any VaultTransport
  let cipher: any VaultCipher
  let blobs: SealedBlobs
  let content: any BlobStore
  let clock: any Clock<Duration>
  let randomness: any Randomness

  /// The position in the vault's changes, and the batches sent so far.
  private struct Position {
    var request = ChangesRequest(epoch: nil, after: .none, floor: nil, limit: VaultSealer.pageItems)
    var device: DeviceID
    var batch = 1
    var progress = SealingProgress()

    mutating func restart(in epoch: Epoch?, as device: DeviceID) {
      request = ChangesRequest(epoch: epoch, after: .none, floor: nil, limit: VaultSealer.pageItems)
      self.device = device
      batch = 1
    }
  }

  /// Seals everything.
  ///
  /// - Parameter takesPlainText: Whether plain text in the vault is the owner's. It is while the vault is being encrypted; later
  ///   the server has put it there.
  func seal(
    with keys: VaultKeys, takesPlainText: Bool, report: @Sendable (SealingProgress) -> Void
  ) async throws(EncryptionError) -> SealingProgress {
    var position = Position(device: DeviceID(using: randomness))
    while true {
      let request = position.request
      switch try await retrying({ try await transport.changes(request) }) {
      case .epochChanged(let change): position.restart(in: change.epoch, as: DeviceID(using: randomness))
      case .resync: position.restart(in: request.epoch, as: DeviceID(using: randomness))
      case .page(let page):
        let (changes, end) = try await changes(of: page, at: &position, with: keys, takesPlainText)
        if !changes.isEmpty, try await !send(changes, at: &position) { continue }
        let last = end ?? page.items.last?.revision ?? page.head
        position.progress.finished = Int(clamping: last.number)
        position.progress.total = Int(clamping: page.head.number)
        report(position.progress)
        // What other devices sent meanwhile is read, too.
        if changes.isEmpty, !page.hasMore { return position.progress }
        position.request.after = last
        position.request.floor = max(request.floor ?? page.head, last)
      }
    }
  }

  /// Sends a batch. Returns `false` when the vault is in another epoch, and reading must start over.
  private func send(_ changes: [PushChange], at position: inout Position) async throws(EncryptionError) -> Bool {
    guard let epoch = position.request.epoch else { return true }
    let batch = PushBatch(epoch: epoch, device: position.device, number: position.batch, changes: changes)
    switch try await retrying({ try await transport.push(batch) }) {
    case .results(let results):
      for case .refused(let refusal) in results { throw .transport(.refused(detail: refusal.code)) }
      // In a conflict, another device was faster, and its version follows.
      position.progress.sealed += results.count { if case .applied = $0 { true } else { false } }
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

  /// Returns the changes that replace the items of a page, and the revision at which they end where a batch cannot take all:
  /// it refers to a limited number of blobs.
  private func changes(
    of page: ChangesPage, at position: inout Position, with keys: VaultKeys, _ takesPlainText: Bool
  ) async throws(EncryptionError) -> (changes: [PushChange], end: Revision?) {
    var changes: [PushChange] = []
    var references = 0
    var progress = position.progress
    for (index, item) in page.items.enumerated() where item.id != Keyring.item {
      guard let version = try await version(of: item, with: keys, takesPlainText, &progress) else { continue }
      references += version.blobs.count
      if !changes.isEmpty, references > Attachment.maximumCount { return (changes, page.items[index - 1].revision) }
      position.progress = progress
      let occasion = SealOccasion(
        note: item.id, base: item.revision, device: position.device, batch: position.batch)
      changes.append(
        PushChange(
          id: item.id, base: item.revision, payload: cipher.seal(version, as: occasion, with: keys),
          blobs: version.blobs.map(\.sealed)))
    }
    position.progress = progress
    return (changes, nil)
  }

  /// Returns the version to seal; `nil` when it is sealed with the current key, or cannot be opened.
  private func version(
    of item: VaultItem, with keys: VaultKeys, _ takesPlainText: Bool, _ progress: inout SealingProgress
  ) async throws(EncryptionError) -> SealedVersion? {
    guard let payload = item.payload else { return takesPlainText ? SealedVersion(payload: nil) : nil }
    guard PayloadKind.isPlain(payload) else {
      guard let opened = try? cipher.open(payload, of: item.id, with: keys), opened.key != keys.current.id else {
        return nil
      }
      return opened.version
    }
    guard takesPlainText else { return nil }
    // A version of a newer program may name blobs that this one does not find, and waits for it.
    guard let note = try? NotePayload.decode(payload, as: item.id) else { return nil }
    return SealedVersion(payload: payload, blobs: try await sealBlobs(of: note, with: keys, &progress))
  }
}

// MARK: - Blobs

extension VaultSealer {
  private func sealBlobs(
    of note: Note, with keys: VaultKeys, _ progress: inout SealingProgress
  ) async throws(EncryptionError) -> [SealedBlob] {
    var forms: [SealedBlob] = []
    for attachment in note.attachments where !forms.contains(where: { $0.digest == attachment.digest }) {
      try await download(attachment)
      guard
        let form = try await storing({ () async throws(StoreError) in
          try await blobs.forms(of: [attachment.digest], with: keys).first
        })
      else {
        progress.missingAttachments += 1
        continue
      }
      if try await upload(form, with: keys) { progress.attachments += 1 }
      forms.append(form)
    }
    return forms.sorted { $0.digest < $1.digest }
  }

  /// Completes a blob of this device with plain text from the vault, which the vault is going to lose.
  private func download(_ attachment: Attachment) async throws(EncryptionError) {
    let digest = attachment.digest
    var progress = try await storing { () async throws(StoreError) in try await content.progress(of: digest) }
    while progress?.isComplete != true {
      let offset = progress?.received ?? 0
      let piece = try await retrying {
        try await transport.piece(of: digest, from: offset, limit: BlobPiece.maximumBytes)
      }
      guard let piece else { return }
      let next = try await storing { () async throws(StoreError) in try await content.add(piece) }
      guard let next, next.isComplete || next.received > offset else { return }
      progress = next
    }
  }

  /// Sends a blob in sealed form. Returns `false` when the vault has it.
  private func upload(_ form: SealedBlob, with keys: VaultKeys) async throws(EncryptionError) -> Bool {
    var offset = 0
    if let progress = try await retrying({ try await blobs.progress(of: form.digest, with: keys) }) {
      if progress.isComplete { return false }
      offset = progress.received
    }
    while true {
      let piece = BlobPiece(digest: form.digest, size: form.size, offset: offset, bytes: [])
      switch try await retrying({ try await blobs.send(piece, with: keys) }) {
      case .progress(let progress):
        if progress.isComplete { return true }
        guard progress.received > offset else {
          throw .transport(.undecodable(detail: "the vault accepts pieces of an attachment but does not store them"))
        }
        offset = progress.received
      case .mismatch: throw .transport(.undecodable(detail: "an attachment arrived damaged"))
      case .refused(let refusal): throw .transport(.refused(detail: refusal.code))
      }
    }
  }

  private func storing<Value>(
    _ body: () async throws(StoreError) -> Value
  ) async throws(EncryptionError) -> Value {
    do {
      return try await body()
    } catch {
      throw .store(error)
    }
  }

  private func retrying<Reply>(_ request: () async throws -> Reply) async throws(EncryptionError) -> Reply {
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
