import NotesDomain

/// Uploads the blobs of changes, which the vault must hold before it accepts the changes.
struct BlobUploader: Sendable {
  /// The result of one upload.
  private enum Outcome: Sendable, Hashable {
    /// The vault held the blob before.
    case known
    /// The vault holds the blob now.
    case sent
    /// Neither the vault nor this device has the blob.
    case absent
    /// The vault refuses the blob.
    case refused(PushRefusal)
  }

  /// The number of restarts, or of pieces without progress, after which an upload fails.
  private static let maximumSetbacks = 3
  /// The number of arrived notes that are read from the store at a time.
  private static let pageNotes = 100

  let store: any SyncStore
  let blobs: any BlobStore
  let transport: RetryingTransport
  let settings: SyncSettings

  /// Uploads the blobs of changes, until a request fails. Blocks each note whose blob the vault refuses; the others are not
  /// affected. A note is sent without the blobs that neither side has: its text must not wait for a file that another device may
  /// never send.
  ///
  /// - Returns: Whether no request failed. A failed one may say something about the link or only about this blob: the next request
  ///   for changes shows it.
  func uploadBlobs(of changes: [PushChange], _ run: inout SyncRun) async throws -> Bool {
    for change in changes {
      for digest in change.blobs where !run.ready.vault.isSettled(digest) {
        guard let outcome = try await attempt(on: digest, &run, { run in try await upload(digest, &run) }) else {
          return false
        }
        guard case .refused(let refusal) = outcome else { continue }
        if try await block(change, because: refusal) { run.summary.blocked += 1 }
        break
      }
    }
    return true
  }

  /// Uploads the blobs of arrived notes that this device holds and the vault lost, as after the note was purged everywhere
  /// else: the device that restored the note may not have them. Returns these notes, which are to be sent again.
  func uploadLostBlobs(_ run: inout SyncRun) async throws -> [NoteID] {
    var (notes, last): ([NoteID], NoteID?) = ([], nil)
    while true {
      let page = try await store.read { [last] transaction in
        try transaction.arrivedFiles(after: last, limit: Self.pageNotes).map { id, state in
          (id: id, state: state, blobs: try transaction.item(id)?.local?.blobs ?? [])
        }
      }
      guard let next = page.last?.id else { return notes }
      last = next
      var states: [NoteID: ArrivedFiles] = [:]
      for note in page {
        let isKnownToBeLost = note.state == .toSendAgain
        states[note.id] = isKnownToBeLost ? .toSendAgain : try await state(of: note.blobs, &run)
      }
      // Before the uploads: a sync that stops after them would not find that they are not in the vault's item.
      try await store.write { [states] transaction in
        for note in page { try transaction.save(arrivedFiles: states[note.id], of: note.id) }
      }
      for note in page where states[note.id] == .toSendAgain {
        if try await uploadLost(note.blobs, &run) { notes.append(note.id) }
      }
    }
  }

  /// Uploads the lost blobs of a note that is sent again, without those that no device has or that the vault refuses. Returns whether
  /// no request failed.
  private func uploadLost(_ digests: [BlobDigest], _ run: inout SyncRun) async throws -> Bool {
    for digest in digests where !run.ready.vault.isSettled(digest) {
      guard let outcome = try await attempt(on: digest, &run, { run in try await upload(digest, &run) }) else {
        return false
      }
      if case .refused = outcome { run.ready.vault.recordAbsence(of: digest) }
    }
    return true
  }

  /// Returns what is to be done about the blobs of an arrived note; `nil` for nothing.
  private func state(of digests: [BlobDigest], _ run: inout SyncRun) async throws -> ArrivedFiles? {
    for digest in digests where !run.ready.vault.isSettled(digest) {
      guard try await blobs.progress(of: digest)?.isComplete == true else { continue }
      let isPresent = try await attempt(on: digest, &run) { run in
        try await transport.progress(of: digest, report: run.report)?.isComplete == true
      }
      guard let isPresent else { return .unchecked }
      guard isPresent else { return .toSendAgain }
      run.ready.vault.insert(digest)
    }
    return nil
  }

  /// Sends requests about a blob, unless no more are sent in this sync. Returns `nil` if one failed.
  private func attempt<Value>(
    on digest: BlobDigest, _ run: inout SyncRun, _ body: (inout SyncRun) async throws -> Value
  ) async throws -> Value? {
    guard !run.failedTransfers.areFinal else { return nil }
    do {
      let value = try await body(&run)
      run.failedTransfers.recordSuccess()
      return value
    } catch SyncError.transport(let error) {
      run.failedTransfers.record(error, of: digest)
      return nil
    }
  }

  private func upload(_ digest: BlobDigest, _ run: inout SyncRun) async throws -> Outcome {
    let outcome = try await upload(digest, report: run.report)
    switch outcome {
    case .known: run.ready.vault.insert(digest)
    case .sent:
      run.ready.vault.insert(digest)
      run.summary.attachmentsSent += 1
    case .absent: run.ready.vault.recordAbsence(of: digest)
    case .refused: break
    }
    return outcome
  }

  /// - Returns: `false` when the note was edited meanwhile, since the edit may be acceptable.
  private func block(_ change: PushChange, because refusal: PushRefusal) async throws -> Bool {
    try await store.write { transaction in
      guard var item = try transaction.item(change.id), item.local.map(NotePayload.encode) == change.payload else {
        return false
      }
      item.block = .refused(refusal)
      try transaction.save(item, for: change.id)
      return true
    }
  }

  /// Uploads a blob, from the offset where the last upload stopped.
  private func upload(_ digest: BlobDigest, report: @Sendable (SyncProgress) -> Void) async throws -> Outcome {
    let remote = try await transport.progress(of: digest, report: report)
    if let remote, remote.isComplete { return .known }
    guard let local = try await blobs.progress(of: digest), local.isComplete else { return .absent }
    var offset = remote?.size == local.size ? remote?.received ?? 0 : 0
    var (setbacks, isDamaged) = (0, false)
    let limit = min(settings.pieceBytes, BlobPiece.maximumBytes)
    while setbacks < Self.maximumSetbacks {
      report(SyncProgress(.uploading, finished: offset, total: local.size))
      guard let piece = try await blobs.piece(of: digest, from: offset, limit: limit) else { return .absent }
      switch try await transport.send(piece, report: report) {
      case .progress(let progress):
        if progress.isComplete { return .sent }
        // Another device may upload the same blob, or the vault may have lost a part of it.
        if progress.received <= offset { setbacks += 1 }
        offset = progress.received
      case .mismatch:
        setbacks += 1
        isDamaged = true
        offset = 0
      case .refused(let refusal): return .refused(refusal)
      }
    }
    guard isDamaged else {
      throw SyncError.transport(
        .undecodable(detail: "the vault accepts pieces of an attachment but does not store them"))
    }
    return .refused(.damagedBlob)
  }
}

extension PushRefusal {
  /// The refusal of a blob whose bytes repeatedly did not match its digest in the vault.
  fileprivate static let damagedBlob = PushRefusal(code: "damaged_blob")
}

/// The blobs of the vault, as known to one sync.
struct VaultBlobs: Sendable {
  /// The number of refusals for a missing blob after which a note is blocked.
  private static let maximumRefusals = 3

  /// The blobs that the vault holds.
  private var present: Set<BlobDigest> = []
  /// The blobs that the vault should hold but does not.
  private var lost: Set<BlobDigest> = []
  /// The blobs that neither the vault nor this device holds.
  private var absent: Set<BlobDigest> = []
  private var refusals: [NoteID: Int] = [:]

  /// Returns whether the vault is known to hold all blobs of a note that can be had. It holds those of the version that it was
  /// last seen to have.
  func hasAll(of item: SyncItem) -> Bool {
    let unknown = item.local?.blobs.filter { !isSettled($0) } ?? []
    guard !unknown.isEmpty else { return true }
    let known = item.base?.blobs ?? []
    return unknown.allSatisfy { known.contains($0) && !lost.contains($0) }
  }

  /// Returns whether nothing more can be done for a blob: the vault is known to hold it, or neither side does.
  func isSettled(_ digest: BlobDigest) -> Bool { present.contains(digest) || absent.contains(digest) }

  /// Returns a change that does not demand the absent blobs of the vault. The note still names them.
  func withoutAbsent(_ change: PushChange) -> PushChange {
    guard !absent.isDisjoint(with: change.blobs) else { return change }
    return PushChange(
      id: change.id, base: change.base, payload: change.payload, blobs: change.blobs.filter { !absent.contains($0) })
  }

  /// Records that the vault holds a blob.
  mutating func insert(_ digest: BlobDigest) { present.insert(digest) }

  /// Records that neither the vault nor this device holds a blob.
  mutating func recordAbsence(of digest: BlobDigest) { absent.insert(digest) }

  /// Records that the vault refused a change because of a missing blob. Returns whether to upload the blobs again.
  mutating func recordRefusal(of change: PushChange) -> Bool {
    present.subtract(change.blobs)
    lost.formUnion(change.blobs)
    refusals[change.id, default: 0] += 1
    return !change.blobs.isEmpty && refusals[change.id, default: 0] < Self.maximumRefusals
  }
}
