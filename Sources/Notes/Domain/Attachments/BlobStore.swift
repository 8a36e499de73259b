/// The storage of attachments' content on this device.
package protocol BlobStore: Sendable {
  /// Returns the stored part of a blob, or `nil` when nothing is stored.
  func progress(of digest: BlobDigest) async throws(StoreError) -> BlobProgress?

  /// Marks a blob as touched now, so that it stays until a note refers to it. Returns the stored part; `nil` when
  /// nothing is stored.
  func touch(_ digest: BlobDigest) async throws(StoreError) -> BlobProgress?

  /// Appends a piece to a blob.
  ///
  /// A piece at another offset than the end of the stored part, or beyond the blob's size, changes nothing. The last
  /// piece triggers a comparison with the digest; a mismatch removes the blob. A first piece with another size restarts
  /// an incomplete blob. Fails with ``StoreError/diskFull(path:)`` when the piece, or the whole blob at its first
  /// piece, would leave too little disk space for the notes. Returns the stored part; `nil` when the complete blob does
  /// not match its digest.
  func add(_ piece: BlobPiece) async throws(StoreError) -> BlobProgress?

  /// Returns a piece of a complete blob, which is empty beyond the end, or `nil` when the blob is incomplete.
  func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(StoreError) -> BlobPiece?

  /// Compares a complete blob with its digest, to detect bit rot. O(size).
  ///
  /// A damaged blob is removed only when the right bytes are available elsewhere: the last copy of a film stays,
  /// however damaged.
  ///
  /// - Parameter hasReplacement: Whether the caller has the right bytes. When it is `false`, the blob is removed only
  ///   if the vault is known to hold them.
  func verify(_ digest: BlobDigest, hasReplacement: Bool) async throws(StoreError) -> BlobVerification

  /// Removes the stored part of an incomplete blob that no note refers to.
  func discard(_ digest: BlobDigest) async throws(StoreError)

  /// Returns blobs that notes refer to and that are missing or incomplete, in ascending order. Each has the largest
  /// size that a note gives. The page starts after a blob, or at the first one for `nil`.
  func missing(after digest: BlobDigest?, limit: Int) async throws(StoreError) -> [FileDescription]

  /// Returns the attachments of a note, or of all notes for `nil`, sorted by title, note and name.
  func attachments(of note: NoteID?) async throws(StoreError) -> [StoredAttachment]

  /// Removes the blobs that no note, no restorable version and no sync state refers to, and that were last touched before a
  /// time: a blob is stored before the note that refers to it.
  func removeOrphans(touchedBefore time: Timestamp) async throws(StoreError) -> RemovedBlobs
}

/// An attachment of a note, and the part of it on this device.
package struct StoredAttachment: Sendable, Hashable {
  package let note: NoteID
  package let title: String
  package let attachment: Attachment
  /// The number of stored bytes.
  package let received: Int
  /// Whether all of the content is stored. An empty file is incomplete until it is added.
  package let isComplete: Bool

  package init(note: NoteID, title: String, attachment: Attachment, received: Int, isComplete: Bool) {
    self.note = note
    self.title = title
    self.attachment = attachment
    self.received = received
    self.isComplete = isComplete
  }
}

/// The result of comparing a blob with its digest.
package enum BlobVerification: Sendable, Hashable, CaseIterable {
  /// The stored bytes match, or the blob is incomplete.
  case intact
  /// The bytes did not match. The blob was removed, so that it can be downloaded again.
  case removed
  /// The bytes do not match, and the blob stays, since no replacement is known.
  case damaged
}

/// The number and size of removed blobs.
package struct RemovedBlobs: Sendable, Hashable {
  package var count: Int
  /// The number of stored bytes that were removed.
  package var bytes: Int

  package init(count: Int = 0, bytes: Int = 0) {
    self.count = count
    self.bytes = bytes
  }
}
