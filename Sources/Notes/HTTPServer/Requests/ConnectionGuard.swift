import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Watches over one connection: refuses it when its peer has too many, tells when the other side leaves, and does not listen
/// for ever to a request that does not come to its point, or is answered.
///
/// A request can be refused before its body was read. What is left of the body is then read and thrown away, so that the
/// other side gets to the answer; but not for longer than ``ConnectionPatience/drain``.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let patience: ConnectionPatience
  private let peers: PeerConnections
  /// When the other side closes its end.
  let departure = Occasion()
  private var isReading = false
  private var hasBegun = false
  private var unanswered = 0
  private var peer: [UInt8]?
  private var head: Scheduled<Void>?
  private var drain: Scheduled<Void>?

  /// Creates a guard.
  ///
  /// - Parameters:
  ///   - patience: How long to wait for what.
  ///   - peers: The connections of each peer.
  init(patience: ConnectionPatience, peers: PeerConnections) {
    self.patience = patience
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
    if case .inputClosed? = event as? ChannelEvent { departure.come() }
    context.fireUserInboundEventTriggered(event)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let request):
      isReading = true
      unanswered += 1
      head?.cancel()
      head = nil
      if request.headerFields[.expect]?.lowercased() == "100-continue" { encourage(context) }
    case .body: break
    case .end:
      isReading = false
      drain?.cancel()
      drain = nil
      if unanswered == 0 { awaitHead(context, for: patience.nextHead) }
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) {
      unanswered -= 1
      if isReading {
        if drain == nil { drain = close(context, in: patience.drain) }
      } else if unanswered == 0 {
        awaitHead(context, for: patience.nextHead)
      }
    }
    context.write(data, promise: promise)
  }

  private func begin(_ context: ChannelHandlerContext) {
    guard !hasBegun else { return }
    hasBegun = true
    if let key = peers.key(of: context.channel.remoteAddress?.ipAddress) {
      guard peers.enter(key) else { return context.close(promise: nil) }
      peer = key
    }
    awaitHead(context, for: patience.firstHead)
  }

  /// Asks for the body that the other side keeps back until then. Not between the parts of another answer: it would be
  /// taken for one of them, and a body that is not asked for comes after a while all the same.
  private func encourage(_ context: ChannelHandlerContext) {
    guard unanswered == 1 else { return }
    context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
  }

  private func awaitHead(_ context: ChannelHandlerContext, for time: TimeAmount) {
    head?.cancel()
    head = close(context, in: time)
  }

  private func close(_ context: ChannelHandlerContext, in time: TimeAmount) -> Scheduled<Void> {
    let channel = context.channel
    return context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }

  private func leave() {
    if let peer { peers.leave(peer) }
    peer = nil
    hasBegun = true
    head?.cancel()
    head = nil
    drain?.cancel()
    drain = nil
    departure.come()
  }
}
