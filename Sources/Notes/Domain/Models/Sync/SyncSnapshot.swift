/// How far a snapshot is: a reading of a whole vault, which takes effect when it is complete.
public struct SyncSnapshot: Sendable, Hashable {
  /// The revision up to which it was read.
  public var after: Revision
  /// The vault's head at the first page; `nil` before that.
  public var floor: Revision?

  /// Creates the state of a snapshot.
  ///
  /// - Parameters:
  ///   - after: The revision up to which it was read.
  ///   - floor: The vault's head at the first page.
  public init(after: Revision = .none, floor: Revision? = nil) {
    self.after = after
    self.floor = floor
  }
}
