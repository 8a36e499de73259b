/// How far this device is, so that it shows later whether something changed on it.
public struct LocalMark: Sendable, Hashable {
  /// How many changes the vault has yet to hear of.
  public let pending: Int
  /// The number of the newest set of changes: one more edit of a note that is pending anyway is a change as well.
  public let changeSet: Int

  /// Creates a mark.
  ///
  /// - Parameters:
  ///   - pending: How many changes the vault has yet to hear of.
  ///   - changeSet: The number of the newest set of changes.
  public init(pending: Int, changeSet: Int) {
    self.pending = pending
    self.changeSet = changeSet
  }
}
