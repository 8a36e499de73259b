/// How much sync has before it.
public struct SyncCounts: Sendable, Hashable {
  /// How many notes there are on this device.
  public var notes: Int
  /// How many of them, and of those that were deleted here, the vault has yet to hear of; blocked ones are not counted.
  public var pending: Int

  /// Creates the counts.
  ///
  /// - Parameters:
  ///   - notes: How many notes there are on this device.
  ///   - pending: How many changes the vault has yet to hear of.
  public init(notes: Int, pending: Int) {
    self.notes = notes
    self.pending = pending
  }
}
