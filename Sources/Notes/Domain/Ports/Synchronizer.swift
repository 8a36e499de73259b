/// What brings this device and its vault together.
public protocol Synchronizer: Sendable {
  /// Sends and receives until both sides know the same. Only one runs at a time on a store; local commands never wait for
  /// it longer than for each other.
  ///
  /// - Parameters:
  ///   - request: What to do in questions that people decide.
  ///   - progress: Called as it goes on.
  /// - Returns: What it did.
  func synchronize(
    _ request: SyncRequest, progress: @escaping @Sendable (SyncProgress) -> Void
  ) async throws(SyncError) -> SyncSummary

  /// Where this device stands, without asking anybody.
  func status() async throws(StoreError) -> SyncStatus
}
