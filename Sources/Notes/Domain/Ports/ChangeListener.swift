/// Hears from a vault when something changes in it.
public protocol ChangeListener: Sendable {
  /// Waits for a change.
  ///
  /// - Parameter request: What the device knows, and how long to wait. The other side may answer sooner that all is quiet.
  func listen(_ request: WatchRequest) async throws(TransportError) -> WatchReply
}
