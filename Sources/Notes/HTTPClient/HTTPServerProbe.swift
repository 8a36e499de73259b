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
    let status = try await response(of: server).status.code
    switch status {
    case 200: return
    case 503: throw .unavailable(detail: "it is not ready", retryAfter: nil)
    default: throw .undecodable(detail: "the status is \(status); is there a notes server at this address?")
    }
  }

  func time(of server: ServerAddress) async throws(TransportError) -> Timestamp? {
    try await response(of: server).headers.first(name: "Date").flatMap(HTTPDate.decode)
  }

  private func response(of server: ServerAddress) async throws(TransportError) -> HTTPClientResponse {
    let client = try connections.client(for: .requests)
    do {
      return try await client.execute(HTTPClientRequest(url: server.description + "/readyz"), timeout: Self.timeout)
    } catch {
      throw TransportError(interruption: error, server: server, isCancelled: Task.isCancelled)
    }
  }
}

/// The encoding of a time in the header `Date` (RFC 9110, section 5.6.7), such as `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  static func decode(_ text: String) -> Timestamp? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: String(parts[2])) else { return nil }
    let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
    return Timestamp(iso8601: "\(parts[3])-\(number)-\(parts[1])T\(parts[4])Z")
  }
}
