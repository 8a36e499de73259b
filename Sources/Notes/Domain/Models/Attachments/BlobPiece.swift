/// Some bytes of a blob, in their place.
public struct BlobPiece: Sendable, Hashable {
  /// The most bytes of a piece.
  public static let mostBytes = 1_048_576
  /// The most bytes of a blob.
  public static let mostBlobBytes = 2_147_483_648

  /// The blob.
  public let digest: BlobDigest
  /// How many bytes the blob has.
  public let size: Int
  /// How many of them come before these.
  public let offset: Int
  /// The bytes.
  public let bytes: [UInt8]

  /// Creates a piece.
  ///
  /// - Parameters:
  ///   - digest: The blob.
  ///   - size: How many bytes the blob has.
  ///   - offset: How many of them come before these.
  ///   - bytes: The bytes.
  public init(digest: BlobDigest, size: Int, offset: Int, bytes: [UInt8]) {
    self.digest = digest
    self.size = size
    self.offset = offset
    self.bytes = bytes
  }
}
