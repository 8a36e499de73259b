import NIOCore

/// A connection that sends one request after another, each after the response to the previous one.
final class LoadConnection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let results: Results
  private let start: NIODeadline
  private let countFrom: NIODeadline
  private let end: NIODeadline
  private var left: Int
  private var source: RequestSource
  private var reader = AnswerReader()
  private var asked = NIODeadline.now()
  private var latencies: [Int64] = []
  private var answered = 0
  private var failures = 0
  private var isDone = false

  init(_ options: Options, connection: Int, start: NIODeadline, results: Results) {
    self.results = results
    self.start = start
    countFrom = start + .nanoseconds(Int64(options.warmUp * 1e9))
    end = options.requests == nil ? countFrom + .nanoseconds(Int64(options.seconds * 1e9)) : .distantFuture
    left = options.requests ?? .max
    source = RequestSource(options, connection: connection)
  }

  func channelActive(context: ChannelHandlerContext) {
    ask(context)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    do {
      guard let answer = try reader.take(&bytes) else { return }
      answered += 1
      let now = NIODeadline.now()
      if asked >= countFrom { latencies.append((now - asked).nanoseconds) }
      if answer.status != 200 {
        failures += 1
        results.note(status: answer.status, String(buffer: answer.body))
      }
      ask(context)
    } catch {
      results.note(status: 0, "an answer without a length")
      failures += 1
      finish(context)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    if !isDone {
      failures += 1
      results.note(status: 0, "the connection was closed")
    }
    finish(context)
  }

  private func ask(_ context: ChannelHandlerContext) {
    asked = .now()
    guard asked < end, left > 0 else { return finish(context) }
    left -= 1
    for part in source.next() { context.write(wrapOutboundOut(part), promise: nil) }
    context.flush()
  }

  private func finish(_ context: ChannelHandlerContext) {
    guard !isDone else { return }
    isDone = true
    results.add(latencies, answered: answered, failures: failures)
    context.close(promise: nil)
  }
}
