/// A server in this process.
public protocol SyncHost: Sendable {
  /// Serves devices until it is told to stop, and then finishes what is under way.
  ///
  /// - Parameter onReady: Called once with the addresses that it listens on, when it answers there.
  func serve(onReady: @escaping @Sendable ([String]) -> Void) async throws(HostError)
}
