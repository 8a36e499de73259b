import NIOCore

/// The connection that a request came over.
struct Connection: Sendable {
  private let channel: any Channel

  init(_ channel: any Channel) {
    self.channel = channel
  }

  /// Calls somebody when the other side has closed its end, now if it has done so before.
  ///
  /// - Parameter action: What to call; on any thread.
  func onClose(_ action: @escaping @Sendable () -> Void) async {
    let channel = channel
    // A channel without the handler is one that a test made: it closes when it closes.
    let departure = try? await channel.eventLoop.submit {
      try channel.pipeline.syncOperations.handler(type: ConnectionGuard.self).departure
    }.get()
    (departure ?? channel.closeFuture).whenComplete { _ in action() }
  }
}
