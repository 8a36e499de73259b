import NotesDomain
import Synchronization

/// A transport of a server that changes what it returns, and that remembers what it was sent.
final class CheatingTransport: VaultTransport {
  /// What happens to a request for changes.
  enum Treatment: Sendable {
    case answered(ChangesReply)
    /// The honest server gets this request instead.
    case forwarded(ChangesRequest)
  }

  private struct State {
    var treatment: @Sendable (ChangesRequest) -> Treatment = { .forwarded($0) }
    var batch: @Sendable (PushBatch) -> PushBatch = { $0 }
    var pushFailure: TransportError?
    var page: @Sendable (ChangesPage) async -> ChangesPage = { $0 }
    var result: @Sendable (PushResult) -> PushResult = { $0 }
    var isUnreachable = false
    var piece: @Sendable (BlobPiece) -> BlobPiece = { $0 }
    var sent: [PushBatch] = []
    var losesNextReply = false
  }

  private let honest: any VaultTransport
  private let state = Mutex(State())

  init(_ honest: any VaultTransport) { self.honest = honest }

  /// Changes each page of changes.
  func cheat(onPages change: @escaping @Sendable (ChangesPage) async -> ChangesPage) {
    state.withLock { $0.page = change }
  }

  /// Changes each item of the pages.
  func cheat(onItems change: @escaping @Sendable (VaultItem) -> VaultItem?) {
    cheat(onPages: { page in
      ChangesPage(head: page.head, items: page.items.compactMap(change), hasMore: page.hasMore)
    })
  }

  /// Changes each result of a batch.
  func cheat(onResults change: @escaping @Sendable (PushResult) -> PushResult) {
    state.withLock { $0.result = change }
  }

  /// Changes each batch before the honest server gets it.
  func cheat(onBatches change: @escaping @Sendable (PushBatch) -> PushBatch) {
    state.withLock { $0.batch = change }
  }

  /// Returns no changes from now on.
  func withholdEverything() { state.withLock { $0.isUnreachable = true } }

  /// Answers requests for changes, or changes them. Pages of the honest server are changed further.
  func cheat(onRequests treat: @escaping @Sendable (ChangesRequest) -> Treatment) {
    state.withLock { $0.treatment = treat }
  }

  /// Lets the next batch fail before it reaches the server.
  func failNextBatch(_ error: TransportError) { state.withLock { $0.pushFailure = error } }

  /// Changes each piece of a blob.
  func cheat(onPieces change: @escaping @Sendable (BlobPiece) -> BlobPiece) {
    state.withLock { $0.piece = change }
  }

  func beHonest() {
    state.withLock { state in
      state.treatment = { .forwarded($0) }
      state.batch = { $0 }
      state.page = { $0 }
      state.piece = { $0 }
      state.result = { $0 }
      state.isUnreachable = false
    }
  }

  /// Loses the reply to the next batch.
  func loseNextReply() { state.withLock { $0.losesNextReply = true } }

  /// The batches that were sent, oldest first.
  var sent: [PushBatch] { state.withLock { $0.sent } }

  func push(_ batch: PushBatch) async throws(TransportError) -> PushReply {
    let failure = state.withLock { state in
      defer { state.pushFailure = nil }
      return state.pushFailure
    }
    if let failure { throw failure }
    let reply = try await honest.push(state.withLock { $0.batch }(batch))
    let isLost = state.withLock { state in
      state.sent.append(batch)
      defer { state.losesNextReply = false }
      return state.losesNextReply
    }
    if isLost { throw .unreachable(detail: "the reply was lost") }
    guard case .results(let results) = reply else { return reply }
    return .results(results.map(state.withLock { $0.result }))
  }

  func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply {
    if state.withLock({ $0.isUnreachable }) { throw .unreachable(detail: "nothing is returned") }
    let reply: ChangesReply
    switch state.withLock({ $0.treatment })(request) {
    case .answered(let answer): return answer
    case .forwarded(let request): reply = try await honest.changes(request)
    }
    guard case .page(let page) = reply else { return reply }
    return await .page(state.withLock { $0.page }(page))
  }

  func progress(of digest: BlobDigest) async throws(TransportError) -> BlobProgress? {
    try await honest.progress(of: digest)
  }

  func send(_ piece: BlobPiece) async throws(TransportError) -> BlobUploadReply { try await honest.send(piece) }

  func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(TransportError) -> BlobPiece? {
    let piece = try await honest.piece(of: digest, from: offset, limit: limit)
    return piece.map(state.withLock { $0.piece })
  }

  func listen(_ request: WatchRequest) async throws(TransportError) -> WatchReply { try await honest.listen(request) }
}
