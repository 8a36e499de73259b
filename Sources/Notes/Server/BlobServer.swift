import Crypto
import NotesDomain

/// What a server does with blobs, over a store that knows no rules.
///
/// A blob counts as complete once its last byte is there, so the last piece is not kept before the whole was compared with
/// its name. That reads the others again, outside the transaction that keeps the piece: a large blob takes a second, in which
/// other devices go on. A number of the upload shows whether it is still the one that was read.
struct BlobServer: BlobService {
  /// Where a piece belongs.
  private enum Place: Sendable {
    /// At the end of an upload; of one that begins with it, when there is no number.
    case next(upload: Int?)
    /// Somewhere else; so much is there.
    case elsewhere(BlobProgress)
  }

  /// What a whole blob turned out to be.
  private struct Finding {
    let upload: Int?
    let isRight: Bool
  }

  let store: any ServerStore
  let settings: ServerSettings
  let clock: any WallClock

  func progress(of digest: BlobDigest, in vault: VaultID) async throws(ServiceError) -> BlobProgress? {
    try await ofStore { () async throws(StoreError) in
      try await store.read(vault) { transaction throws(StoreError) in try transaction.blob(digest)?.progress }
    }
  }

  func receive(_ piece: BlobPiece, in vault: VaultID) async throws(ServiceError) -> BlobUploadReply {
    try check(piece)
    guard piece.size <= settings.maximumBlobBytes else { return .refused(.tooLarge) }
    let now = clock.now()
    let finding = try await ofStore { () async throws(StoreError) -> Finding? in
      let isLast = piece.offset + piece.bytes.count == piece.size
      return isLast ? try await examine(piece, in: vault) : nil
    }
    return try await VaultWriter(store: store, settings: settings).write(vault) { transaction throws(StoreError) in
      try take(piece, finding, at: now, transaction)
    }
  }

  func piece(
    of digest: BlobDigest, from offset: Int, limit: Int, in vault: VaultID
  ) async throws(ServiceError) -> BlobPiece? {
    guard offset >= 0, limit > 0 else { throw .malformed(detail: "A piece has a place and a length") }
    return try await ofStore { () async throws(StoreError) in
      try await store.read(vault) { transaction throws(StoreError) -> BlobPiece? in
        guard let blob = try transaction.blob(digest), blob.progress.isComplete else { return nil }
        let bytes = try transaction.bytes(of: digest, from: offset, limit: min(limit, BlobPiece.maximumBytes))
        return BlobPiece(digest: digest, size: blob.progress.size, offset: offset, bytes: bytes)
      }
    }
  }

  private func check(_ piece: BlobPiece) throws(ServiceError) {
    guard piece.bytes.count <= BlobPiece.maximumBytes else { throw .tooLarge(limit: BlobPiece.maximumBytes) }
    guard piece.offset >= 0, piece.offset <= piece.size, piece.bytes.count <= piece.size - piece.offset else {
      throw .malformed(detail: "A piece lies within its blob")
    }
    guard !piece.bytes.isEmpty || piece.size == 0 else { throw .malformed(detail: "A piece has a byte at least") }
  }

  private func place(of piece: BlobPiece, _ transaction: any ServerTransaction) throws(StoreError) -> Place {
    guard let blob = try transaction.blob(piece.digest),
      blob.progress.isComplete || blob.progress.size == piece.size
    else {
      // Nothing of such a blob, or the beginning of one that somebody thinks has another size: only the whole can tell.
      return piece.offset == 0 ? .next(upload: nil) : .elsewhere(BlobProgress(received: 0, size: piece.size))
    }
    guard !blob.progress.isComplete, blob.progress.received == piece.offset else { return .elsewhere(blob.progress) }
    return .next(upload: blob.upload)
  }

  /// Compares a blob with its name, as it will be with its last piece.
  ///
  /// - Returns: `nil` when the piece does not belong there, or the blob went meanwhile.
  private func examine(_ last: BlobPiece, in vault: VaultID) async throws(StoreError) -> Finding? {
    let found = try await store.read(vault) { transaction throws(StoreError) -> Place in
      try place(of: last, transaction)
    }
    guard case .next(let upload) = found else { return nil }
    var hash = SHA256()
    var offset = 0
    while offset < last.offset {
      let bytes = try await store.read(vault) { [offset] transaction throws(StoreError) -> [UInt8] in
        guard try transaction.blob(last.digest)?.upload == upload else { return [] }
        return try transaction.bytes(
          of: last.digest, from: offset, limit: min(BlobPiece.maximumBytes, last.offset - offset))
      }
      guard !bytes.isEmpty else { return nil }
      hash.update(data: bytes)
      offset += bytes.count
    }
    hash.update(data: last.bytes)
    return Finding(upload: upload, isRight: hash.finalize().elementsEqual(last.digest.bytes))
  }

  private func take(
    _ piece: BlobPiece, _ finding: Finding?, at now: Timestamp, _ transaction: any ServerTransaction
  ) throws(StoreError) -> BlobUploadReply {
    let isLast = piece.offset + piece.bytes.count == piece.size
    switch try place(of: piece, transaction) {
    case .elsewhere(let progress):
      try transaction.touch(piece.digest, at: now)
      return .progress(progress)
    case .next(let upload):
      if isLast, finding == nil || finding?.upload != upload {
        // It was another upload whose bytes were compared. The piece is the next one still, and comes again.
        return .progress(BlobProgress(received: piece.offset, size: piece.size))
      }
      if upload == nil {
        try transaction.remove(piece.digest)
        if let most = settings.maximumVaultBytes, piece.size > most - (try transaction.size().bytes) {
          return .refused(.overQuota)
        }
      }
      if isLast, finding?.isRight != true {
        try transaction.remove(piece.digest)
        return .mismatch
      }
      try transaction.append(piece, at: now)
      return .progress(BlobProgress(received: piece.offset + piece.bytes.count, size: piece.size))
    }
  }

  private func ofStore<Value>(
    _ body: () async throws(StoreError) -> Value
  ) async throws(ServiceError) -> Value {
    do throws(StoreError) { return try await body() } catch { throw .store(error) }
  }
}
