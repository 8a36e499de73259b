import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import NotesHTTPServer

struct ConnectionGuardTests {
  private func connection(_ peers: ConnectionLimiter, from address: String = "192.0.2.1") throws -> EmbeddedChannel {
    let channel = EmbeddedChannel(handler: ConnectionGuard(timeouts: ConnectionTimeouts(), peers: peers))
    let address = try SocketAddress(ipAddress: address, port: 9)
    channel.remoteAddress = address
    channel.connect(to: address, promise: nil)
    return channel
  }

  private func settings(_ connections: Int = 160) -> HTTPServerSettings {
    var settings = HTTPServerSettings()
    settings.maximumConnections = connections
    return settings
  }

  private func response(on channel: EmbeddedChannel) throws -> HTTPResponsePart? { try channel.readOutbound() }

  @Test func `a peer may have a quarter of the connections`() throws {
    let peers = ConnectionLimiter(settings())
    let mine = try (0..<40).map { _ in try connection(peers) }
    #expect(mine.count { $0.isActive } == 40)
    #expect(try connection(peers).isActive == false)
    #expect(try connection(peers, from: "192.0.2.2").isActive)
    mine[0].close(promise: nil)
    #expect(try connection(peers).isActive)
  }

  @Test func `IPv6 addresses of one network count as one peer`() throws {
    let peers = ConnectionLimiter(settings(1))
    for number in 1...32 { #expect(try connection(peers, from: "2001:db8::\(number)").isActive) }
    #expect(try connection(peers, from: "2001:db8::99").isActive == false)
    #expect(try connection(peers, from: "2001:db8:0:1::1").isActive)
  }

  @Test func `a proxy may have all connections`() throws {
    var settings = settings()
    settings.trustedProxies = [try #require(IPAddressRange("192.0.2.0/24"))]
    let peers = ConnectionLimiter(settings)
    for _ in 0..<100 { #expect(try connection(peers).isActive) }
  }

  @Test func `a connection closes when its first head takes too long`() throws {
    let channel = try connection(ConnectionLimiter(settings()))
    channel.embeddedEventLoop.advanceTime(by: .seconds(9))
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(!channel.isActive)
  }

  @Test func `a body that waits for 100 Continue is requested`() throws {
    let channel = try connection(ConnectionLimiter(settings()))
    var head = HTTPRequest(method: .post, scheme: "http", authority: "x", path: "/")
    try channel.writeInbound(HTTPRequestPart.head(head))
    #expect(try response(on: channel) == nil)
    try channel.writeInbound(HTTPRequestPart.end(nil))
    head.headerFields[.expect] = "100-continue"
    // The response to the first request may be under way.
    try channel.writeInbound(HTTPRequestPart.head(head))
    #expect(try response(on: channel) == nil)
    let other = try connection(ConnectionLimiter(settings()))
    try other.writeInbound(HTTPRequestPart.head(head))
    #expect(try response(on: other) == .head(HTTPResponse(status: .continue)))
  }

  @Test func `a response may take its time, and the next head less`() throws {
    let channel = try connection(ConnectionLimiter(settings()))
    let head = HTTPRequest(method: .get, scheme: "http", authority: "x", path: "/")
    try channel.writeInbound(HTTPRequestPart.head(head))
    try channel.writeInbound(HTTPRequestPart.end(nil))
    channel.embeddedEventLoop.advanceTime(by: .seconds(60))
    #expect(channel.isActive)
    try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
    try channel.writeOutbound(HTTPResponsePart.end(nil))
    channel.embeddedEventLoop.advanceTime(by: .seconds(39))
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(!channel.isActive)
  }
}
