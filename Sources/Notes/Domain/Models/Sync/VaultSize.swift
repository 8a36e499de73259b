/// How much a vault holds.
public struct VaultSize: Sendable, Hashable {
  /// How many notes.
  public var notes: Int
  /// How many tombstones.
  public var tombstones: Int
  /// How many receipts.
  public var receipts: Int
  /// How many bytes the notes have.
  public var payloadBytes: Int
  /// How many blobs, those included of which only the beginning is there.
  public var blobs: Int
  /// How many bytes the blobs have, or will have once all of them is there.
  public var blobBytes: Int

  /// Creates a size.
  ///
  /// - Parameters:
  ///   - notes: How many notes.
  ///   - tombstones: How many tombstones.
  ///   - receipts: How many receipts.
  ///   - payloadBytes: How many bytes the notes have.
  ///   - blobs: How many blobs.
  ///   - blobBytes: How many bytes the blobs have.
  public init(
    notes: Int, tombstones: Int, receipts: Int, payloadBytes: Int = 0, blobs: Int = 0, blobBytes: Int = 0
  ) {
    self.notes = notes
    self.tombstones = tombstones
    self.receipts = receipts
    self.payloadBytes = payloadBytes
    self.blobs = blobs
    self.blobBytes = blobBytes
  }

  /// How many bytes count against a limit: those of notes and of blobs.
  public var bytes: Int { payloadBytes + blobBytes }
}
