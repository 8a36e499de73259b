import NIOCore
import NIOHTTP1

/// A handler that ends connections on which a response has a status below 100.
///
/// HTTP has no such status, and its parser in SwiftNIO passes it on. AsyncHTTPClient takes it for one of an informational response,
/// waits for the next head, and ends the program when the end of this response comes first.
final class ResponseStatusCheck: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart

  private var hasFailed = false

  /// Adds a handler behind the parser of a client's connection.
  static func add(to channel: any Channel) -> EventLoopFuture<Void> {
    channel.eventLoop.submit {
      let pipeline = channel.pipeline.syncOperations
      let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
      try pipeline.addHandler(ResponseStatusCheck(), position: .after(parser))
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head(let head) = unwrapInboundIn(data), head.status.code < 100 {
      hasFailed = true
      context.fireErrorCaught(HTTPParserError.invalidStatus)
      context.close(promise: nil)
    }
    // Nothing is left of a response whose head was not passed on.
    if !hasFailed { context.fireChannelRead(data) }
  }
}
