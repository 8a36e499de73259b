package import NotesDomain
import Synchronization

/// A vault in memory, and a way to it that does what a test says.
///
/// It obeys the protocol: it compares and swaps revisions, numbers what it accepts, and remembers each device's last batch.
package final class FakeTransport: SyncTransport, ChangeListener {
  private struct State {
    var vault: FakeVault
    var failures: [TransportError] = []
    var failure: TransportError?
    var pushReplies: [PushReply] = []
    var changesReplies: [ChangesReply] = []
    var batches: [PushBatch] = []
    var requests: [ChangesRequest] = []
    var watches: [WatchRequest] = []
    var listeners: [Int: Listener] = [:]

    mutating func fail() throws(TransportError) {
      if let failure { throw failure }
      if !failures.isEmpty { throw failures.removeFirst() }
    }
  }

  private struct Listener {
    let request: WatchRequest
    let continuation: CheckedContinuation<Result<WatchReply, TransportError>, Never>
  }

  private let state: Mutex<State>

  /// Creates a way to an empty vault.
  ///
  /// - Parameter epoch: The vault's epoch.
  package init(epoch: Epoch = Epoch(bits: 1)) {
    state = Mutex(State(vault: FakeVault(epoch: epoch)))
  }

  /// What every call throws from now on; `nil` to work again.
  package var failure: TransportError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// The items that the vault holds, in ascending order of revision.
  package var items: [VaultItem] { state.withLock { $0.vault.feed } }

  /// The vault's epoch.
  package var epoch: Epoch { state.withLock { $0.vault.epoch } }

  /// The batches that were sent, lost and repeated ones included.
  package var batches: [PushBatch] { state.withLock { $0.batches } }

  /// The questions that were asked, lost ones included.
  package var requests: [ChangesRequest] { state.withLock { $0.requests } }

  /// The questions for news that were asked, lost ones included.
  package var watches: [WatchRequest] { state.withLock { $0.watches } }

  /// Has the next calls fail, before the vault hears of them.
  ///
  /// - Parameters:
  ///   - error: What they throw.
  ///   - times: How many calls.
  package func failNext(_ error: TransportError, times: Int = 1) {
    state.withLock { $0.failures += Array(repeating: error, count: times) }
  }

  /// Answers the next batch in the vault's place, which does not hear of it.
  ///
  /// - Parameter reply: The answer.
  package func answerNext(with reply: PushReply) {
    state.withLock { $0.pushReplies.append(reply) }
  }

  /// Answers the next question in the vault's place.
  ///
  /// - Parameter reply: The answer.
  package func answerNext(with reply: ChangesReply) {
    state.withLock { $0.changesReplies.append(reply) }
  }

  /// Has another device change a note in the vault, whatever stands there.
  ///
  /// - Parameters:
  ///   - payload: The note's bytes; `nil` to delete it.
  ///   - id: The note.
  package func store(_ payload: [UInt8]?, for id: NoteID) {
    state.withLock { _ = $0.vault.accept(payload, for: id) }
    ring()
  }

  /// Begins another epoch, as a vault that was restored from a backup.
  ///
  /// - Parameters:
  ///   - epoch: The epoch.
  ///   - revision: The revision up to which both have the same history; what came after it is gone.
  package func begin(_ epoch: Epoch, after revision: Revision) {
    state.withLock { $0.vault.begin(epoch, after: revision) }
    ring()
  }

  /// Forgets the tombstones up to a revision, that one included.
  ///
  /// - Parameter revision: The revision.
  package func forgetTombstones(upTo revision: Revision) {
    state.withLock { $0.vault.forgetTombstones(upTo: revision) }
  }

  /// Sends a batch.
  package func push(_ batch: PushBatch) async throws(TransportError) -> PushReply {
    defer { ring() }
    return try state.withLock { state throws(TransportError) in
      state.batches.append(batch)
      try state.fail()
      return state.pushReplies.isEmpty ? state.vault.push(batch) : state.pushReplies.removeFirst()
    }
  }

  /// Asks for changes.
  package func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply {
    try state.withLock { state throws(TransportError) in
      state.requests.append(request)
      try state.fail()
      return state.changesReplies.isEmpty ? state.vault.changes(request) : state.changesReplies.removeFirst()
    }
  }

  /// Waits until there is news, or nobody waits for it any more. Time does not pass here, but for whoever waits a millisecond
  /// or less, which is over at once.
  package func listen(_ request: WatchRequest) async throws(TransportError) -> WatchReply {
    let number = try state.withLock { state throws(TransportError) in
      state.watches.append(request)
      try state.fail()
      return state.watches.count
    }
    let reply = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { $0.listeners[number] = Listener(request: request, continuation: continuation) }
        ring()
        if request.milliseconds <= 1 { end(number, with: .success(.quiet)) }
        if Task.isCancelled { end(number, with: .failure(Self.givenUp)) }
      }
    } onCancel: {
      end(number, with: .failure(Self.givenUp))
    }
    return try reply.get()
  }

  private static let givenUp = TransportError.unreachable(detail: "the request was given up")

  /// Answers those who wait and have something to hear.
  private func ring() {
    let numbers = state.withLock { state in
      state.listeners.filter { state.vault.isNews($0.value.request) }.map(\.key)
    }
    for number in numbers { end(number, with: .success(.changed)) }
  }

  private func end(_ number: Int, with reply: Result<WatchReply, TransportError>) {
    let listener = state.withLock { $0.listeners.removeValue(forKey: number) }
    listener?.continuation.resume(returning: reply)
  }
}
