import NotesDomain

/// A transport that tries again what may succeed another time, checks the answers, and stops when it is told to.
struct RetryingTransport: Sendable {
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
    try await retrying(report) {
      do throws(TransportError) {
        let reply = try await transport.push(batch)
        try ReplyValidator.check(reply, to: batch)
        return .success(reply)
      } catch {
        return .failure(error)
      }
    }
  }

  func changes(
    _ request: ChangesRequest, report: @Sendable (SyncProgress) -> Void
  ) async throws(SyncError) -> ChangesReply {
    try await retrying(report) {
      do throws(TransportError) {
        let reply = try await transport.changes(request)
        try ReplyValidator.check(reply, to: request)
        return .success(reply)
      } catch {
        return .failure(error)
      }
    }
  }

  func retrying<Reply>(
    _ report: @Sendable (SyncProgress) -> Void, _ ask: () async -> Result<Reply, TransportError>
  ) async throws(SyncError) -> Reply {
    var attempt = 1
    while true {
      if Task.isCancelled { throw .cancelled }
      switch await ask() {
      case .success(let reply): return reply
      case .failure(let error):
        // Somebody may wait in front of the screen: what takes longer is for the next sync.
        guard error.isTransient, attempt < settings.attempts, error.retryAfter ?? 0 <= settings.maximumDelay else {
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
  var isTransient: Bool {
    switch self {
    case .unreachable, .untrusted, .rateLimited, .unavailable, .undecodable: true
    case .notConfigured, .misconfigured, .credentials, .unauthorized, .refused, .unsupportedProtocol, .oversized: false
    }
  }
}

/// How long to wait before another try: a random part of a time that doubles, so that devices which failed together do not
/// come back together (<https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/>, "full jitter").
struct Backoff: Sendable {
  let randomness: any Randomness
  let settings: SyncSettings

  init(randomness: any Randomness, settings: SyncSettings) {
    self.randomness = randomness
    self.settings = settings
  }

  /// How long to wait, in milliseconds.
  ///
  /// - Parameters:
  ///   - attempt: Which try comes next: 2 for the first that is not the first.
  ///   - error: Why the one before failed. What the other side asks for is the least; more than an hour of it is not
  ///     believed. A side that has too much to do, and does not say until when, is left alone for half of the time.
  func delay(before attempt: Int, after error: TransportError) -> Int {
    let doublings = min(max(0, attempt - 2), 20)
    let longest = max(1, min(settings.maximumDelay, settings.firstDelay << doublings))
    let least: Int
    switch error {
    case .rateLimited(let retryAfter), .unavailable(_, let retryAfter):
      guard let retryAfter else {
        return longest - Int(randomness.next() % UInt64(longest / 2 + 1))
      }
      least = min(max(0, retryAfter), 3_600_000)
    case .notConfigured, .misconfigured, .credentials, .unreachable, .untrusted, .unauthorized, .refused,
      .unsupportedProtocol, .undecodable, .oversized:
      least = 0
    }
    return least + Int(randomness.next() % UInt64(longest))
  }
}

extension RetryingTransport {
  func progress(
    of digest: BlobDigest, report: @Sendable (SyncProgress) -> Void
  ) async throws(SyncError) -> BlobProgress? {
    try await retrying(report) {
      do throws(TransportError) {
        let progress = try await blobs.progress(of: digest)
        if let progress { try ReplyValidator.check(progress) }
        return .success(progress)
      } catch {
        return .failure(error)
      }
    }
  }

  func send(_ piece: BlobPiece, report: @Sendable (SyncProgress) -> Void) async throws(SyncError) -> BlobUploadReply {
    try await retrying(report) {
      do throws(TransportError) {
        let reply = try await blobs.send(piece)
        if case .progress(let progress) = reply {
          try ReplyValidator.check(progress)
          guard progress.size == piece.size else { throw .undecodable(detail: "an attachment of another size") }
        }
        return .success(reply)
      } catch {
        return .failure(error)
      }
    }
  }

  func piece(
    of digest: BlobDigest, from offset: Int, limit: Int, report: @Sendable (SyncProgress) -> Void
  ) async throws(SyncError) -> BlobPiece? {
    try await retrying(report) {
      do throws(TransportError) {
        let piece = try await blobs.piece(of: digest, from: offset, limit: limit)
        if let piece { try ReplyValidator.check(piece, of: digest, from: offset, limit: limit) }
        return .success(piece)
      } catch {
        return .failure(error)
      }
    }
  }
}

extension ReplyValidator {
  static func check(_ progress: BlobProgress) throws(TransportError) {
    guard 0...max(0, progress.size) ~= progress.received, progress.size >= 0 else {
      throw .undecodable(detail: "more of an attachment than there is")
    }
  }

  static func check(
    _ piece: BlobPiece, of digest: BlobDigest, from offset: Int, limit: Int
  ) throws(TransportError) {
    guard piece.digest == digest, piece.offset == offset else {
      throw .undecodable(detail: "another piece than was asked for")
    }
    guard piece.bytes.count <= limit else { throw .undecodable(detail: "more bytes than were asked for") }
    guard piece.size >= 0, offset > piece.size || piece.bytes.count <= piece.size - offset else {
      throw .undecodable(detail: "a piece beyond the end")
    }
    // A vault that gives less would be asked without end.
    guard piece.bytes.count >= min(limit, piece.size - offset) else {
      throw .undecodable(detail: "fewer bytes than were asked for")
    }
  }
}

/// Refuses answers that no vault can give, before anything is believed of them.
enum ReplyValidator {
  static func check(_ reply: PushReply, to batch: PushBatch) throws(TransportError) {
    switch reply {
    case .results(let results):
      guard results.count == batch.changes.count else {
        throw .undecodable(detail: "\(results.count) results for \(batch.changes.count) changes")
      }
      var last = Revision.none
      for case .applied(let revision) in results {
        guard revision > last else { throw .undecodable(detail: "revisions that do not rise") }
        last = revision
      }
      for case .conflict(let revision, _) in results where revision < .none {
        throw .undecodable(detail: "a negative revision")
      }
    case .epochChanged(let change): try check(change, from: batch.epoch)
    case .staleBatch, .deviceForked: break
    }
  }

  static func check(_ reply: ChangesReply, to request: ChangesRequest) throws(TransportError) {
    switch reply {
    case .page(let page):
      var last = request.after
      for item in page.items {
        guard item.revision > last else { throw .undecodable(detail: "items that are not in order") }
        last = item.revision
      }
      guard last <= page.head else { throw .undecodable(detail: "a head before the items") }
      guard page.items.count <= request.limit else { throw .undecodable(detail: "more items than were asked for") }
      guard !page.hasMore || !page.items.isEmpty else { throw .undecodable(detail: "more to come, but nothing here") }
    case .epochChanged(let change): try check(change, from: request.epoch)
    case .resync: break
    }
  }

  private static func check(_ change: EpochChange, from epoch: Epoch?) throws(TransportError) {
    guard change.epoch != epoch else { throw .undecodable(detail: "a change to the same epoch") }
    guard change.forkedAt >= .none else { throw .undecodable(detail: "a negative revision") }
  }
}
