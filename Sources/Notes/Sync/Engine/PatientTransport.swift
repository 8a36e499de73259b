import NotesDomain

/// A transport that tries again what may succeed another time, checks the answers, and stops when it is told to.
struct PatientTransport: Sendable {
  let transport: any SyncTransport
  let blobs: any BlobTransport
  let sleeper: any Sleeper
  let backoff: Backoff
  let settings: SyncSettings

  init(
    transport: any SyncTransport, blobs: any BlobTransport, sleeper: any Sleeper, backoff: Backoff,
    settings: SyncSettings
  ) {
    self.transport = transport
    self.blobs = blobs
    self.sleeper = sleeper
    self.backoff = backoff
    self.settings = settings
  }

  func push(_ batch: PushBatch, report: @Sendable (SyncProgress) -> Void) async throws(SyncError) -> PushReply {
    try await patiently(report) {
      do throws(TransportError) {
        let reply = try await transport.push(batch)
        try ReplyCheck.check(reply, to: batch)
        return .success(reply)
      } catch {
        return .failure(error)
      }
    }
  }

  func changes(
    _ request: ChangesRequest, report: @Sendable (SyncProgress) -> Void
  ) async throws(SyncError) -> ChangesReply {
    try await patiently(report) {
      do throws(TransportError) {
        let reply = try await transport.changes(request)
        try ReplyCheck.check(reply, to: request)
        return .success(reply)
      } catch {
        return .failure(error)
      }
    }
  }

  func patiently<Reply>(
    _ report: @Sendable (SyncProgress) -> Void, _ ask: () async -> Result<Reply, TransportError>
  ) async throws(SyncError) -> Reply {
    var attempt = 1
    while true {
      if Task.isCancelled { throw .cancelled }
      switch await ask() {
      case .success(let reply): return reply
      case .failure(let error):
        // Somebody may wait in front of the screen: what takes longer is for the next sync.
        guard error.mayPass, attempt < settings.attempts, error.retryAfter ?? 0 <= settings.longestDelay else {
          throw .transport(error)
        }
        let delay = backoff.delay(before: attempt + 1, after: error)
        report(SyncProgress(.waiting(milliseconds: delay, after: error), finished: attempt, total: settings.attempts))
        do throws(CancellationError) {
          try await sleeper.sleep(milliseconds: delay)
        } catch {
          throw .cancelled
        }
        attempt += 1
      }
    }
  }
}

extension TransportError {
  /// Whether the same request may succeed another time.
  var mayPass: Bool {
    switch self {
    case .unreachable, .untrusted, .rateLimited, .unavailable, .undecodable: true
    case .notConfigured, .misconfigured, .credentials, .unauthorized, .refused, .unsupportedProtocol, .oversized: false
    }
  }
}
