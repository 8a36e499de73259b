import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Watches over one connection: tells when the other side leaves, and does not listen for ever to a request that is answered.
///
/// A request can be refused before its body was read. What is left of the body is then read and thrown away, so that the
/// other side gets to the answer; but not for longer than ``drainTime``.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let drainTime: TimeAmount
  /// When the other side closes its end.
  let departure = Occasion()
  private var isReading = false
  private var drain: Scheduled<Void>?

  /// Creates a guard.
  ///
  /// - Parameter drainTime: How long to go on reading a request that is answered.
  init(drainTime: TimeAmount) {
    self.drainTime = drainTime
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
    case .head: isReading = true
    case .body: break
    case .end:
      isReading = false
      drain?.cancel()
      drain = nil
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data), isReading, drain == nil {
      let channel = context.channel
      drain = context.eventLoop.scheduleTask(in: drainTime) { channel.close(promise: nil) }
    }
    context.write(data, promise: promise)
  }

  private func leave() {
    drain?.cancel()
    drain = nil
    departure.come()
  }
}
