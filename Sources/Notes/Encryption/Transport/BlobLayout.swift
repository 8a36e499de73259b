import NotesDomain

/// The positions of a blob's chunks, before and after it is sealed.
struct BlobLayout: Sendable, Hashable {
  /// The number of bytes of a whole sealed chunk.
  static let sealedChunk = BlobChunk.size + BlobChunk.overhead
  /// The number of whole sealed chunks that fit in a piece.
  static let chunksPerPiece = BlobPiece.maximumBytes / sealedChunk

  let blob: BlobDigest
  /// The number of bytes of the content.
  let size: Int
  /// The number of bytes of the content and its padding.
  private let paddedSize: Int

  init(of blob: BlobDigest, size: Int) {
    self.blob = blob
    // A store of an earlier version may name any size.
    self.size = min(max(0, size), Attachment.maximumSize)
    paddedSize = Padding.length(for: self.size)
  }

  var chunkCount: Int { (paddedSize + BlobChunk.size - 1) / BlobChunk.size }

  var sealedSize: Int { paddedSize + chunkCount * BlobChunk.overhead }

  func chunk(_ index: Int) -> BlobChunk {
    BlobChunk(of: blob, index: index, isLast: index == chunkCount - 1)
  }

  /// Returns the number of bytes of a chunk before it is sealed, with padding.
  func length(of index: Int) -> Int { min(BlobChunk.size, paddedSize - index * BlobChunk.size) }

  /// Returns the number of bytes of chunks after they are sealed.
  func sealedLength(of chunks: Range<Int>) -> Int {
    chunks.reduce(0) { $0 + length(of: $1) + BlobChunk.overhead }
  }

  /// Returns the number of the content's bytes up to which a vault that holds some sealed bytes holds everything. Only a
  /// complete sealed blob counts as all of the content, since padding may follow it.
  func received(sealed: Int) -> Int {
    if sealed >= sealedSize { return size }
    let lastStart = max(0, size - 1) / BlobChunk.size * BlobChunk.size
    return min(sealed / Self.sealedChunk * BlobChunk.size, lastStart)
  }
}
