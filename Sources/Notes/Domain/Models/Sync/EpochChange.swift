/// What a device must know whose epoch is over.
public struct EpochChange: Sendable, Hashable {
  /// The epoch that the vault is in.
  public let epoch: Epoch
  /// Up to which revision the two epochs have the same history; ``Revision/none`` when the vault does not know the other.
  public let forkedAt: Revision

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - epoch: The epoch that the vault is in.
  ///   - forkedAt: Up to which revision the two epochs have the same history.
  public init(epoch: Epoch, forkedAt: Revision) {
    self.epoch = epoch
    self.forkedAt = forkedAt
  }
}
