import Core

/// A server that records how long each call of another one takes.
struct TimedServer: NoteServer {
  private let inner: any NoteServer
  private let log: any CallLog
  private let clock: any Clock<Duration>

  init(inner: any NoteServer, log: any CallLog, clock: any Clock<Duration>) {
    (self.inner, self.log, self.clock) = (inner, log, clock)
  }

  func push(_ version: PushedVersion, in session: Session) async throws(ServerError) -> PushReply {
    try await timed("push") { () async throws(ServerError) in try await inner.push(version, in: session) }
  }

  func versions(after cursor: Int, limit: Int, in session: Session) async throws(ServerError) -> ServerPage {
    try await timed("versions") { () async throws(ServerError) in
      try await inner.versions(after: cursor, limit: limit, in: session)
    }
  }

  private func timed<Reply: Sendable>(
    _ name: String, _ call: () async throws(ServerError) -> Reply
  ) async throws(ServerError) -> Reply {
    try await measure(name, on: clock, call)
  }

  // A function of its own, which opens the type of the clock.
  private func measure<Reply: Sendable, C: Clock<Duration>>(
    _ name: String, on clock: C, _ call: () async throws(ServerError) -> Reply
  ) async throws(ServerError) -> Reply {
    let start = clock.now
    defer { log.record(name, took: start.duration(to: clock.now)) }
    return try await call()
  }
}
