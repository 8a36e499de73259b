import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NotesDomain

/// Asks a server over HTTP whether it is ready, as supervisors do.
struct HTTPServerProbe: ServerProbe {
  /// How long it may take, in milliseconds: a server that is slower than that is of no use to devices.
  private static let patience: Int64 = 5000

  private let connections: HTTPClientPool

  init(connections: HTTPClientPool) {
    self.connections = connections
  }

  func ask(_ server: ServerAddress) async throws(TransportError) {
    let client = try connections.client(for: .requests)
    let status: UInt
    do {
      let request = HTTPClientRequest(url: server.description + "/readyz")
      status = try await client.execute(request, timeout: .milliseconds(Self.patience)).status.code
    } catch {
      throw TransportError(interruption: error, server: server, isCancelled: Task.isCancelled)
    }
    switch status {
    case 200: return
    case 503: throw .unavailable(detail: "it is not ready", retryAfter: nil)
    default: throw .undecodable(detail: "the status is \(status); is there a server for notes at this address?")
    }
  }
}
