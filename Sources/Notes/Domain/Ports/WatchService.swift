/// Tells devices when something changes in their vault.
public protocol WatchService: Sendable {
  /// Waits for a change.
  ///
  /// - Parameters:
  ///   - request: What the device knows, and how long to wait; the server shortens a wait that is longer than it likes.
  ///   - vault: The vault.
  func watch(_ request: WatchRequest, in vault: VaultID) async throws(ServiceError) -> WatchReply
}
