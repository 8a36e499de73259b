import HTTPTypes
import NIOCore
import NIOHTTPTypes
import NotesDomain

/// A channel handler that counts connections, closes slow ones, and reports when the peer disconnects.
///
/// A connection is a stranger's, with little time and few others beside it, until one of its requests was authenticated.
///
/// A request can be rejected before its body is read. The handler then reads and discards the rest of the body, so that
/// the peer can read the response, but slowly, and only for ``ConnectionTimeouts/drain``.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// The size from which the progress of a part of a response is observed. The idle timeout covers smaller responses.
  private static let observedBytes = 16_384

  private let timeouts: ConnectionTimeouts
  private let budgets: ServerBudgets
  private let networks: PeerNetworks
  /// The event that the peer closed its end of the connection.
  let disconnected = OneShotEvent()
  private var context: ChannelHandlerContext?
  private var isReading = false
  private var hasBegun = false
  private var unanswered = 0
  /// Whether the client sends the body of the request only after `100 Continue`.
  private var withholdsBody = false
  private var owner: Budget.Owner?
  private var lease: BudgetLease?
  /// The number in ``StrangerConnections``.
  private var stranger: Int?
  /// The account of the last authenticated request; `nil` for a stranger.
  private var account: AccountName?
  private var headTimeout: Scheduled<Void>?
  private var bodyTimeout: Scheduled<Void>?
  private var drainTimeout: Scheduled<Void>?
  private var drainRead: Scheduled<Void>?
  private var unwritten = 0
  private var writeDeadline: TransferDeadline?
  private var writeTimeout: Scheduled<Void>?

  init(timeouts: ConnectionTimeouts = ConnectionTimeouts(), budgets: ServerBudgets, networks: PeerNetworks) {
    self.timeouts = timeouts
    self.budgets = budgets
    self.networks = networks
  }

  /// Counts the connection as one of an account, whose request was authenticated.
  ///
  /// - Returns: Whether the account may have another connection. Otherwise it remains what it was.
  func authenticate(as account: AccountName) -> Bool {
    guard self.account == account || move(to: account) else { return false }
    Self.cancel(&bodyTimeout)
    self.account = account
    return true
  }

  /// Keeps the connection from being closed for another one until the response has been written. For requests only of which
  /// few are worked on at a time, or kept ones could be all.
  func keepUntilResponse() { if let stranger { budgets.strangers.keep(stranger, true) } }

  /// Sends `100 Continue` if the client withholds the body until then, at most once for a request.
  func requestBody() {
    guard withholdsBody, let context else { return }
    withholdsBody = false
    context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
  }

  private func move(to account: AccountName) -> Bool {
    // The connections of a proxy belong to all accounts, and those of this machine are not counted.
    guard owner != .proxy, let lease else { return true }
    guard let stranger else { return lease.transfer(to: .account(account)) }
    guard budgets.strangers.move(stranger, to: account) else { return false }
    self.stranger = nil
    return true
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    if context.channel.isActive { begin(context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    end()
  }

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
      limitBody(of: request, context)
      // While the response to an earlier request may be under way, the peer would take the interim response for a part of it.
      // Clients send the body after a while anyway.
      withholdsBody = unanswered == 1 && request.headerFields[.expect]?.lowercased() == "100-continue"
    case .body: withholdsBody = false
    case .end:
      (isReading, withholdsBody) = (false, false)
      Self.cancel(&bodyTimeout)
      Self.cancel(&drainTimeout)
      endDrain(context)
      if unanswered == 0 { scheduleHeadTimeout(context, after: timeouts.nextHead) }
    }
    context.fireChannelRead(data)
  }

  /// Reads at once, but the rest of a rejected body at intervals: 60 peers that send as fast as they can, whatever the
  /// response, would take all cores.
  func read(context: ChannelHandlerContext) {
    guard drainTimeout != nil else { return context.read() }
    guard drainRead == nil else { return }
    drainRead = context.eventLoop.assumeIsolated().scheduleTask(in: timeouts.drainInterval) {
      self.drainRead = nil
      context.read()
    }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head: withholdsBody = false
    case .body(let buffer):
      if buffer.readableBytes >= Self.observedBytes {
        return write(data, observing: buffer.readableBytes, context: context, promise: promise)
      }
    case .end:
      unanswered -= 1
      if let stranger { budgets.strangers.keep(stranger, false) }
      if isReading {
        if drainTimeout == nil { drainTimeout = close(context, after: timeouts.drain) }
      } else if unanswered == 0 {
        scheduleHeadTimeout(context, after: timeouts.nextHead)
      }
    }
    context.write(data, promise: promise)
  }

  /// Reads what follows a rejected request without delay.
  private func endDrain(_ context: ChannelHandlerContext) {
    guard drainRead != nil else { return }
    Self.cancel(&drainRead)
    context.read()
  }

  private func begin(_ context: ChannelHandlerContext) {
    guard !hasBegun else { return }
    hasBegun = true
    owner = networks.owner(ofConnectionFrom: context.channel.remoteAddress?.ipAddress)
    if let owner {
      guard let lease = budgets.connectionLease(for: owner) else { return context.close(promise: nil) }
      self.lease = lease
      if case .address = owner {
        stranger = budgets.strangers.add(lease) { [channel = context.channel] in channel.close(promise: nil) }
      }
    }
    scheduleHeadTimeout(context, after: TimeAmount(budgets.limits.stranger.patience))
  }

  private func end() {
    if let stranger { budgets.strangers.remove(stranger) }
    lease?.release()
    lease = nil
    hasBegun = true
    Self.cancel(&headTimeout)
    Self.cancel(&bodyTimeout)
    Self.cancel(&drainTimeout)
    Self.cancel(&drainRead)
    Self.cancel(&writeTimeout)
    disconnected.fire()
  }

  /// Closes the connection if a stranger's body takes too long, even if none of it arrives.
  private func limitBody(of request: HTTPRequest, _ context: ChannelHandlerContext) {
    // Each request of a proxy may be of another client. One on this machine may not be configured.
    if owner == nil || owner == .proxy { account = nil }
    let hasBody =
      request.headerFields[.transferEncoding] != nil || request.headerFields[.contentLength].map { $0 != "0" } ?? false
    guard account == nil, hasBody, bodyTimeout == nil else { return }
    bodyTimeout = close(context, after: TimeAmount(budgets.limits.stranger.patience))
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

extension ConnectionGuard {
  /// Writes a part of a response, and closes the connection if the peer takes it too slowly. A response as a whole has no
  /// time limit.
  private func write(
    _ data: NIOAny, observing bytes: Int, context: ChannelHandlerContext, promise: EventLoopPromise<Void>?
  ) {
    let loop = context.eventLoop
    if unwritten == 0 {
      writeDeadline = TransferDeadline(budgets.limits.account, start: loop.elapsed)
      scheduleWriteTimeout(context)
    }
    unwritten += 1
    let written = promise ?? loop.makePromise()
    written.futureResult.assumeIsolated().whenComplete { _ in
      self.unwritten -= 1
      // If it was too late, the timeout closes the connection.
      _ = self.writeDeadline?.advance(by: bytes, at: loop.elapsed)
      if self.unwritten == 0 { Self.cancel(&self.writeTimeout) }
    }
    context.write(data, promise: written)
  }

  private func scheduleWriteTimeout(_ context: ChannelHandlerContext) {
    guard let deadline = writeDeadline?.time else { return }
    let loop = context.eventLoop
    let channel = context.channel
    writeTimeout = loop.assumeIsolated().scheduleTask(in: TimeAmount(deadline - loop.elapsed)) {
      guard let later = self.writeDeadline?.time, later > loop.elapsed else { return channel.close(promise: nil) }
      self.scheduleWriteTimeout(context)
    }
  }
}

extension EventLoop {
  /// The time on the clock of the loop.
  fileprivate var elapsed: Duration { .nanoseconds(Int64(clamping: now.uptimeNanoseconds)) }
}

/// The timeouts of a connection, beside those of ``ResourceBudgets``.
struct ConnectionTimeouts: Sendable {
  /// The time from the end of a response to the end of the next request's head. The idle timeout usually ends it earlier.
  var nextHead = TimeAmount.seconds(40)
  /// The time for reading the rest of a request whose response is complete.
  var drain = TimeAmount.seconds(10)
  /// The time between two reads of that rest, of about 64 kB each: a body of 32 MB takes five seconds.
  var drainInterval = TimeAmount.milliseconds(10)
}

/// The connection of a request.
struct ClientConnection: Sendable {
  private let channel: any Channel

  init(_ channel: any Channel) { self.channel = channel }

  /// Returns the event that the peer closed its end.
  func disconnected() async -> OneShotEvent {
    // Channels of tests have no guard, and never disconnect.
    await withGuard { $0.disconnected } ?? OneShotEvent()
  }

  /// Keeps the connection from being closed for another one until the response has been written.
  ///
  /// - Returns: The event that the peer closed its end.
  func keptUntilResponse() async -> OneShotEvent {
    await withGuard {
      $0.keepUntilResponse()
      return $0.disconnected
    } ?? OneShotEvent()
  }

  /// Requests the body of the request if the client withholds it until then.
  func requestBody() async { _ = await withGuard { $0.requestBody() } }

  /// Counts the connection as one of an account.
  ///
  /// - Throws: ``RequestFailure`` with the code `unavailable` if the account has too many.
  func authenticate(as account: AccountName) async throws {
    guard await withGuard({ $0.authenticate(as: account) }) ?? true else { throw RequestFailure.spent }
  }

  private func withGuard<Value: Sendable>(_ body: @escaping @Sendable (ConnectionGuard) -> Value) async -> Value? {
    let channel = channel
    // Requests run on the loop of their connection.
    if channel.eventLoop.inEventLoop {
      return (try? channel.pipeline.syncOperations.handler(type: ConnectionGuard.self)).map(body)
    }
    return try? await channel.eventLoop.submit {
      body(try channel.pipeline.syncOperations.handler(type: ConnectionGuard.self))
    }.get()
  }
}
