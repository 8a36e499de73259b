/// Where a vault stands.
public struct VaultState: Sendable, Hashable {
  /// An epoch of the vault.
  public struct Start: Sendable, Hashable {
    /// The epoch.
    public let epoch: Epoch
    /// The vault's head when it began.
    public let head: Revision

    /// Creates the start of an epoch.
    ///
    /// - Parameters:
    ///   - epoch: The epoch.
    ///   - head: The vault's head when it began.
    public init(epoch: Epoch, head: Revision) {
      self.epoch = epoch
      self.head = head
    }
  }

  /// The vault's epochs, oldest first; the last is the present one.
  public var epochs: [Start]
  /// The revision of the last change.
  public var head: Revision
  /// The revision up to which tombstones may have been forgotten.
  public var horizon: Revision

  /// Creates the state of a vault.
  ///
  /// - Parameters:
  ///   - epochs: The vault's epochs, oldest first.
  ///   - head: The revision of the last change.
  ///   - horizon: The revision up to which tombstones may have been forgotten.
  public init(epochs: [Start], head: Revision = .none, horizon: Revision = .none) {
    self.epochs = epochs
    self.head = head
    self.horizon = horizon
  }

  /// Begins a new epoch at the vault's head.
  ///
  /// - Parameter randomness: Where the epoch's name comes from.
  public mutating func beginEpoch(drawnFrom randomness: any Randomness) {
    epochs.append(Start(epoch: Epoch(drawnFrom: randomness), head: head))
  }
}
