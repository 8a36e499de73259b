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

/// Rejects replies that no vault can give, before they are used.
enum ReplyValidator {
  static func check(_ reply: PushReply, to batch: PushBatch) throws(TransportError) {
    switch reply {
    case .results(let results):
      guard results.count == batch.changes.count else {
        throw .undecodable(detail: "\(results.count) results for \(batch.changes.count) changes")
      }
      var last = Revision.none
      for case .applied(let revision) in results {
        guard revision > last else { throw .undecodable(detail: "revisions that do not increase") }
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
      guard page.items.count <= request.limit else { throw .undecodable(detail: "more items than requested") }
      guard !page.hasMore || !page.items.isEmpty else {
        throw .undecodable(detail: "an empty page before the last one")
      }
    case .epochChanged(let change): try check(change, from: request.epoch)
    case .resync: break
    }
  }

  private static func check(_ change: EpochChange, from epoch: Epoch?) throws(TransportError) {
    guard change.epoch != epoch else { throw .undecodable(detail: "a change to the same epoch") }
    guard change.forkedAt >= .none else { throw .undecodable(detail: "a negative revision") }
  }

  static func check(_ progress: BlobProgress) throws(TransportError) {
    guard 0...max(0, progress.size) ~= progress.received, progress.size >= 0 else {
      throw .undecodable(detail: "more bytes of an attachment than its size")
    }
  }

  static func check(
    _ piece: BlobPiece, of digest: BlobDigest, from offset: Int, limit: Int
  ) throws(TransportError) {
    guard piece.digest == digest, piece.offset == offset else {
      throw .undecodable(detail: "another piece than requested")
    }
    guard piece.bytes.count <= limit else { throw .undecodable(detail: "more bytes than requested") }
    guard piece.size >= 0, offset > piece.size || piece.bytes.count <= piece.size - offset else {
      throw .undecodable(detail: "a piece beyond the end")
    }
    // With fewer bytes than requested, the download might never end.
    guard piece.bytes.count >= min(limit, piece.size - offset) else {
      throw .undecodable(detail: "fewer bytes than requested")
    }
  }
}
