import NotesDomain

/// Sees to it that the vault holds what changes refer to before it hears of them.
struct BlobUploader: Sendable {
  let store: any SyncStore
  let sender: BlobUpload

  init(store: any SyncStore, sender: BlobUpload) {
    self.store = store
    self.sender = sender
  }

  /// Brings the blobs of some changes to the vault. A change whose blob the vault does not take, or that nobody has, is left
  /// out of sync with its note; the others are not touched by it.
  func provide(for changes: [PushChange], _ run: inout SyncRun) async throws(SyncError) {
    for change in changes {
      for digest in change.blobs where !run.vault.contains(digest) {
        let refusal: PushRefusal
        switch try await sender.send(digest, report: run.report) {
        case .known:
          run.vault.insert(digest)
          continue
        case .sent:
          run.vault.insert(digest)
          run.summary.attachmentsSent += 1
          continue
        case .absent: refusal = .missingBlob
        case .refused(let reason): refusal = reason
        }
        if try await leaveOut(change, because: refusal) { run.summary.blocked += 1 }
        break
      }
    }
  }

  /// - Returns: Whether the note is left out; an edit made meanwhile may be what makes it acceptable.
  private func leaveOut(_ change: PushChange, because refusal: PushRefusal) async throws(SyncError) -> Bool {
    try await SyncError.ofStore { () async throws(StoreError) in
      try await store.write { (transaction) throws(StoreError) in
        guard var item = try transaction.item(change.id), item.local.map(NotePayload.encode) == change.payload else {
          return false
        }
        item.block = .refused(refusal)
        try transaction.save(item, for: change.id)
        return true
      }
    }
  }
}

/// Brings blobs to the vault.
struct BlobUpload: Sendable {
  /// What became of a blob.
  enum Outcome: Sendable, Hashable {
    /// The vault held it before.
    case known
    /// The vault holds it now.
    case sent
    /// It is neither there nor here.
    case absent
    /// The vault will not take it.
    case refused(PushRefusal)
  }

  /// How often a blob may be begun anew, or stand still.
  private static let maximumSetbacks = 3

  let blobs: any BlobStore
  let transport: RetryingTransport
  let settings: SyncSettings

  init(blobs: any BlobStore, transport: RetryingTransport, settings: SyncSettings) {
    self.blobs = blobs
    self.transport = transport
    self.settings = settings
  }

  /// Brings a blob to the vault, from where it stopped the last time.
  func send(_ digest: BlobDigest, report: @Sendable (SyncProgress) -> Void) async throws(SyncError) -> Outcome {
    let there = try await transport.progress(of: digest, report: report)
    if let there, there.isComplete { return .known }
    let here = try await SyncError.ofStore { () async throws(StoreError) in try await blobs.progress(of: digest) }
    guard let here, here.isComplete else { return .absent }
    var offset = there?.size == here.size ? there?.received ?? 0 : 0
    var (setbacks, isDamaged) = (0, false)
    while setbacks < Self.maximumSetbacks {
      report(SyncProgress(.uploading, finished: offset, total: here.size))
      guard let piece = try await piece(of: digest, from: offset) else { return .absent }
      switch try await transport.send(piece, report: report) {
      case .progress(let progress):
        if progress.isComplete { return .sent }
        // Another device may send the same blob, or the vault may have lost some of it.
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
      throw .transport(.undecodable(detail: "the vault takes pieces of an attachment and does not keep them"))
    }
    return .refused(.damagedBlob)
  }

  private func piece(of digest: BlobDigest, from offset: Int) async throws(SyncError) -> BlobPiece? {
    try await SyncError.ofStore { () async throws(StoreError) in
      try await blobs.piece(of: digest, from: offset, limit: min(settings.pieceBytes, BlobPiece.maximumBytes))
    }
  }
}

/// What one sync learned of the blobs of its vault.
struct VaultBlobs: Sendable {
  /// How often a note may be refused for a blob that the vault said it holds, before it is left out.
  private static let maximumRefusals = 3

  /// The blobs that the vault holds.
  private var present: Set<BlobDigest> = []
  /// The blobs that the vault should hold, and does not.
  private var lost: Set<BlobDigest> = []
  private var refusals: [NoteID: Int] = [:]

  /// Whether the vault holds all blobs of a change, as far as can be told without asking it.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - base: The vault's version of the note, as last seen: what that refers to is there.
  func hasAll(of change: PushChange, base: @autoclosure () throws(StoreError) -> Note?) throws(StoreError) -> Bool {
    let unknown = change.blobs.filter { !present.contains($0) }
    guard !unknown.isEmpty else { return true }
    let known = try base()?.blobs ?? []
    return unknown.allSatisfy { known.contains($0) && !lost.contains($0) }
  }

  /// Whether the vault is known to hold a blob.
  func contains(_ digest: BlobDigest) -> Bool { present.contains(digest) }

  /// Remembers that the vault holds a blob.
  mutating func insert(_ digest: BlobDigest) { present.insert(digest) }

  /// Remembers that the vault refused a change, since it does not hold a blob of it.
  ///
  /// - Returns: Whether it is worth to bring the blobs once more.
  mutating func recordRefusal(_ change: PushChange) -> Bool {
    present.subtract(change.blobs)
    lost.formUnion(change.blobs)
    refusals[change.id, default: 0] += 1
    return !change.blobs.isEmpty && refusals[change.id, default: 0] < Self.maximumRefusals
  }
}
