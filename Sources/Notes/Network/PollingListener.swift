import NotesDomain

/// Asks a vault that cannot tell of changes, once a second.
struct PollingListener: ChangeListener {
  private static let pause = 1000

  private let transport: any SyncTransport
  private let sleeper: any Sleeper

  init(transport: any SyncTransport, sleeper: any Sleeper) {
    self.transport = transport
    self.sleeper = sleeper
  }

  func listen(_ request: WatchRequest) async throws(TransportError) -> WatchReply {
    let question = ChangesRequest(epoch: request.epoch, after: request.after, floor: request.after, limit: 1)
    var left = request.milliseconds
    while true {
      guard case .page(let page) = try await transport.changes(question), page.items.isEmpty else { return .changed }
      guard left > 0 else { return .quiet }
      let pause = min(left, Self.pause)
      do throws(CancellationError) {
        try await sleeper.sleep(milliseconds: pause)
      } catch {
        throw .unreachable(detail: "the request was given up")
      }
      left -= pause
    }
  }
}
