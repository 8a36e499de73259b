import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NotesDomain

/// Probes the readiness of a server over HTTP.
struct HTTPServerProbe: ServerProbe {
  /// The maximum time; a slower server is of no use to devices.
  private static let timeout = TimeAmount.seconds(5)

  /// The maximum length of the text that says that a server is ready, in bytes.
  private static let textLimit = 1024

  let connections: HTTPClientPool

  func check(_ server: ServerAddress) async throws(TransportError) {
    let response = try await response(of: server)
    switch response.status.code {
    case 200:
      let text = try? await response.body.collect(upTo: Self.textLimit)
      guard let text, String(buffer: text).begins(with: "ready") else {
        throw .misaddressed(detail: "the response is not that of a notes server")
      }
    case 503: throw .unavailable(detail: "it is not ready", retryAfter: nil)
    case let status: throw .misaddressed(detail: "the status is \(status)")
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
