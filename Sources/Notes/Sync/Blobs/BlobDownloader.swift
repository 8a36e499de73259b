import NotesDomain

/// Fetches the blobs that notes here refer to.
struct BlobDownloader: Sendable {
  /// How many blobs are looked for at a time.
  private static let pageBlobs = 100
  /// How often a blob may be begun anew, or stand still, before it is left for the next sync.
  private static let maximumSetbacks = 3

  let store: any SyncStore
  let blobs: any BlobStore
  let transport: RetryingTransport
  let settings: SyncSettings

  init(store: any SyncStore, blobs: any BlobStore, transport: RetryingTransport, settings: SyncSettings) {
    self.store = store
    self.blobs = blobs
    self.transport = transport
    self.settings = settings
  }

  /// Fetches what is missing, one blob after the other. What the vault does not hold, or holds damaged, is left for the next
  /// sync.
  func downloadMissing(_ run: inout SyncRun) async throws(SyncError) {
    var last: BlobDigest?
    while true {
      let page = try await SyncError.ofStore { [last] () async throws(StoreError) in
        try await blobs.missing(after: last, limit: Self.pageBlobs)
      }
      for wanted in page {
        if try await receive(wanted, report: run.report) {
          run.summary.attachmentsReceived += 1
        } else {
          run.summary.attachmentsMissing += 1
        }
      }
      guard let next = page.last else { break }
      last = next.digest
    }
    if run.summary.attachmentsReceived > 0 { try await unblock() }
  }

  /// Lets notes take part again that were left out for a blob that was nowhere, and whose blobs are all here now: somebody
  /// has attached the file once more.
  func unblockProvided() async throws(SyncError) {
    try await SyncError.ofStore { () async throws(StoreError) in
      let blocked = try await store.read { (transaction) throws(StoreError) -> [(id: NoteID, blobs: [BlobDigest])] in
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
        try await store.write { (transaction) throws(StoreError) in
          guard var item = try transaction.item(id), item.block == .refused(.missingBlob) else { return }
          item.block = nil
          try transaction.save(item, for: id)
        }
      }
    }
  }

  /// Lets notes take part again that were left out for a blob that was nowhere: it may be what has just come.
  private func unblock() async throws(SyncError) {
    try await SyncError.ofStore { () async throws(StoreError) in
      try await store.write { (transaction) throws(StoreError) in
        for id in try transaction.blocked() {
          guard var item = try transaction.item(id), item.block == .refused(.missingBlob) else { continue }
          item.block = nil
          try transaction.save(item, for: id)
        }
      }
    }
  }

  /// Fetches a blob, from where it stopped the last time. One that is larger than every note says is not fetched.
  ///
  /// - Returns: Whether all of it is here now.
  private func receive(
    _ wanted: FileDescription, report: @Sendable (SyncProgress) -> Void
  ) async throws(SyncError) -> Bool {
    let digest = wanted.digest
    let begun = try await SyncError.ofStore { () async throws(StoreError) in try await blobs.progress(of: digest) }
    var (offset, setbacks) = (begun?.received ?? 0, 0)
    var size = begun?.size
    while setbacks < Self.maximumSetbacks {
      let limit = min(settings.pieceBytes, BlobPiece.maximumBytes)
      guard let piece = try await transport.piece(of: digest, from: offset, limit: limit, report: report),
        piece.size <= min(wanted.size, BlobPiece.maximumBlobBytes)
      else { return false }
      if offset > 0, piece.size != size {
        // What is here of it cannot be the beginning of that.
        (offset, size, setbacks) = (0, nil, setbacks + 1)
        continue
      }
      let added = try await SyncError.ofStore { () async throws(StoreError) in try await blobs.add(piece) }
      guard let added else {
        (offset, size, setbacks) = (0, nil, setbacks + 1)
        continue
      }
      report(SyncProgress(.downloading, finished: added.received, total: added.size))
      if added.isComplete { return true }
      // Another program may fetch the same.
      if added.received <= offset { setbacks += 1 }
      (offset, size) = (added.received, added.size)
    }
    return false
  }
}
