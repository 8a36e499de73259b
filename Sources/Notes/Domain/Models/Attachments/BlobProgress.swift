/// How much of a blob is there.
public struct BlobProgress: Sendable, Hashable {
  /// How many bytes are there, from the first.
  public let received: Int
  /// How many bytes it has.
  public let size: Int

  /// Creates a progress.
  ///
  /// - Parameters:
  ///   - received: How many bytes are there.
  ///   - size: How many bytes it has.
  public init(received: Int, size: Int) {
    self.received = received
    self.size = size
  }

  /// Whether all of it is there, which also says that the bytes have the digest that names them.
  public var isComplete: Bool { received == size }
}
