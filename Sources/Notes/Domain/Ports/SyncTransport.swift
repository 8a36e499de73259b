/// The way to one vault, as far as it is: whatever it carries may arrive late, twice or not at all.
public protocol SyncTransport: Sendable {
  /// Sends a batch.
  ///
  /// - Parameter batch: The batch. Sending the same one again is safe.
  func push(_ batch: PushBatch) async throws(TransportError) -> PushReply

  /// Asks for changes.
  ///
  /// - Parameter request: After which revision, and how many.
  func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply
}
