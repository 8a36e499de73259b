import NotesDomain

/// A transport that retries failed requests, validates replies, and stops when the task is cancelled.
///
/// Its functions throw a ``SyncError``, or `CancellationError`.
struct RetryingTransport: Sendable {
  let transport: any SyncTransport
  let blobs: any BlobTransport
  let clock: any Clock<Duration>
  let randomness: any Randomness
  let settings: SyncSettings

  func push(_ batch: PushBatch, report: @Sendable (SyncProgress) -> Void) async throws -> PushReply {
    try await retrying(report) {
      let reply = try await transport.push(batch)
      try ReplyValidator.check(reply, to: batch)
      return reply
    }
  }

  /// Requests changes. Each failed attempt shrinks the page, and a reply raises the limit for the next one.
  func changes(
    _ request: ChangesRequest, limit: inout PageLimit, report: @Sendable (SyncProgress) -> Void
  ) async throws -> ChangesReply {
    var request = request
    let reply = try await retrying(report, willRetry: { request.limit = limit.shrink() }) {
      let reply = try await transport.changes(request)
      try ReplyValidator.check(reply, to: request)
      return reply
    }
    limit.grow()
    return reply
  }

  func progress(of digest: BlobDigest, report: @Sendable (SyncProgress) -> Void) async throws -> BlobProgress? {
    try await retrying(report) {
      let progress = try await blobs.progress(of: digest)
      if let progress { try ReplyValidator.check(progress) }
      return progress
    }
  }

  func send(_ piece: BlobPiece, report: @Sendable (SyncProgress) -> Void) async throws -> BlobUploadReply {
    try await retrying(report) {
      let reply = try await blobs.send(piece)
      if case .progress(let progress) = reply {
        try ReplyValidator.check(progress)
        guard progress.size == piece.size else {
          throw TransportError.undecodable(detail: "an attachment of another size")
        }
      }
      return reply
    }
  }

  func piece(
    of digest: BlobDigest, from offset: Int, limit: Int, report: @Sendable (SyncProgress) -> Void
  ) async throws -> BlobPiece? {
    try await retrying(report) {
      let piece = try await blobs.piece(of: digest, from: offset, limit: limit)
      if let piece { try ReplyValidator.check(piece, of: digest, from: offset, limit: limit) }
      return piece
    }
  }

  private func retrying<Reply>(
    _ report: @Sendable (SyncProgress) -> Void, willRetry: () -> Void = {}, _ request: () async throws -> Reply
  ) async throws -> Reply {
    let policy = settings.retry
    do {
      return try await policy.run(
        clock: clock, randomness: randomness,
        willWait: { delay, error, attempt in
          report(SyncProgress(.waiting(delay, after: error), finished: attempt, total: policy.attempts))
          willRetry()
        }, request)
    } catch TransportError.encryption(.store(let error)) {
      throw SyncError.store(error)
    } catch let error as TransportError {
      throw SyncError.transport(error)
    }
  }
}

/// The number of items in the next page: all that a request may ask for, and fewer after a request that failed.
///
/// A slow link carries a large page so long that a timeout of a proxy, or a loss of the connection, becomes likely before its
/// end, and then again with each attempt. A fourth of the page takes a fourth of the time, so that five attempts get down to
/// a few notes. From there the limit rises by an eighth, since a page that is cut costs all of its bytes.
struct PageLimit: Sendable, Hashable {
  private let maximum: Int
  private(set) var items: Int

  init(maximum: Int) { (self.maximum, items) = (maximum, maximum) }

  /// Lowers the limit after a failed request, and returns it.
  mutating func shrink() -> Int {
    items = max(1, items / 4)
    return items
  }

  /// Raises the limit after a reply.
  mutating func grow() { items = min(maximum, items + max(1, items / 8)) }
}
