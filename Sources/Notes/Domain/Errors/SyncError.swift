/// Why a sync did not come to its end. What it did before stays done, and the next one goes on from there.
public enum SyncError: Error, Sendable, Hashable {
  /// The network or the server failed, more often than it was worth trying.
  case transport(TransportError)
  /// The store of this device failed.
  case store(StoreError)
  /// The vault would delete so much here that a person must decide first.
  case braked(DeletionBrake)
  /// Somebody stopped it.
  case cancelled
  /// There was always more to do: the other devices are very busy.
  ///
  /// - Parameter rounds: How often it sent and received.
  case unsettled(rounds: Int)
}
