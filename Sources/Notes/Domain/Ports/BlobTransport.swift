/// The way of blobs to one vault and from it: piece by piece, so that what was cut off goes on where it stopped.
public protocol BlobTransport: Sendable {
  /// How much of a blob the vault holds; `nil` for nothing.
  func progress(of digest: BlobDigest) async throws(TransportError) -> BlobProgress?

  /// Sends a piece.
  ///
  /// - Parameter piece: The piece. Sending the same one again is safe.
  func send(_ piece: BlobPiece) async throws(TransportError) -> BlobReply

  /// Asks for a piece of a blob that the vault holds all of.
  ///
  /// - Parameters:
  ///   - digest: The blob.
  ///   - offset: How many bytes come before the piece.
  ///   - limit: The most bytes of it; at most ``BlobPiece/mostBytes``.
  /// - Returns: The piece, an empty one behind the blob's end; `nil` when the vault does not hold the blob.
  func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(TransportError) -> BlobPiece?
}
