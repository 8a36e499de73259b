import HTTPTypes
import NIOCore
import NIOHTTPTypes
import NotesDomain

/// A channel handler that limits connections per peer, closes slow connections, and reports when the peer disconnects.
///
/// A request can be rejected before its body is read. The handler then reads and discards the rest of the body, so that
/// the peer can read the response, but only for ``ConnectionTimeouts/drain``.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let timeouts: ConnectionTimeouts
  private let peers: ConnectionLimiter
  /// The event that the peer closed its end of the connection.
  let disconnected = OneShotEvent()
  private var isReading = false
  private var hasBegun = false
  private var unanswered = 0
  private var peer: [UInt8]?
  private var headTimeout: Scheduled<Void>?
  private var drainTimeout: Scheduled<Void>?

  init(timeouts: ConnectionTimeouts, peers: ConnectionLimiter) {
    self.timeouts = timeouts
    self.peers = peers
  }

  func handlerAdded(context: ChannelHandlerContext) { if context.channel.isActive { begin(context) } }

  func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { end() }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .inputClosed? = event as? ChannelEvent { disconnected.fire() }
    context.fireUserInboundEventTriggered(event)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let request):
      isReading = true
      unanswered += 1
      Self.cancel(&headTimeout)
      if request.headerFields[.expect]?.lowercased() == "100-continue" { sendContinue(context) }
    case .body: break
    case .end:
      isReading = false
      Self.cancel(&drainTimeout)
      if unanswered == 0 { scheduleHeadTimeout(context, after: timeouts.nextHead) }
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) {
      unanswered -= 1
      if isReading {
        if drainTimeout == nil { drainTimeout = close(context, after: timeouts.drain) }
      } else if unanswered == 0 {
        scheduleHeadTimeout(context, after: timeouts.nextHead)
      }
    }
    context.write(data, promise: promise)
  }

  private func begin(_ context: ChannelHandlerContext) {
    guard !hasBegun else { return }
    hasBegun = true
    if let key = peers.key(of: context.channel.remoteAddress?.ipAddress) {
      guard peers.connections.acquire(key) else { return context.close(promise: nil) }
      peer = key
    }
    scheduleHeadTimeout(context, after: timeouts.firstHead)
  }

  private func end() {
    if let peer { peers.connections.release(peer) }
    peer = nil
    hasBegun = true
    Self.cancel(&headTimeout)
    Self.cancel(&drainTimeout)
    disconnected.fire()
  }

  /// Requests the body that a client withholds until `100 Continue`.
  ///
  /// Does nothing while the response to an earlier request may be under way: the peer would take the interim response for
  /// a part of it. Clients send the body after a while anyway.
  private func sendContinue(_ context: ChannelHandlerContext) {
    guard unanswered == 1 else { return }
    context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
  }

  private func scheduleHeadTimeout(_ context: ChannelHandlerContext, after delay: TimeAmount) {
    Self.cancel(&headTimeout)
    headTimeout = close(context, after: delay)
  }

  private static func cancel(_ timeout: inout Scheduled<Void>?) {
    timeout?.cancel()
    timeout = nil
  }

  private func close(_ context: ChannelHandlerContext, after delay: TimeAmount) -> Scheduled<Void> {
    let channel = context.channel
    return context.eventLoop.scheduleTask(in: delay) { channel.close(promise: nil) }
  }
}

/// The timeouts of a connection.
struct ConnectionTimeouts: Sendable {
  /// The time from the connection to the end of the first request's head.
  var firstHead = TimeAmount.seconds(10)
  /// The time from the end of a response to the end of the next request's head. The idle timeout usually ends it earlier.
  var nextHead = TimeAmount.seconds(40)
  /// The time for reading the rest of a request whose response is complete.
  var drain = TimeAmount.seconds(10)
}

/// The connection of a request.
struct ClientConnection: Sendable {
  private let channel: any Channel

  init(_ channel: any Channel) { self.channel = channel }

  func disconnected() async -> OneShotEvent {
    let channel = channel
    let disconnected = try? await channel.eventLoop.submit {
      try channel.pipeline.syncOperations.handler(type: ConnectionGuard.self).disconnected
    }.get()
    // Channels of tests have no guard, and never disconnect.
    return disconnected ?? OneShotEvent()
  }
}

/// A limit on connections per peer, so that one peer cannot occupy all of them.
final class ConnectionLimiter: Sendable {
  /// The connections of each peer, by ``key(of:)``.
  let connections: KeyedLimiter<[UInt8]>
  private let isBehindProxy: Bool
  private let proxies: [IPAddressRange]

  init(_ settings: HTTPServerSettings) {
    connections = KeyedLimiter(limit: settings.maximumPeerConnections)
    isBehindProxy = settings.isBehindProxy
    proxies = settings.trustedProxies
  }

  /// Returns the key by which the connections of a peer are counted: the bytes of an IPv4 address, or the first 64 bits of
  /// an IPv6 address, since one host may have all addresses of such a network.
  ///
  /// - Returns: `nil` for connections that are not limited, such as those of a proxy, which serves many clients.
  func key(of address: String?) -> [UInt8]? {
    guard !isBehindProxy, let address = address.flatMap({ IPAddress($0) }),
      !proxies.contains(where: { $0.contains(address) })
    else { return nil }
    return address.bytes.count == 4 ? address.bytes : Array(address.bytes.prefix(8))
  }
}
