import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NotesWire

extension Response {
  /// An answer with a message of ``WireFormat``.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - status: The status.
  init(message bytes: [UInt8], status: Int = 200) {
    self.init(
      status: HTTPResponse.Status(code: status),
      headers: [.contentType: WireContentType.json.rawValue],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// The answer that says why a request was not done.
  init(_ failure: RequestFailure) {
    self.init(message: WireFormat.encode(failure.error), status: failure.error.code.status)
    if let milliseconds = failure.retryAfter {
      headers[.retryAfter] = WireRetryAfter.encode(milliseconds: milliseconds)
    }
    if !failure.allowed.isEmpty { headers[.allow] = failure.allowed.map(\.rawValue).joined(separator: ", ") }
    if failure.error.code == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
  }
}
