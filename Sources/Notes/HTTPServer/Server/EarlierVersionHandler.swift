import NIOCore
import NIOHTTP1

/// A channel handler that takes from requests of HTTP/1.0 what only HTTP/1.1 has, since the version is not known further on.
///
/// `Expect` is ignored (RFC 9110, section 10.1.1). A chunked body is refused: a proxy between may have taken the end of such a
/// request to be elsewhere (RFC 9112, section 6.1).
final class EarlierVersionHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  /// The coding under which a chunked body is passed on: one that ``RequestLimits`` refuses.
  static let refusedCoding = "chunked in HTTP/1.0"

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data), (head.version.major, head.version.minor) < (1, 1) else {
      return context.fireChannelRead(data)
    }
    head.headers.remove(name: "Expect")
    if head.headers.contains(name: "Transfer-Encoding") {
      head.headers.replaceOrAdd(name: "Transfer-Encoding", value: Self.refusedCoding)
      head.headers.replaceOrAdd(name: "Connection", value: "close")
    }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }
}
