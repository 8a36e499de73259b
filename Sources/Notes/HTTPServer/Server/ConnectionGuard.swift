import HTTPTypes
import NIOCore
import NIOHTTPTypes
import Synchronization

/// Watches over one connection: refuses it when its peer has too many, tells when the other side leaves, and does not listen
/// for ever to a request that does not come to its point, or is answered.
///
/// A request can be refused before its body was read. What is left of the body is then read and thrown away, so that the
/// other side gets to the answer; but not for longer than ``ConnectionTimeouts/drain``.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let timeouts: ConnectionTimeouts
  private let peers: ConnectionLimiter
  /// When the other side closes its end.
  let disconnected = OneShotEvent()
  private var isReading = false
  private var hasBegun = false
  private var unanswered = 0
  private var peer: [UInt8]?
  private var head: Scheduled<Void>?
  private var drain: Scheduled<Void>?

  /// Creates a guard.
  ///
  /// - Parameters:
  ///   - timeouts: How long to wait for what.
  ///   - peers: The connections of each peer.
  init(timeouts: ConnectionTimeouts, peers: ConnectionLimiter) {
    self.timeouts = timeouts
    self.peers = peers
  }

  func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { begin(context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    leave()
  }

  func channelInactive(context: ChannelHandlerContext) {
    leave()
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
      head?.cancel()
      head = nil
      if request.headerFields[.expect]?.lowercased() == "100-continue" { sendContinue(context) }
    case .body: break
    case .end:
      isReading = false
      drain?.cancel()
      drain = nil
      if unanswered == 0 { scheduleHeadTimeout(context, for: timeouts.nextHead) }
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) {
      unanswered -= 1
      if isReading {
        if drain == nil { drain = close(context, in: timeouts.drain) }
      } else if unanswered == 0 {
        scheduleHeadTimeout(context, for: timeouts.nextHead)
      }
    }
    context.write(data, promise: promise)
  }

  private func begin(_ context: ChannelHandlerContext) {
    guard !hasBegun else { return }
    hasBegun = true
    if let key = peers.key(of: context.channel.remoteAddress?.ipAddress) {
      guard peers.acquire(key) else { return context.close(promise: nil) }
      peer = key
    }
    scheduleHeadTimeout(context, for: timeouts.firstHead)
  }

  /// Asks for the body that the other side keeps back until then. Not between the parts of another answer: it would be
  /// taken for one of them, and a body that is not asked for comes after a while all the same.
  private func sendContinue(_ context: ChannelHandlerContext) {
    guard unanswered == 1 else { return }
    context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
  }

  private func scheduleHeadTimeout(_ context: ChannelHandlerContext, for time: TimeAmount) {
    head?.cancel()
    head = close(context, in: time)
  }

  private func close(_ context: ChannelHandlerContext, in time: TimeAmount) -> Scheduled<Void> {
    let channel = context.channel
    return context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }

  private func leave() {
    if let peer { peers.release(peer) }
    peer = nil
    hasBegun = true
    head?.cancel()
    head = nil
    drain?.cancel()
    drain = nil
    disconnected.fire()
  }
}

/// How long a connection is waited for.
struct ConnectionTimeouts: Sendable {
  /// How long the head of the first request may take to arrive, from the moment of the connection.
  var firstHead = TimeAmount.seconds(10)
  /// How long the head of a further request may take, from the end of the answer before it. Most of this time nothing
  /// happens, which the limit on idleness ends sooner.
  var nextHead = TimeAmount.seconds(40)
  /// How long to go on reading a request that is answered.
  var drain = TimeAmount.seconds(10)
}

/// The connection that a request came over.
struct ClientConnection: Sendable {
  private let channel: any Channel

  init(_ channel: any Channel) {
    self.channel = channel
  }

  /// When the other side closes its end.
  func disconnected() async -> OneShotEvent {
    let channel = channel
    let disconnected = try? await channel.eventLoop.submit {
      try channel.pipeline.syncOperations.handler(type: ConnectionGuard.self).disconnected
    }.get()
    // A channel without the handler is one that a test made, and nobody leaves it.
    return disconnected ?? OneShotEvent()
  }
}

/// How many connections each peer has, so that one of them cannot have all.
final class ConnectionLimiter: Sendable {
  private let limit: Int
  private let isBehindProxy: Bool
  private let proxies: [IPAddressRange]
  private let counts = Mutex<[[UInt8]: Int]>([:])

  /// Creates a count.
  ///
  /// - Parameter settings: How many there may be, and from whom there may be any number.
  init(_ settings: HTTPServerSettings) {
    limit = settings.maximumPeerConnections
    isBehindProxy = settings.isBehindProxy
    proxies = settings.trustedProxies
  }

  /// What connections of a peer are counted by: the bytes of its address, or the half of a long one that all addresses of a
  /// network share, which a single host may have.
  ///
  /// - Parameter address: The other end of a connection.
  /// - Returns: `nil` for one that is not counted: a proxy brings the connections of many.
  func key(of address: String?) -> [UInt8]? {
    guard !isBehindProxy, let address = address.flatMap({ IPAddress($0) }),
      !proxies.contains(where: { $0.contains(address) })
    else { return nil }
    return address.bytes.count == 4 ? address.bytes : Array(address.bytes.prefix(8))
  }

  /// Counts one more.
  ///
  /// - Returns: Whether it may stay.
  func acquire(_ key: [UInt8]) -> Bool {
    counts.withLock { counts in
      let count = counts[key, default: 0]
      guard count < limit else { return false }
      counts[key] = count + 1
      return true
    }
  }

  /// Counts one less.
  func release(_ key: [UInt8]) {
    counts.withLock { counts in
      let count = counts[key, default: 0] - 1
      counts[key] = count > 0 ? count : nil
    }
  }
}
