import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import NotesDomain
import Testing

@testable import NotesHTTPServer

struct ConnectionGuardTests {
  private func connection(
    _ budgets: ServerBudgets = .sample(), from address: String = "192.0.2.1", proxies: [IPAddressRange] = []
  ) throws -> EmbeddedChannel {
    let networks = PeerNetworks(isBehindProxy: false, proxies: proxies)
    let channel = EmbeddedChannel(handler: ConnectionGuard(budgets: budgets, networks: networks))
    let address = try SocketAddress(ipAddress: address, port: 9)
    channel.remoteAddress = address
    channel.connect(to: address, promise: nil)
    return channel
  }

  private func guardian(of channel: EmbeddedChannel) throws -> ConnectionGuard {
    try channel.pipeline.syncOperations.handler(type: ConnectionGuard.self)
  }

  private func account(_ name: String = "ada") throws -> AccountName { try #require(AccountName(name)) }

  private func response(on channel: EmbeddedChannel) throws -> HTTPResponsePart? { try channel.readOutbound() }

  private func head(_ method: HTTPRequest.Method = .get, length: Int? = nil) -> HTTPRequestPart {
    var head = HTTPRequest(method: method, scheme: "http", authority: "x", path: "/")
    if let length { head.headerFields[.contentLength] = "\(length)" }
    return .head(head)
  }

  // MARK: Numbers

  @Test func `an address that is not signed in has few connections, and all of them a quarter`() throws {
    // Given
    let budgets = ServerBudgets.sample()
    let limits = budgets.limits.stranger
    // When
    let mine = try (0..<limits.connections).map { _ in try connection(budgets) }
    // Then
    #expect(mine.count { $0.isActive } == limits.connections)
    #expect(try connection(budgets).isActive == false)
    var others: [EmbeddedChannel] = []
    for number in limits.connections..<limits.connectionsInAll {
      others.append(try connection(budgets, from: "198.51.100.\(number)"))
    }
    #expect(others.count { $0.isActive } == others.count)
    #expect(budgets.connections.used == limits.connectionsInAll)
    mine[0].close(promise: nil)
    #expect(try connection(budgets).isActive)
  }

  @Test func `when strangers have all their connections, the oldest is closed for a new one`() throws {
    // Given
    let budgets = ServerBudgets.sample()
    let limits = budgets.limits.stranger
    let old = try (0..<limits.connectionsInAll).map { try connection(budgets, from: "198.51.100.\($0 % 16)") }
    #expect(try guardian(of: old[0]).authenticate(as: account()))
    let extra = try connection(budgets, from: "192.0.2.1")
    // When
    let new = try connection(budgets, from: "192.0.2.2")
    // Then
    #expect(new.isActive && extra.isActive && old[0].isActive && !old[1].isActive)
    #expect(old.count { $0.isActive } == limits.connectionsInAll - 1)
    #expect(budgets.connections.used == limits.connectionsInAll + 1)
  }

  @Test func `a connection that was authenticated counts for its account`() throws {
    // Given
    var settings = HTTPServerSettings()
    settings.budgets.account.connections = 2
    let budgets = ServerBudgets.sample(settings)
    let full = try (0..<budgets.limits.stranger.connections).map { _ in try connection(budgets) }
    // When
    let accepted = try full.prefix(3).map { try guardian(of: $0).authenticate(as: account()) }
    // Then
    #expect(accepted == [true, true, false])
    let more = try (0..<3).map { _ in try connection(budgets) }
    #expect(more.map(\.isActive) == [true, true, false])
    full[0].close(promise: nil)
    #expect(try guardian(of: full[2]).authenticate(as: account()))
  }

  @Test func `connections that a full account does not take are closed for new ones, the oldest first`() throws {
    // Given
    var settings = HTTPServerSettings()
    settings.budgets.account.connections = 1
    let budgets = ServerBudgets.sample(settings)
    let limits = budgets.limits.stranger
    let old = try (0..<limits.connectionsInAll).map { try connection(budgets, from: "198.51.100.\($0 % 16)") }
    let first = try connection(budgets, from: "127.0.0.2")
    #expect(try guardian(of: first).authenticate(as: account()))
    // When
    let accepted = try old.dropFirst().map { try guardian(of: $0).authenticate(as: account()) }
    // Then
    #expect(!accepted.contains(true))
    #expect(try connection(budgets, from: "192.0.2.1").isActive)
    #expect(try connection(budgets, from: "192.0.2.2").isActive)
    // The first one came in the place of the oldest, and left room for another.
    #expect(old.prefix(4).map(\.isActive) == [false, false, true, true])
  }

  @Test func `a connection that its account cannot have keeps the time limits of a stranger`() throws {
    // Given
    var settings = HTTPServerSettings()
    settings.budgets.account.connections = 0
    let channel = try connection(.sample(settings))
    try channel.writeInbound(head(.post, length: 100))
    // When
    let isAccepted = try guardian(of: channel).authenticate(as: account())
    channel.embeddedEventLoop.advanceTime(by: .seconds(10))
    // Then
    #expect(!isAccepted && !channel.isActive)
  }

  @Test func `a connection whose complete request is worked on is not closed for a new one`() throws {
    // Given
    let budgets = ServerBudgets.sample()
    let limits = budgets.limits.stranger
    let old = try (0..<limits.connectionsInAll).map { try connection(budgets, from: "198.51.100.\($0 % 16)") }
    try old[0].writeInbound(head(.post, length: 1))
    try old[0].writeInbound(HTTPRequestPart.end(nil))
    try guardian(of: old[0]).keepUntilResponse()
    // When
    let first = try connection(budgets, from: "192.0.2.1")
    // Then
    #expect(first.isActive && old[0].isActive && !old[1].isActive)
    try old[0].writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
    try old[0].writeOutbound(HTTPResponsePart.end(nil))
    let second = try connection(budgets, from: "192.0.2.2")
    #expect(second.isActive && !old[0].isActive && old[2].isActive)
  }

  @Test func `IPv6 addresses of one network count as one`() throws {
    let budgets = ServerBudgets.sample()
    let mine = try (1...32).map { try connection(budgets, from: "2001:db8::\($0)") }
    #expect(mine.count { $0.isActive } == mine.count)
    #expect(try connection(budgets, from: "2001:db8::99").isActive == false)
    #expect(try connection(budgets, from: "2001:db8:0:1::1").isActive)
  }

  @Test func `a proxy may have all connections but those that are reserved for this machine`() throws {
    // Given
    let budgets = ServerBudgets.sample()
    let range = try #require(IPAddressRange("192.0.2.0/24"))
    let shared = budgets.limits.host.connections - budgets.limits.host.reservedConnections
    // When
    let proxied = try (0..<shared).map { _ in try connection(budgets, proxies: [range]) }
    // Then
    #expect(proxied.count { $0.isActive } == proxied.count)
    #expect(try connection(budgets, proxies: [range]).isActive == false)
    #expect(try connection(budgets, from: "127.0.0.1").isActive)
  }

  // MARK: Time

  @Test func `a body that is withheld closes the connection of a stranger, and not that of an account`() throws {
    // Given
    let channels = try (0..<2).map { _ in try connection() }
    for channel in channels { try channel.writeInbound(head(.post, length: 100)) }
    // When
    let isAccepted = try guardian(of: channels[1]).authenticate(as: account())
    for channel in channels { channel.embeddedEventLoop.advanceTime(by: .seconds(10)) }
    // Then
    #expect(isAccepted && channels.map(\.isActive) == [false, true])
  }

  @Test func `each request of a proxy begins as a stranger's`() throws {
    // Given
    let range = try #require(IPAddressRange("192.0.2.0/24"))
    let channel = try connection(proxies: [range])
    try channel.writeInbound(head(.post, length: 1))
    #expect(try guardian(of: channel).authenticate(as: account()))
    try channel.writeInbound(HTTPRequestPart.end(nil))
    // When
    try channel.writeInbound(head(.post, length: 100))
    channel.embeddedEventLoop.advanceTime(by: .seconds(10))
    // Then
    #expect(!channel.isActive)
  }

  @Test func `a response that is taken slowly may last, and one that is not taken is cut off`() throws {
    // Given
    let sink = SlowSink()
    let channel = try connection()
    try channel.pipeline.syncOperations.addHandler(sink, position: .first)
    try channel.writeInbound(head())
    try channel.writeInbound(HTTPRequestPart.end(nil))
    for _ in 0..<20 {
      channel.write(HTTPResponsePart.body(ByteBuffer(repeating: 1, count: ResponseBody.partBytes)), promise: nil)
    }
    // When
    for _ in 0..<15 {
      channel.embeddedEventLoop.advanceTime(by: .seconds(8))
      sink.take()
    }
    // Then
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .seconds(30))
    #expect(!channel.isActive)
  }

  @Test func `a response of which a byte is taken now and then is cut off`() throws {
    let sink = SlowSink()
    let channel = try connection()
    try channel.pipeline.syncOperations.addHandler(sink, position: .first)
    for _ in 0..<20 {
      channel.write(HTTPResponsePart.body(ByteBuffer(repeating: 1, count: 16_384)), promise: nil)
    }
    for _ in 0..<5 {
      channel.embeddedEventLoop.advanceTime(by: .seconds(12))
      sink.take()
    }
    #expect(!channel.isActive)
  }

  @Test func `a connection closes when its first head takes too long`() throws {
    let channel = try connection()
    channel.embeddedEventLoop.advanceTime(by: .seconds(9))
    #expect(channel.isActive)
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(!channel.isActive)
  }

  @Test func `a body that waits for 100 Continue is requested when it is read, and once`() throws {
    let channel = try connection()
    var head = HTTPRequest(method: .post, scheme: "http", authority: "x", path: "/")
    try channel.writeInbound(HTTPRequestPart.head(head))
    #expect(try response(on: channel) == nil)
    try channel.writeInbound(HTTPRequestPart.end(nil))
    head.headerFields[.expect] = "100-continue"
    // The response to the first request may be under way.
    try channel.writeInbound(HTTPRequestPart.head(head))
    try guardian(of: channel).requestBody()
    #expect(try response(on: channel) == nil)
    let other = try connection()
    try other.writeInbound(HTTPRequestPart.head(head))
    #expect(try response(on: other) == nil)
    try guardian(of: other).requestBody()
    #expect(try response(on: other) == .head(HTTPResponse(status: .continue)))
    try guardian(of: other).requestBody()
    #expect(try response(on: other) == nil)
  }

  @Test func `a body that was refused, or that arrives, is not requested`() throws {
    // Given
    var head = HTTPRequest(method: .post, scheme: "http", authority: "x", path: "/")
    head.headerFields[.expect] = "100-continue"
    let (refused, arriving) = (try connection(), try connection())
    for channel in [refused, arriving] { try channel.writeInbound(HTTPRequestPart.head(head)) }
    // When
    let response = HTTPResponsePart.head(HTTPResponse(status: .unauthorized))
    try refused.writeOutbound(response)
    try arriving.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 1, count: 3)))
    for channel in [refused, arriving] { try guardian(of: channel).requestBody() }
    // Then
    #expect(try self.response(on: refused) == response)
    #expect(try self.response(on: refused) == nil)
    #expect(try self.response(on: arriving) == nil)
  }

  @Test func `the rest of a rejected body is read slowly, and what follows at once`() throws {
    // Given
    let reads = ReadCounter()
    let channel = try connection()
    try channel.pipeline.syncOperations.addHandler(reads, position: .first)
    try channel.writeInbound(head(.post, length: 32_000_000))
    channel.read()
    #expect(reads.count == 1)
    // When
    try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .contentTooLarge)))
    try channel.writeOutbound(HTTPResponsePart.end(nil))
    for _ in 0..<10 { channel.read() }
    // Then
    #expect(reads.count == 1)
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(10))
    #expect(reads.count == 2)
    channel.read()
    try channel.writeInbound(HTTPRequestPart.end(nil))
    #expect(reads.count == 3)
    channel.read()
    #expect(reads.count == 4)
  }

  @Test func `a response may take its time, and the next head less`() throws {
    let channel = try connection()
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

/// A channel end that counts reads.
private final class ReadCounter: ChannelOutboundHandler {
  typealias OutboundIn = HTTPResponsePart

  private(set) var count = 0

  func read(context: ChannelHandlerContext) { count += 1 }
}

/// A peer that takes parts of a response when the test says so.
private final class SlowSink: ChannelOutboundHandler {
  typealias OutboundIn = HTTPResponsePart

  private var promises: [EventLoopPromise<Void>?] = []

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    promises.append(promise)
  }

  func take() { if !promises.isEmpty { promises.removeFirst()?.succeed() } }
}
