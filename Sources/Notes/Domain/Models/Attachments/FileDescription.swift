/// What there is to know of a file before its bytes are kept.
public struct FileDescription: Sendable, Hashable {
  /// The SHA-256 of its bytes.
  public let digest: BlobDigest
  /// How many bytes there are.
  public let size: Int

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - digest: The SHA-256 of its bytes.
  ///   - size: How many bytes there are.
  public init(digest: BlobDigest, size: Int) {
    self.digest = digest
    self.size = size
  }
}
