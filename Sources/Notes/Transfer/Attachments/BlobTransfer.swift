package import NotesDomain

/// The transfer of bytes between files and the store, piece by piece and off the main actor.
package struct BlobTransfer: Sendable {
  /// A report of progress, in bytes.
  package typealias Progress = @Sendable (_ finished: Int, _ total: Int) -> Void

  let blobs: any BlobStore
  let files: any FileAccess

  /// Returns the digest and the size of a file that is to be stored.
  @concurrent
  func describe(_ file: FileLocation) async throws -> FileDescription {
    try checkSize(try files.size(of: file), of: file)
    let description = try files.describe(file)
    // The file may have grown in between.
    try checkSize(description.size, of: file)
    return description
  }

  private func checkSize(_ size: Int, of file: FileLocation) throws {
    guard size <= BlobPiece.maximumBlobBytes else {
      throw AttachmentFailure.tooLarge(path: file.path, bytes: size, limit: BlobPiece.maximumBlobBytes)
    }
  }

  /// Stores the bytes of a file. Bytes that are stored already are not written again, and not pruned until a note refers to
  /// them. After a failure, bytes that no note refers to are removed.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - description: The digest and size of the file; `nil` to compute them.
  ///   - repairing: Whether to verify stored bytes, and to replace damaged ones.
  ///   - progress: Called after each piece.
  @concurrent
  package func store(
    _ file: FileLocation, described description: FileDescription? = nil, repairing: Bool = false,
    progress: Progress = { _, _ in }
  ) async throws -> FileDescription {
    let known: FileDescription
    if let description { known = description } else { known = try await describe(file) }
    let isForgotten = repairing ? try await blobs.verify(known.digest, hasReplacement: true) == .removed : false
    let stored = isForgotten ? nil : try await blobs.touch(known.digest)
    guard stored?.isComplete != true else { return known }
    do {
      let offset = stored?.size == known.size ? stored?.received ?? 0 : 0
      try await store(file, described: known, from: offset, progress: progress)
    } catch {
      // Incomplete bytes would only fill the disk. An error of the removal would hide the one that matters.
      try? await blobs.discard(known.digest)
      throw error
    }
    return known
  }

  private func store(
    _ file: FileLocation, described description: FileDescription, from start: Int, progress: Progress
  ) async throws {
    var offset = start
    while true {
      let limit = min(BlobPiece.maximumBytes, description.size - offset)
      let bytes = try files.read(file, from: offset, limit: limit)
      let piece = BlobPiece(digest: description.digest, size: description.size, offset: offset, bytes: bytes)
      let stored = try await blobs.add(piece)
      // The file changed since it was described if its bytes do not match the digest, or are missing.
      guard let stored, stored.isComplete || stored.received > offset else { throw FileError.changed(path: file.path) }
      progress(stored.received, stored.size)
      if stored.isComplete { return }
      offset = stored.received
    }
  }

  /// Returns how much of a blob is stored.
  package func progress(of digest: BlobDigest) async throws -> BlobProgress? {
    try await blobs.progress(of: digest)
  }

  /// Writes the bytes of an attachment to a file. Writes nothing unless all bytes are stored and intact.
  @concurrent
  package func write(
    _ attachment: Attachment, to file: FileLocation, replacing: Bool, progress: Progress = { _, _ in }
  ) async throws -> BlobWriteResult {
    guard var piece = try await piece(of: attachment, from: 0) else { return .missing }
    let writer = try files.create(file, replacing: replacing)
    while true {
      try writer.append(piece.bytes)
      let end = piece.offset + piece.bytes.count
      progress(end, piece.size)
      if end >= piece.size { break }
      guard let next = try await self.piece(of: attachment, from: end) else { return .missing }
      if next.bytes.isEmpty { break }
      piece = next
    }
    if try writer.finish(as: attachment.digest) { return .written }
    return .damaged(isForgotten: try await examine(attachment) != .damaged)
  }

  /// Verifies the stored bytes of an attachment.
  @concurrent
  package func examine(_ attachment: Attachment) async throws -> BlobVerification {
    try await blobs.verify(attachment.digest, hasReplacement: false)
  }

  /// Returns some bytes of an attachment; `nil` unless all of its bytes are stored.
  @concurrent
  package func piece(of attachment: Attachment, from offset: Int) async throws -> BlobPiece? {
    try await blobs.piece(of: attachment.digest, from: offset, limit: BlobPiece.maximumBytes)
  }
}

/// The result of writing an attachment to a file.
package enum BlobWriteResult: Sendable, Hashable {
  case written
  /// The bytes are not on this device, or not all of them.
  case missing
  /// The bytes on this device are damaged. If they were forgotten, a sync fetches them again.
  case damaged(isForgotten: Bool)
}
