package import NotesDomain
import Synchronization

/// A health check of servers that a test adds.
package final class FakeServerProbe: ServerProbe {
  private let servers = Mutex<[ServerAddress: TransportError?]>([:])
  private let clock = Mutex<Timestamp?>(nil)

  package init() {}

  /// Adds a server.
  ///
  /// - Parameter problem: The reason why it is not ready; `nil` when it is.
  package func put(_ server: ServerAddress, failing problem: TransportError? = nil) {
    servers.withLock { $0[server] = .some(problem) }
  }

  /// The time of every server's clock; `nil` when they do not tell it.
  package var time: Timestamp? {
    get { clock.withLock { $0 } }
    set { clock.withLock { $0 = newValue } }
  }

  package func time(of server: ServerAddress) async throws(TransportError) -> Timestamp? { time }

  package func check(_ server: ServerAddress) async throws(TransportError) {
    guard let found = servers.withLock({ $0[server] }) else { throw .unreachable(detail: "nobody listens there") }
    if let problem = found { throw problem }
  }
}
