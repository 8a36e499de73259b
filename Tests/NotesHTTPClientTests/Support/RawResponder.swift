import NIOCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Writes the response once a complete request is received.
final class RawResponder: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let script: RawScript
  private var request: [UInt8] = []

  init(script: RawScript) {
    self.script = script
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    request += unwrapInboundIn(data).readableBytesView
    // A TLS handshake is no request, but gets the response too.
    let isHello = request.first == 0x16
    guard isHello || isWhole else { return }
    if !isHello { script.record(request) }
    request = []
    let (response, ending) = script.current
    let channel = context.channel
    if !response.isEmpty { channel.writeAndFlush(ByteBuffer(bytes: response), promise: nil) }
    switch ending {
    case .hold: break
    case .close: channel.close(promise: nil)
    case .reset:
      guard let options = channel as? any SocketOptionProvider else { return channel.close(promise: nil) }
      options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in channel.close(promise: nil) }
    case .repeating(let bytes): Self.say(bytes, to: channel)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  private var isWhole: Bool {
    let text = String(decoding: request, as: UTF8.self)
    guard let end = text.firstRange(of: "\r\n\r\n") else { return false }
    let length = text[..<end.lowerBound].split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
    let count = length.flatMap { Int($0.split(separator: ":").last?.drop { $0 == " " } ?? "") } ?? 0
    return text[end.upperBound...].utf8.count >= count
  }

  private static func say(_ bytes: [UInt8], to channel: any Channel) {
    // In a later turn of the event loop, since an immediate write would recurse.
    channel.writeAndFlush(ByteBuffer(bytes: bytes)).whenSuccess {
      channel.eventLoop.execute { say(bytes, to: channel) }
    }
  }
}
