import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NotesHTTPAPI
import Testing

@testable import NotesHTTPServer

struct EarlierVersionTests {
  /// Returns the fields of a request after the handler.
  private func fields(_ version: HTTPVersion, _ fields: HTTPHeaders) throws -> HTTPHeaders? {
    let channel = EmbeddedChannel(handler: EarlierVersionHandler())
    let head = HTTPRequestHead(version: version, method: .POST, uri: "/", headers: fields)
    try channel.writeInbound(HTTPServerRequestPart.head(head))
    guard case .head(let passed) = try channel.readInbound(as: HTTPServerRequestPart.self) else { return nil }
    return passed.headers
  }

  @Test func `a request of HTTP 1.0 waits for no 100 Continue, and its chunked body is refused`() throws {
    // When
    let fields = try #require(
      try fields(.http1_0, ["Expect": "100-continue", "Transfer-Encoding": "chunked", "Connection": "keep-alive"]))
    // Then
    #expect(fields["Expect"] == [] && fields["Connection"] == ["close"])
    var head = HTTPRequest(method: .post, scheme: "http", authority: "x", path: "/")
    head.headerFields[.transferEncoding] = fields.first(name: "Transfer-Encoding")
    let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    let error = #expect(throws: RequestFailure.self) { try RequestLimits.check(request) }
    #expect(error?.error.code == .badRequest)
  }

  @Test func `other requests pass unchanged`() throws {
    // Given
    let chunked: HTTPHeaders = ["Expect": "100-continue", "Transfer-Encoding": "chunked"]
    let plain: HTTPHeaders = ["Content-Length": "3", "Connection": "keep-alive"]
    // When, then
    #expect(try fields(.http1_1, chunked) == chunked)
    #expect(try fields(.http1_0, plain) == plain)
  }
}
