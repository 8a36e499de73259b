/// Where a device stands with its vault.
public struct SyncState: Sendable, Hashable {
  /// The name under which this device numbers its batches.
  public var device: DeviceID
  /// The number of the next batch.
  public var nextBatch = 1
  /// The epoch that this device knows; `nil` before it has heard from a vault.
  public var epoch: Epoch?
  /// The revision up to which this device knows everything.
  public var cursor = Revision.none
  /// While a vault is read for the first time: the head at its first page, below which deletions need not be known.
  public var floor: Revision?
  /// The snapshot under way, if there is one.
  public var snapshot: SyncSnapshot?
  /// After a change of epoch, until the snapshot is complete: up to which revision what this device holds is common history.
  public var forkedAt: Revision?
  /// How many notes the pull under way has deleted here.
  public var deletions = 0
  /// A pull that would delete so much that a person must decide; `nil` when there is none.
  public var brake: DeletionBrake?
  /// When a sync last came to its end; for people to read, nothing is decided by it.
  public var lastSuccess: Timestamp?

  /// Creates the state of a device that has never heard from a vault.
  ///
  /// - Parameter device: The name under which it numbers its batches.
  public init(device: DeviceID) {
    self.device = device
  }
}
