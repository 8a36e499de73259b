/// A question for whether something has changed in a vault, which is answered when it does.
public struct WatchRequest: Sendable, Hashable {
  /// The epoch that the device knows.
  public let epoch: Epoch
  /// The revision up to which the device knows everything.
  public let after: Revision
  /// How long to wait for a change, in milliseconds.
  public let milliseconds: Int

  /// Creates a question.
  ///
  /// - Parameters:
  ///   - epoch: The epoch that the device knows.
  ///   - after: The revision up to which the device knows everything.
  ///   - milliseconds: How long to wait for a change.
  public init(epoch: Epoch, after: Revision, milliseconds: Int) {
    self.epoch = epoch
    self.after = after
    self.milliseconds = milliseconds
  }
}
