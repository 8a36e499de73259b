/// What a server does for devices with the blobs of a vault.
public protocol BlobService: Sendable {
  /// How much of a blob a vault holds; `nil` for nothing.
  func progress(of digest: BlobDigest, in vault: VaultID) async throws(ServiceError) -> BlobProgress?

  /// Takes a piece of a blob when it begins where the last ended; another changes nothing, and is answered with what is
  /// there. A first piece that says another size than what is there begins anew. With the last piece the whole is compared
  /// with its name.
  ///
  /// - Parameters:
  ///   - piece: The piece.
  ///   - vault: The vault.
  func receive(_ piece: BlobPiece, in vault: VaultID) async throws(ServiceError) -> BlobReply

  /// Gives a piece of a blob.
  ///
  /// - Parameters:
  ///   - digest: The blob.
  ///   - offset: How many bytes come before the piece.
  ///   - limit: The most bytes of it; above ``BlobPiece/mostBytes`` it counts as that.
  ///   - vault: The vault.
  /// - Returns: `nil` when the vault does not hold all of the blob.
  func piece(
    of digest: BlobDigest, from offset: Int, limit: Int, in vault: VaultID
  ) async throws(ServiceError) -> BlobPiece?
}
