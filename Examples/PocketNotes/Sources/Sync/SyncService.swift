import Core

/// Keeps the notes of this device and those of a server in step.
///
/// It can be stopped at any point, also by the end of the program: what was received is stored together with the position, and what
/// was sent is known to be sent. The next sync goes on from there.
package struct SyncService: Syncing {
  private let session: Session
  private let store: any SyncStore
  private let server: any NoteServer
  private let retry: Retry
  private let clock: any WallClock
  private let ids: any NoteIDs

  package init(
    session: Session, store: any SyncStore, server: any NoteServer, retry: Retry, clock: any WallClock, ids: any NoteIDs
  ) {
    (self.session, self.store, self.server) = (session, store, server)
    (self.retry, self.clock, self.ids) = (retry, clock, ids)
  }

  /// Receives what is new, merges it, and sends what is pending, until there is nothing more to do.
  ///
  /// - Throws: ``SyncError``; what was done before stays done.
  package func sync() async throws(SyncError) -> SyncReport {
    let owner = try await storing { () async throws(StoreError) in try await store.claim(for: session) }
    guard owner == session else { throw .otherAccount(owner) }
    var report = SyncReport()
    // Each round that does not end was overtaken by another device; so many in a row are a fault.
    for _ in 0..<Self.maximumRounds {
      report.received += try await receive()
      let (sent, isDone) = try await send()
      report.sent += sent
      if isDone { return report }
    }
    throw .overtaken
  }

  private static let maximumRounds = 20
  private static let pageSize = 100

  /// Receives all pages, and returns the number of notes that changed.
  private func receive() async throws(SyncError) -> Int {
    var received = 0
    while true {
      let cursor = try await storing { () async throws(StoreError) in try await store.cursor() }
      let page = try await requesting { () async throws(ServerError) in
        try await server.versions(after: cursor, limit: Self.pageSize, in: session)
      }
      received += try await storing { () async throws(StoreError) in
        try await store.receive(page.versions) { [clock, ids] version, mine in
          SyncedNote.merge(version, into: mine, now: clock.now(), copy: ids.next())
        }
      }
      // A page that does not advance would be asked for without end.
      guard page.hasMore, let last = page.versions.last, last.number > cursor else { return received }
    }
  }

  /// Sends what is pending, and returns the number of accepted versions, and whether all were.
  private func send() async throws(SyncError) -> (sent: Int, isDone: Bool) {
    var (sent, isDone) = (0, true)
    for pending in try await storing({ () async throws(StoreError) in try await store.pending() }) {
      // What was edited meanwhile is sent by the next round.
      guard try await storing({ () async throws(StoreError) in try await store.markSent(pending) }) else {
        isDone = false
        continue
      }
      let (id, content) = (pending.note.id, pending.note.content)
      let version = PushedVersion(
        note: id, content: content, modified: pending.note.modified, replaced: pending.base?.number ?? 0)
      let reply = try await requesting { () async throws(ServerError) in try await server.push(version, in: session) }
      switch reply {
      case .accepted(let number):
        try await storing { () async throws(StoreError) in
          try await store.markAccepted(content, of: id, number: number)
        }
        sent += 1
      case .outdated: isDone = false
      }
    }
    return (sent, isDone)
  }

  private func requesting<Reply: Sendable>(
    _ request: () async throws(ServerError) -> Reply
  ) async throws(SyncError) -> Reply {
    do {
      return try await retry(request)
    } catch let error as ServerError where !Task.isCancelled {
      throw .server(error)
    } catch {
      throw .cancelled
    }
  }

  private func storing<Value: Sendable>(
    _ body: () async throws(StoreError) -> Value
  ) async throws(SyncError) -> Value {
    // A store gives up the work of a task that is cancelled.
    do { return try await body() } catch { throw Task.isCancelled ? .cancelled : .store(error) }
  }
}
