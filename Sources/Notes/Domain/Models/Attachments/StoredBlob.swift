/// A blob that a server's store holds, or the beginning of one.
public struct StoredBlob: Sendable, Hashable {
  /// The blob.
  public let digest: BlobDigest
  /// The number of this upload of it, which no other has: one that was forgotten and begins again is another.
  public let upload: Int
  /// How much of it is there.
  public let progress: BlobProgress
  /// When somebody last sent some of it, or an item began or ceased to refer to it.
  public let touched: Timestamp

  /// Creates a blob.
  ///
  /// - Parameters:
  ///   - digest: The blob.
  ///   - upload: The number of this upload of it.
  ///   - progress: How much of it is there.
  ///   - touched: When somebody last had to do with it.
  public init(digest: BlobDigest, upload: Int, progress: BlobProgress, touched: Timestamp) {
    self.digest = digest
    self.upload = upload
    self.progress = progress
    self.touched = touched
  }
}
