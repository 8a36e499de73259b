/// Which version of an item a vault holds.
public struct VaultItemVersion: Sendable, Hashable {
  /// The version's revision.
  public let revision: Revision
  /// Whether it is a tombstone.
  public let isTombstone: Bool

  /// Creates a version.
  ///
  /// - Parameters:
  ///   - revision: The version's revision.
  ///   - isTombstone: Whether it is a tombstone.
  public init(revision: Revision, isTombstone: Bool) {
    self.revision = revision
    self.isTombstone = isTombstone
  }
}
