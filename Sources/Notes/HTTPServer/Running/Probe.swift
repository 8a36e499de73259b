import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// What watches over a server asks, without a token.
enum Probe: String, CaseIterable {
  /// Whether the process lives.
  case health = "/healthz"
  /// Whether it can serve.
  case readiness = "/readyz"

  init?(path: Substring) {
    // Nearly every request is another one.
    guard path.utf8.count <= 8, let probe = Self(rawValue: String(path)) else { return nil }
    self = probe
  }
}

extension Response {
  /// An answer in plain text.
  static func text(_ text: String, status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "text/plain; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}
