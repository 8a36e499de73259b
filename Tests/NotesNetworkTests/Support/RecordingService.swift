import NotesDomain
import NotesHosting
import Synchronization

/// A server that only records the requests.
final class RecordingService: SyncService, BlobService {
  /// A received request.
  enum Arrival: Hashable {
    case batch(Int)
    case changes
  }

  private struct State {
    var arrivals: [Arrival] = []
    var failure: ServiceError?
    var listener: (@Sendable () async -> Void)?
  }

  private let state = Mutex(State())

  /// The requests in order; batches by their numbers.
  var arrivals: [Arrival] { state.withLock { $0.arrivals } }

  /// The error of every further call.
  var failure: ServiceError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// Calls a function during the next request.
  func listen(_ listener: @escaping @Sendable () async -> Void) {
    state.withLock { $0.listener = listener }
  }

  func push(_ batch: PushBatch, to vault: VaultAccess) async throws(ServiceError) -> PushReply {
    try await record(.batch(batch.number))
    return .results([])
  }

  func changes(
    _ request: ChangesRequest, in vault: VaultAccess, memory: Int
  ) async throws(ServiceError) -> ChangesReply {
    try await record(.changes)
    return .resync
  }

  func progress(of digest: BlobDigest, in vault: VaultID) async throws(ServiceError) -> BlobProgress? { nil }

  func receive(_ piece: BlobPiece, in vault: VaultAccess) async throws(ServiceError) -> BlobUploadReply { .mismatch }

  func piece(
    of digest: BlobDigest, from offset: Int, limit: Int, in vault: VaultID
  ) async throws(ServiceError) -> BlobPiece? { nil }

  private func record(_ arrival: Arrival) async throws(ServiceError) {
    let listener = try state.withLock { state throws(ServiceError) in
      state.arrivals.append(arrival)
      if let failure = state.failure { throw failure }
      let listener = state.listener
      state.listener = nil
      return listener
    }
    await listener?()
  }
}
