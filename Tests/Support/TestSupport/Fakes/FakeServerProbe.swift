package import NotesDomain
import Synchronization

/// A health check of servers that a test adds.
package final class FakeServerProbe: ServerProbe {
  private let servers = Mutex<[ServerAddress: TransportError?]>([:])

  package init() {}

  /// Adds a server.
  ///
  /// - Parameter problem: The reason why it is not ready; `nil` when it is.
  package func put(_ server: ServerAddress, failing problem: TransportError? = nil) {
    servers.withLock { $0[server] = .some(problem) }
  }

  package func check(_ server: ServerAddress) async throws(TransportError) {
    guard let found = servers.withLock({ $0[server] }) else { throw .unreachable(detail: "nobody listens there") }
    if let problem = found { throw problem }
  }
}
