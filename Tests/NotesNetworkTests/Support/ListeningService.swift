import NotesDomain
import Synchronization

/// A server that only notes what arrives.
final class ListeningService: SyncService {
  /// What arrived.
  enum Arrival: Hashable {
    case batch(Int)
    case question
  }

  private struct State {
    var arrivals: [Arrival] = []
    var failure: ServiceError?
    var listener: (@Sendable () async -> Void)?
  }

  private let state = Mutex(State())

  /// What arrived, in order; batches by their numbers.
  var arrivals: [Arrival] { state.withLock { $0.arrivals } }

  /// What every call throws from now on.
  var failure: ServiceError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// Called while the next request is served.
  func listen(_ listener: @escaping @Sendable () async -> Void) {
    state.withLock { $0.listener = listener }
  }

  func push(_ batch: PushBatch, to vault: VaultID) async throws(ServiceError) -> PushReply {
    try await hear(.batch(batch.number))
    return .results([])
  }

  func changes(_ request: ChangesRequest, in vault: VaultID) async throws(ServiceError) -> ChangesReply {
    try await hear(.question)
    return .resync
  }

  private func hear(_ arrival: Arrival) async throws(ServiceError) {
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
