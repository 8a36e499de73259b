import Crypto
import NotesDomain
import NotesHosting

/// The blob service, over a store without rules.
///
/// A blob is complete once its last byte is stored, so its last piece is stored only after the whole blob was compared with
/// its digest. That reads the earlier pieces again, outside the transaction that stores the last one: a large blob takes a
/// second, during which other devices are served. The upload's number shows whether it is still the one that was read.
struct BlobServer: BlobService {
  /// The position of a piece in an upload.
  private enum Position: Sendable {
    /// At the end of an upload; the number is `nil` when the piece begins one.
    case next(upload: Int?)
    /// Anywhere else, with the progress of the upload.
    case elsewhere(BlobProgress)
  }

  /// The result of comparing a complete blob with its digest.
  private struct Verification: Sendable {
    let upload: Int?
    let matches: Bool
  }

  let store: any ServerStore
  let settings: ServerSettings
  let wallClock: any WallClock

  func progress(of digest: BlobDigest, in vault: VaultID) async throws(ServiceError) -> BlobProgress? {
    try await StoreError.wrapped(in: ServiceError.store) {
      try await store.read(vault, prefetching: .blob(digest)) { try $0.blob(digest)?.progress }
    }
  }

  func receive(_ piece: BlobPiece, in access: VaultAccess) async throws(ServiceError) -> BlobUploadReply {
    try await StoreError.wrapped(in: ServiceError.store) {
      try check(piece)
      guard piece.size <= settings.maximumBlobBytes else { return .refused(.tooLarge) }
      let now = wallClock.now()
      let verification = piece.isLast ? try await verify(last: piece, in: access.vault) : nil
      let vaults = GuardedVaults(store: store, settings: settings)
      return try await vaults.write(access, prefetching: .blob(piece.digest)) { transaction in
        try apply(piece, verification: verification, at: now, in: transaction)
      }
    }
  }

  func piece(
    of digest: BlobDigest, from offset: Int, limit: Int, in vault: VaultID
  ) async throws(ServiceError) -> BlobPiece? {
    guard offset >= 0, limit > 0 else { throw .malformed(detail: "A piece has an offset and a length") }
    return try await StoreError.wrapped(in: ServiceError.store) {
      try await store.read(vault, prefetching: .blob(digest)) { transaction in
        guard let blob = try transaction.blob(digest), blob.progress.isComplete else { return nil }
        let bytes = try transaction.bytes(of: digest, from: offset, limit: min(limit, BlobPiece.maximumBytes))
        return BlobPiece(digest: digest, size: blob.progress.size, offset: offset, bytes: bytes)
      }
    }
  }

  private func check(_ piece: BlobPiece) throws {
    guard piece.bytes.count <= BlobPiece.maximumBytes else {
      throw ServiceError.tooLarge(limit: BlobPiece.maximumBytes)
    }
    guard piece.offset >= 0, piece.offset <= piece.size, piece.bytes.count <= piece.size - piece.offset else {
      throw ServiceError.malformed(detail: "A piece lies within its blob")
    }
    guard !piece.bytes.isEmpty || piece.size == 0 else {
      throw ServiceError.malformed(detail: "A piece has at least one byte")
    }
  }

  private func position(of piece: BlobPiece, in transaction: any ServerTransaction) throws -> Position {
    guard let blob = try transaction.blob(piece.digest),
      blob.progress.isComplete || blob.progress.size == piece.size
    else {
      // There is no such blob, or an incomplete one of another size. Only the complete blob shows which size is right.
      return piece.offset == 0 ? .next(upload: nil) : .elsewhere(BlobProgress(received: 0, size: piece.size))
    }
    guard !blob.progress.isComplete, blob.progress.received == piece.offset else { return .elsewhere(blob.progress) }
    return .next(upload: blob.upload)
  }

  /// Compares a blob, as it is with its last piece, with its digest. Holds one of the largest pieces at a time.
  ///
  /// - Returns: `nil` when the piece is not the next one, or the blob was removed meanwhile.
  private func verify(last: BlobPiece, in vault: VaultID) async throws -> Verification? {
    let found = try await store.read(vault, prefetching: .blob(last.digest)) { try position(of: last, in: $0) }
    guard case .next(let upload) = found else { return nil }
    var hash = SHA256()
    var offset = 0
    while offset < last.offset {
      let bytes = try await store.read(vault) { [offset] transaction -> [UInt8] in
        guard try transaction.blob(last.digest)?.upload == upload else { return [] }
        return try transaction.bytes(
          of: last.digest, from: offset, limit: min(BlobPiece.maximumBytes, last.offset - offset))
      }
      guard !bytes.isEmpty else { return nil }
      hash.update(data: bytes)
      offset += bytes.count
    }
    hash.update(data: last.bytes)
    return Verification(upload: upload, matches: hash.finalize().elementsEqual(last.digest.bytes))
  }

  private func apply(
    _ piece: BlobPiece, verification: Verification?, at now: Timestamp, in transaction: any ServerTransaction
  ) throws -> BlobUploadReply {
    switch try position(of: piece, in: transaction) {
    case .elsewhere(let progress):
      try transaction.touch(piece.digest, at: now)
      return .progress(progress)
    case .next(let upload):
      if piece.isLast, verification == nil || verification?.upload != upload {
        // Another upload was verified. The piece is still the next one, and the device sends it again.
        return .progress(BlobProgress(received: piece.offset, size: piece.size))
      }
      if upload == nil {
        try transaction.remove(piece.digest)
        let size = try transaction.size()
        var next = size
        next.blobs += 1
        next.blobBytes += piece.size
        guard settings.budget.allows(next, after: size) else { return .refused(.overQuota) }
      }
      if piece.isLast, verification?.matches != true {
        try transaction.remove(piece.digest)
        return .mismatch
      }
      try transaction.append(piece, at: now)
      return .progress(BlobProgress(received: piece.offset + piece.bytes.count, size: piece.size))
    }
  }
}

extension ServerPrefetch {
  /// Returns the progress of a blob.
  fileprivate static func blob(_ digest: BlobDigest) -> ServerPrefetch {
    var prefetch = ServerPrefetch()
    prefetch.blobs = [digest]
    return prefetch
  }
}
