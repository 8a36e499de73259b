import NotesDomain

/// Downloads the blobs to which notes of this device refer.
struct BlobDownloader: Sendable {
  /// The number of missing blobs that are read from the store at a time.
  private static let pageBlobs = 100
  /// The number of restarts, or of pieces without progress, after which a blob is left for the next sync.
  private static let maximumSetbacks = 3

  let store: any SyncStore
  let blobs: any BlobStore
  let transport: RetryingTransport
  let settings: SyncSettings

  /// Downloads the missing blobs, one after another. A blob that the vault does not hold, or holds damaged, is left for the
  /// next sync.
  func downloadMissing(_ run: inout SyncRun) async throws {
    var last: BlobDigest?
    while true {
      let page = try await blobs.missing(after: last, limit: Self.pageBlobs)
      for wanted in page {
        if try await download(wanted, report: run.report) {
          run.summary.attachmentsReceived += 1
        } else {
          run.summary.attachmentsMissing += 1
        }
      }
      guard let next = page.last else { break }
      last = next.digest
    }
  }

  /// Downloads a blob, from the offset where the last download stopped. A blob that is larger than every note says is
  /// not downloaded. Returns whether the blob is complete.
  private func download(_ wanted: FileDescription, report: @Sendable (SyncProgress) -> Void) async throws -> Bool {
    let digest = wanted.digest
    let known = try await blobs.progress(of: digest)
    var (offset, setbacks) = (known?.received ?? 0, 0)
    var size = known?.size
    while setbacks < Self.maximumSetbacks {
      let limit = min(settings.pieceBytes, BlobPiece.maximumBytes)
      guard let piece = try await transport.piece(of: digest, from: offset, limit: limit, report: report),
        piece.size <= min(wanted.size, BlobPiece.maximumBlobBytes)
      else { return false }
      if offset > 0, piece.size != size {
        // The stored bytes cannot be the beginning of this blob.
        (offset, size, setbacks) = (0, nil, setbacks + 1)
        continue
      }
      guard let added = try await blobs.add(piece) else {
        (offset, size, setbacks) = (0, nil, setbacks + 1)
        continue
      }
      report(SyncProgress(.downloading, finished: added.received, total: added.size))
      if added.isComplete { return true }
      // Another program may download the same blob.
      if added.received <= offset { setbacks += 1 }
      (offset, size) = (added.received, added.size)
    }
    return false
  }
}
