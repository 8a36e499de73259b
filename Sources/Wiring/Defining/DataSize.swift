/// An amount of data, which files write as `512 kB` or `16 MiB`.
public struct DataSize: Sendable, Hashable, Comparable {
  /// The amount in bytes.
  public let bytes: Int

  /// Creates an amount.
  ///
  /// - Parameter bytes: The amount in bytes.
  public init(bytes: Int) {
    self.bytes = bytes
  }

  /// Orders amounts.
  public static func < (left: DataSize, right: DataSize) -> Bool { left.bytes < right.bytes }
}
