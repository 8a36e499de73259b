import NotesDomain

/// Downloads the blobs to which notes of this device refer.
struct BlobDownloader: Sendable {
  /// The result of one download.
  private enum Outcome: Sendable, Hashable {
    /// The blob is complete.
    case received
    /// The vault does not hold the blob, or holds it damaged.
    case missing
    /// This device has no space for the blob.
    case withoutSpace
  }

  /// The number of missing blobs that are read from the store at a time.
  private static let pageBlobs = 100
  /// The number of restarts, or of pieces without progress, after which a blob is left for the next sync.
  private static let maximumSetbacks = 3

  let store: any SyncStore
  let blobs: any BlobStore
  let transport: RetryingTransport
  let settings: SyncSettings
  let randomness: any Randomness

  /// Downloads the missing blobs, one after another. A blob that the vault does not hold, or holds damaged, or for which this
  /// device has no space, is left for the next sync. So is one of which a request fails, with whose error this ends.
  func downloadMissing(_ run: inout SyncRun) async throws {
    guard try await !blobs.missing(after: nil, limit: 1).isEmpty else { return }
    var space = Int.max
    var failed = FailedTransfers()
    // With any of them, so that a few that do not get through are not the first ones in each sync.
    let start = BlobDigest(bytes: (0..<BlobDigest.count).map { _ in UInt8(truncatingIfNeeded: randomness.next()) })
    try await downloadMissing(after: start, upTo: nil, space: &space, failed: &failed, &run)
    try await downloadMissing(after: nil, upTo: start, space: &space, failed: &failed, &run)
    if let error = failed.error { throw SyncError.transport(error) }
  }

  private func downloadMissing(
    after first: BlobDigest?, upTo end: BlobDigest?, space: inout Int, failed: inout FailedTransfers,
    _ run: inout SyncRun
  ) async throws {
    var last = first
    while !failed.areFinal {
      let page = try await blobs.missing(after: last, limit: Self.pageBlobs)
      for wanted in page where !failed.areFinal {
        if let end, wanted.digest > end { return }
        do {
          switch try await download(wanted, space: &space, report: run.report) {
          case .received: run.summary.attachmentsReceived += 1
          case .missing: run.summary.attachmentsMissing += 1
          case .withoutSpace: run.summary.attachmentsWithoutSpace += 1
          }
          failed.recordSuccess()
        } catch SyncError.transport(let error) {
          failed.record(error, of: wanted.digest)
        }
      }
      guard let next = page.last else { return }
      last = next.digest
    }
  }

  /// Downloads a blob, from the offset where the last download stopped. A blob that is larger than every note says is
  /// not downloaded.
  ///
  /// - Parameter space: A number of bytes for which there was no space. Blobs that need as many are not requested.
  private func download(
    _ wanted: FileDescription, space: inout Int, report: @Sendable (SyncProgress) -> Void
  ) async throws -> Outcome {
    let digest = wanted.digest
    let known = try await blobs.progress(of: digest)
    guard wanted.size - (known?.received ?? 0) < space else { return .withoutSpace }
    var (offset, setbacks) = (known?.received ?? 0, 0)
    var size = known?.size
    while setbacks < Self.maximumSetbacks {
      let limit = min(settings.pieceBytes, BlobPiece.maximumBytes)
      guard let piece = try await transport.piece(of: digest, from: offset, limit: limit, report: report),
        piece.size <= min(wanted.size, BlobPiece.maximumBlobBytes)
      else { return .missing }
      if offset > 0, piece.size != size {
        // The stored bytes cannot be the beginning of this blob.
        (offset, size, setbacks) = (0, nil, setbacks + 1)
        continue
      }
      let result: BlobProgress?
      do {
        result = try await blobs.add(piece)
      } catch {
        guard case .diskFull = error else { throw error }
        // A smaller one may fit, and the notes are here.
        space = min(space, piece.size - offset)
        return .withoutSpace
      }
      guard let added = result else {
        (offset, size, setbacks) = (0, nil, setbacks + 1)
        continue
      }
      report(SyncProgress(.downloading, finished: added.received, total: added.size))
      if added.isComplete { return .received }
      // Another program may download the same blob.
      if added.received <= offset { setbacks += 1 }
      (offset, size) = (added.received, added.size)
    }
    return .missing
  }
}
