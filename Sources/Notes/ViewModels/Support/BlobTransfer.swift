package import NotesDomain

/// The way of bytes between files and the store, a piece at a time, away from whoever shows how far it is.
package struct BlobTransfer: Sendable {
  private let blobs: any BlobStore
  private let files: any FileAccess

  /// Creates a way.
  ///
  /// - Parameters:
  ///   - blobs: The bytes of attachments.
  ///   - files: The files outside of the store.
  package init(blobs: any BlobStore, files: any FileAccess) {
    self.blobs = blobs
    self.files = files
  }

  /// Looks at a file that is to be kept.
  ///
  /// - Returns: What the file is.
  @concurrent
  func describe(_ file: FileLocation) async throws(Failure) -> FileDescription {
    try check(try Failure.ofFile { () throws(FileError) in try files.size(of: file) }, file)
    let description = try Failure.ofFile { () throws(FileError) in try files.describe(file) }
    // It may have grown meanwhile.
    try check(description.size, file)
    return description
  }

  private func check(_ size: Int, _ file: FileLocation) throws(Failure) {
    guard size <= BlobPiece.maximumBlobBytes else {
      throw .attachmentTooLarge(path: file.path, bytes: size, limit: BlobPiece.maximumBlobBytes)
    }
  }

  /// Keeps the bytes of a file. Those that are here already are not written again, and stay for the note that will refer to
  /// them. After a failure nothing is left of a file that no note refers to.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - description: What the file is; `nil` to look.
  ///   - isMending: Whether to look if those that are here already are still what they were.
  ///   - progress: Called with how many bytes of it are kept, and how many there are.
  /// - Returns: What the file is.
  @concurrent
  func keep(
    _ file: FileLocation, described description: FileDescription? = nil, mending isMending: Bool = false,
    progress: @Sendable (_ finished: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws(Failure) -> FileDescription {
    let known: FileDescription
    if let description { known = description } else { known = try await describe(file) }
    let begun = try await Failure.ofStore { () async throws(StoreError) -> BlobProgress? in
      if isMending, try await blobs.examine(known.digest, hasReplacement: true) == .forgotten { return nil }
      return try await blobs.touch(known.digest)
    }
    guard begun?.isComplete != true else { return known }
    do throws(Failure) {
      try await write(file, known, from: begun?.size == known.size ? begun?.received ?? 0 : 0, progress: progress)
    } catch {
      // What does not fit is not left to fill the disk; that this may fail too is no news.
      try? await blobs.discard(known.digest)
      throw error
    }
    return known
  }

  private func write(
    _ file: FileLocation, _ description: FileDescription, from start: Int,
    progress: @Sendable (_ finished: Int, _ total: Int) -> Void
  ) async throws(Failure) {
    var offset = start
    while true {
      let limit = min(BlobPiece.maximumBytes, description.size - offset)
      let bytes = try Failure.ofFile { () throws(FileError) in try files.read(file, from: offset, limit: limit) }
      let piece = BlobPiece(digest: description.digest, size: description.size, offset: offset, bytes: bytes)
      let kept = try await Failure.ofStore { () async throws(StoreError) in try await blobs.add(piece) }
      // Bytes that are not what the file was a moment ago, or that are not there any more.
      guard let kept, kept.isComplete || kept.received > offset else { throw .file(.changed(path: file.path)) }
      progress(kept.received, kept.size)
      if kept.isComplete { return }
      offset = kept.received
    }
  }

  /// How much of a blob is here.
  func progress(of digest: BlobDigest) async throws(Failure) -> BlobProgress? {
    try await Failure.ofStore { () async throws(StoreError) in try await blobs.progress(of: digest) }
  }

  /// Writes the bytes of an attachment into a file.
  ///
  /// - Parameters:
  ///   - attachment: The attachment.
  ///   - file: Where the file will be.
  ///   - replacing: Whether it may take the place of another file.
  ///   - progress: Called with how many bytes of it were written, and how many there are.
  /// - Returns: What became of it. Unless all bytes of the attachment are here, and are what it consists of, nothing was
  ///   written.
  @concurrent
  func write(
    _ attachment: Attachment, to file: FileLocation, replacing: Bool,
    progress: @Sendable (_ finished: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws(Failure) -> BlobWriteResult {
    guard var piece = try await piece(of: attachment, from: 0) else { return .missing }
    let writer = try Failure.ofFile { () throws(FileError) in try files.create(file, replacing: replacing) }
    while true {
      let bytes = piece.bytes
      try Failure.ofFile { () throws(FileError) in try writer.append(bytes) }
      let end = piece.offset + bytes.count
      progress(end, piece.size)
      if end >= piece.size { break }
      guard let next = try await self.piece(of: attachment, from: end) else { return .missing }
      if next.bytes.isEmpty { break }
      piece = next
    }
    if try Failure.ofFile({ () throws(FileError) in try writer.finish(as: attachment.digest) }) { return .written }
    return .damaged(isForgotten: try await examine(attachment) != .damaged)
  }

  /// Looks whether the bytes of an attachment are still those that it consists of.
  @concurrent
  func examine(_ attachment: Attachment) async throws(Failure) -> BlobVerification {
    try await Failure.ofStore { () async throws(StoreError) in
      try await blobs.examine(attachment.digest, hasReplacement: false)
    }
  }

  /// Some bytes of an attachment; `nil` when not all of them are here.
  @concurrent
  func piece(of attachment: Attachment, from offset: Int) async throws(Failure) -> BlobPiece? {
    try await Failure.ofStore { () async throws(StoreError) in
      try await blobs.piece(of: attachment.digest, from: offset, limit: BlobPiece.maximumBytes)
    }
  }
}

extension Failure {
  /// Works with files, whose errors become failures of the action.
  static func ofFile<Value>(_ action: () throws(FileError) -> Value) throws(Failure) -> Value {
    do {
      return try action()
    } catch {
      throw .file(error)
    }
  }
}

/// What became of an attachment that was to be written into a file.
enum BlobWriteResult: Sendable, Hashable {
  /// It is there.
  case written
  /// Its bytes are not on this device, or not all of them.
  case missing
  /// Its bytes on this device are not what it consists of any more.
  ///
  /// - Parameter isForgotten: Whether they were thrown away, so that a sync fetches the right ones.
  case damaged(isForgotten: Bool)
}
