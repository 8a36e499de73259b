package import NotesDomain
import Synchronization

/// Servers that are there when a test says so.
package final class FakeServerProbe: ServerProbe {
  private let servers = Mutex<[ServerAddress: TransportError?]>([:])

  /// Creates a probe of a world without servers.
  package init() {}

  /// Puts a server somewhere.
  ///
  /// - Parameters:
  ///   - server: Where.
  ///   - problem: Why it is not ready; `nil` when it is.
  package func put(_ server: ServerAddress, failing problem: TransportError? = nil) {
    servers.withLock { $0[server] = .some(problem) }
  }

  /// Answers as told; a server that was never put here does not answer.
  package func ask(_ server: ServerAddress) async throws(TransportError) {
    guard let found = servers.withLock({ $0[server] }) else { throw .unreachable(detail: "nobody listens there") }
    if let problem = found { throw problem }
  }
}
