import NotesDomain

/// A row of table `blob`.
struct BlobRow: Equatable {
  /// How many places each blob has in table `blob_chunk`; see the schema.
  private static let places = Int64(BlobPiece.mostBlobBytes)

  let digest: BlobDigest
  let id: Int64
  let size: Int
  let received: Int

  var progress: BlobProgress { BlobProgress(received: received, size: size) }

  /// The place of the byte at an offset.
  func place(_ offset: Int) -> Int64 {
    id * Self.places + Int64(offset)
  }

  /// The offset of the byte at a place.
  func offset(_ place: Int64) -> Int {
    Int(place - id * Self.places)
  }
}

extension BlobRow? {
  /// Whether a piece is the next one, or the first of a blob that is not here yet.
  func takes(_ piece: BlobPiece) -> Bool {
    guard let known = self else { return piece.offset == 0 }
    if known.progress.isComplete { return false }
    return known.size == piece.size ? known.received == piece.offset : piece.offset == 0
  }
}
