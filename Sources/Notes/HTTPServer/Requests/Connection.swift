import NIOCore

/// The connection that a request came over.
struct Connection: Sendable {
  private let channel: any Channel

  init(_ channel: any Channel) {
    self.channel = channel
  }

  /// When the other side closes its end.
  func departure() async -> Occasion {
    let channel = channel
    let departure = try? await channel.eventLoop.submit {
      try channel.pipeline.syncOperations.handler(type: ConnectionGuard.self).departure
    }.get()
    // A channel without the handler is one that a test made, and nobody leaves it.
    return departure ?? Occasion()
  }
}
