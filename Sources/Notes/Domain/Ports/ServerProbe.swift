/// Finds out whether a server does its work.
public protocol ServerProbe: Sendable {
  /// Asks a server, once and not for long. Nobody need be signed in.
  ///
  /// - Parameter server: Where the server is.
  /// - Throws: Why it is not ready; ``TransportError/unavailable(detail:retryAfter:)`` when it says so itself.
  func ask(_ server: ServerAddress) async throws(TransportError)
}
