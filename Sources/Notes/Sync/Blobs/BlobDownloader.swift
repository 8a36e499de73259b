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
    guard run.summary.attachmentsReceived > 0 else { return }
    // A downloaded blob may be the one for which a note was blocked.
    try await store.write { transaction in
      for id in try transaction.blocked() { try transaction.unblock(id) }
    }
  }

  /// Unblocks the notes that were blocked because of missing blobs, and whose files have been attached again since.
  func unblockProvided() async throws {
    let blocked = try await store.read { transaction -> [(id: NoteID, blobs: [BlobDigest])] in
      var blocked: [(id: NoteID, blobs: [BlobDigest])] = []
      for id in try transaction.blocked() {
        guard let item = try transaction.item(id), item.block == .refused(.missingBlob), let note = item.local else {
          continue
        }
        blocked.append((id, note.blobs))
      }
      return blocked
    }
    for (id, digests) in blocked {
      var isComplete = true
      for digest in digests where isComplete {
        isComplete = try await blobs.progress(of: digest)?.isComplete ?? false
      }
      guard isComplete else { continue }
      try await store.write { transaction in try transaction.unblock(id) }
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

extension SyncTransaction {
  /// Unblocks a note that was blocked because of a missing blob.
  fileprivate func unblock(_ id: NoteID) throws {
    guard var item = try item(id), item.block == .refused(.missingBlob) else { return }
    item.block = nil
    try save(item, for: id)
  }
}
