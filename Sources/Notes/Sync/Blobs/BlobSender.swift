import NotesDomain

/// Brings blobs to the vault.
struct BlobSender: Sendable {
  /// What became of a blob.
  enum Outcome: Sendable, Hashable {
    /// The vault held it before.
    case known
    /// The vault holds it now.
    case sent
    /// It is neither there nor here.
    case absent
    /// The vault will not take it.
    case refused(Refusal)
  }

  /// How often a blob may be begun anew, or stand still.
  private static let mostSetbacks = 3

  let blobs: any BlobStore
  let transport: PatientTransport
  let settings: SyncSettings

  init(blobs: any BlobStore, transport: PatientTransport, settings: SyncSettings) {
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
    while setbacks < Self.mostSetbacks {
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
      try await blobs.piece(of: digest, from: offset, limit: min(settings.pieceBytes, BlobPiece.mostBytes))
    }
  }
}
