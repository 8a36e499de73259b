/// A change of one note, which the vault accepts when the note is still the one that was changed.
public struct PushChange: Sendable, Hashable {
  /// The note.
  public let id: NoteID
  /// The revision of the version that was changed; ``Revision/none`` for a note that the vault does not hold.
  public let base: Revision
  /// The note as ``NotePayload`` writes it; `nil` when it is to be deleted.
  public let payload: [UInt8]?
  /// The blobs that the note refers to, in ascending order and without repetition: the vault, which does not read payloads,
  /// keeps them as long as an item refers to them, and refuses an item whose blobs it does not hold.
  public let blobs: [BlobDigest]

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - id: The note.
  ///   - base: The revision of the version that was changed.
  ///   - payload: The note's bytes; `nil` when it is to be deleted.
  ///   - blobs: The blobs that the note refers to; a note that is to be deleted refers to none.
  public init(id: NoteID, base: Revision, payload: [UInt8]?, blobs: [BlobDigest] = []) {
    self.id = id
    self.base = base
    self.payload = payload
    self.blobs = payload == nil ? [] : blobs.count < 2 ? blobs : Set(blobs).sorted()
  }

  /// About how many bytes the change takes: those of its payload, and for each blob as much as its name takes on the way.
  public var byteCount: Int { (payload?.count ?? 0) + 56 * blobs.count }
}
