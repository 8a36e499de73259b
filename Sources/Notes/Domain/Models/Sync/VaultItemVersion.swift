/// Which version of an item a vault holds.
public struct VaultItemVersion: Sendable, Hashable {
  /// The version's revision.
  public let revision: Revision
  /// Whether it is a tombstone.
  public let isTombstone: Bool
  /// How many bytes its payload has.
  public let payloadBytes: Int

  /// Creates a version.
  ///
  /// - Parameters:
  ///   - revision: The version's revision.
  ///   - isTombstone: Whether it is a tombstone.
  ///   - payloadBytes: How many bytes its payload has.
  public init(revision: Revision, isTombstone: Bool, payloadBytes: Int = 0) {
    self.revision = revision
    self.isTombstone = isTombstone
    self.payloadBytes = payloadBytes
  }
}
