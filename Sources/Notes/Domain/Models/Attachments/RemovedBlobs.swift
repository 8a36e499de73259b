/// What was forgotten of the blobs that nobody needs.
public struct RemovedBlobs: Sendable, Hashable {
  /// How many blobs.
  public var count: Int
  /// How many bytes of them were here.
  public var bytes: Int

  /// Creates a count.
  ///
  /// - Parameters:
  ///   - count: How many blobs.
  ///   - bytes: How many bytes of them were here.
  public init(count: Int = 0, bytes: Int = 0) {
    self.count = count
    self.bytes = bytes
  }
}
