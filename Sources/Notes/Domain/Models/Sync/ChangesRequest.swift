/// A question for what has changed in a vault.
public struct ChangesRequest: Sendable, Hashable {
  /// The epoch that the device knows; `nil` when it knows none yet.
  public let epoch: Epoch?
  /// The revision after which the device knows nothing.
  public let after: Revision
  /// The revision up to which the device has learnt of all deletions: the vault forgets tombstones in time, and must not
  /// answer a device that would need them. `nil` for the first page of a snapshot, which needs none.
  public let floor: Revision?
  /// The most items to answer with.
  public let limit: Int

  /// Creates a question.
  ///
  /// - Parameters:
  ///   - epoch: The epoch that the device knows.
  ///   - after: The revision after which the device knows nothing.
  ///   - floor: The revision up to which the device has learnt of all deletions.
  ///   - limit: The most items to answer with.
  public init(epoch: Epoch?, after: Revision, floor: Revision?, limit: Int) {
    self.epoch = epoch
    self.after = after
    self.floor = floor
    self.limit = limit
  }
}
