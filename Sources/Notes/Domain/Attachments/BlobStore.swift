/// The bytes of attachments on this device.
package protocol BlobStore: Sendable {
  /// How much of a blob is here; `nil` for nothing.
  func progress(of digest: BlobDigest) async throws(StoreError) -> BlobProgress?

  /// Has a blob stay that is here, for somebody who is about to have a note refer to it: it counts as touched now.
  ///
  /// - Parameter digest: The blob.
  /// - Returns: How much of it is here; `nil` for nothing.
  func touch(_ digest: BlobDigest) async throws(StoreError) -> BlobProgress?

  /// Adds a piece that begins where the last ended; one that begins elsewhere, or that leads beyond the blob's end, changes
  /// nothing. With the last piece the whole is compared with its name, and forgotten when it is something else. A first
  /// piece of a blob of another size begins anew, unless the whole is here. A piece that would not leave the notes some space
  /// on the disk fails with ``StoreError/diskFull(path:)``, and so does the first one of a blob that would not.
  ///
  /// - Parameter piece: The piece.
  /// - Returns: How much is here now; `nil` when the whole was not what its name says.
  func add(_ piece: BlobPiece) async throws(StoreError) -> BlobProgress?

  /// A piece of a blob that is here.
  ///
  /// - Parameters:
  ///   - digest: The blob.
  ///   - offset: How many bytes come before the piece.
  ///   - limit: The most bytes of it.
  /// - Returns: `nil` when not all of the blob is here. Behind the end there is an empty piece.
  func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(StoreError) -> BlobPiece?

  /// Looks whether a blob that is here whole is still what its name says: disks lose bits. One that is not is forgotten, if
  /// the right bytes can be had; the last copy of a film stays, however damaged. O(size).
  ///
  /// - Parameters:
  ///   - digest: The blob.
  ///   - hasReplacement: Whether the caller has the right bytes. Otherwise the vault must hold them, as far as this device knows.
  func examine(_ digest: BlobDigest, hasReplacement: Bool) async throws(StoreError) -> BlobVerification

  /// Forgets the beginning of a blob that no note refers to; one that is whole stays.
  ///
  /// - Parameter digest: The blob.
  func discard(_ digest: BlobDigest) async throws(StoreError)

  /// Some blobs that notes refer to and that are not here, or not all of them, in ascending order. Each has the largest size
  /// that a note says of it.
  ///
  /// - Parameters:
  ///   - digest: Only blobs after this one; `nil` for the first.
  ///   - limit: The most to return.
  func missing(after digest: BlobDigest?, limit: Int) async throws(StoreError) -> [FileDescription]

  /// The attachments of all notes or of one, by the notes' titles and ids, and then by their names.
  ///
  /// - Parameter note: The note; `nil` for all, those in the archive and in the trash included.
  func attachments(of note: NoteID?) async throws(StoreError) -> [StoredAttachment]

  /// Forgets the blobs that no note refers to, nor a version that can be had back, nor what sync holds.
  ///
  /// - Parameter moment: Only blobs that nobody touched since: bytes are here before the note is that refers to them.
  /// - Returns: What was forgotten.
  func removeOrphans(touchedBefore moment: Timestamp) async throws(StoreError) -> RemovedBlobs
}

/// An attachment of a note, and how much of it is on this device.
package struct StoredAttachment: Sendable, Hashable {
  /// The note.
  package let note: NoteID
  /// The note's title.
  package let title: String
  /// The file.
  package let attachment: Attachment
  /// How many of its bytes are here, from the first.
  package let received: Int
  /// Whether all of it is here. An empty file is not here before somebody brought it.
  package let isComplete: Bool

  /// Creates an attachment of a note.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - title: The note's title.
  ///   - attachment: The file.
  ///   - received: How many of its bytes are here, from the first.
  ///   - isComplete: Whether all of it is here.
  package init(note: NoteID, title: String, attachment: Attachment, received: Int, isComplete: Bool) {
    self.note = note
    self.title = title
    self.attachment = attachment
    self.received = received
    self.isComplete = isComplete
  }
}

/// What a look at the bytes of a blob found.
package enum BlobVerification: Sendable, Hashable, CaseIterable {
  /// They are what its name says, as far as they are here.
  case sound
  /// They were something else, and are forgotten, so that the right ones can come.
  case forgotten
  /// They are something else, and stay: nobody is known to have the right ones.
  case damaged
}

/// What was forgotten of the blobs that nobody needs.
package struct RemovedBlobs: Sendable, Hashable {
  /// How many blobs.
  package var count: Int
  /// How many bytes of them were here.
  package var bytes: Int

  /// Creates a count.
  ///
  /// - Parameters:
  ///   - count: How many blobs.
  ///   - bytes: How many bytes of them were here.
  package init(count: Int = 0, bytes: Int = 0) {
    self.count = count
    self.bytes = bytes
  }
}
