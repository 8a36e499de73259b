import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NotesDomain

/// Probes the readiness of a server over HTTP.
struct HTTPServerProbe: ServerProbe {
  /// The maximum time; a slower server is of no use to devices.
  private static let timeout = TimeAmount.seconds(5)

  let connections: HTTPClientPool

  func check(_ server: ServerAddress) async throws(TransportError) {
    let client = try connections.client(for: .requests)
    let status: UInt
    do {
      let request = HTTPClientRequest(url: server.description + "/readyz")
      status = try await client.execute(request, timeout: Self.timeout).status.code
    } catch {
      throw TransportError(interruption: error, server: server, isCancelled: Task.isCancelled)
    }
    switch status {
    case 200: return
    case 503: throw .unavailable(detail: "it is not ready", retryAfter: nil)
    default: throw .undecodable(detail: "the status is \(status); is there a notes server at this address?")
    }
  }
}
