package import NotesDomain
import Synchronization

/// A transport to a vault in memory, with injectable errors and replies.
///
/// It follows the protocol: it compares revisions, numbers accepted changes, and stores each device's last batch.
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

  /// Creates a transport to an empty vault.
  package init(epoch: Epoch = Epoch(bits: 1)) {
    state = Mutex(State(vault: FakeVault(epoch: epoch)))
  }

  /// The error that every call throws; `nil` for none.
  package var failure: TransportError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// The items of the vault in ascending order of revision.
  package var items: [VaultItem] { state.withLock { $0.vault.feed } }

  /// The vault's epoch.
  package var epoch: Epoch { state.withLock { $0.vault.epoch } }

  /// The sent batches, including lost and repeated ones.
  package var batches: [PushBatch] { state.withLock { $0.batches } }

  /// The requests for changes, including lost ones.
  package var requests: [ChangesRequest] { state.withLock { $0.requests } }

  /// The watch requests, including lost ones.
  package var watches: [WatchRequest] { state.withLock { $0.watches } }

  /// Lets the next calls fail before they reach the vault.
  package func failNext(_ error: TransportError, times: Int = 1) {
    state.withLock { $0.failures += Array(repeating: error, count: times) }
  }

  /// Sets the reply to the next batch, which does not reach the vault.
  package func answerNext(with reply: PushReply) {
    state.withLock { $0.pushReplies.append(reply) }
  }

  /// Sets the reply to the next request for changes.
  package func answerNext(with reply: ChangesReply) {
    state.withLock { $0.changesReplies.append(reply) }
  }

  /// Changes a note in the vault as another device, without a comparison of revisions.
  package func store(_ payload: [UInt8]?, for id: NoteID) {
    state.withLock { _ = $0.vault.accept(payload, for: id) }
    ring()
  }

  /// Starts another epoch, like a vault that was restored from a backup.
  ///
  /// - Parameter revision: The last common revision. Later changes are lost.
  package func begin(_ epoch: Epoch, after revision: Revision) {
    state.withLock { $0.vault.begin(epoch, after: revision) }
    ring()
  }

  /// Removes the tombstones up to and including a revision.
  package func forgetTombstones(upTo revision: Revision) {
    state.withLock { $0.vault.forgetTombstones(upTo: revision) }
  }

  package func push(_ batch: PushBatch) async throws(TransportError) -> PushReply {
    defer { ring() }
    return try state.withLock { state throws(TransportError) in
      state.batches.append(batch)
      try state.fail()
      return state.pushReplies.isEmpty ? state.vault.push(batch) : state.pushReplies.removeFirst()
    }
  }

  package func changes(_ request: ChangesRequest) async throws(TransportError) -> ChangesReply {
    try state.withLock { state throws(TransportError) in
      state.requests.append(request)
      try state.fail()
      return state.changesReplies.isEmpty ? state.vault.changes(request) : state.changesReplies.removeFirst()
    }
  }

  /// Waits for a change or cancellation. A request times out only when its timeout is a millisecond or less, at once.
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
        if request.timeout <= .milliseconds(1) { end(number, with: .success(.unchanged)) }
        if Task.isCancelled { end(number, with: .failure(Self.givenUp)) }
      }
    } onCancel: {
      end(number, with: .failure(Self.givenUp))
    }
    return try reply.get()
  }

  private static let givenUp = TransportError.unreachable(detail: "the request was given up")

  /// Replies to the waiting requests that have a change.
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

/// The minimal vault of a ``FakeTransport``.
struct FakeVault {
  private(set) var epoch: Epoch
  /// The last revision that each former epoch has in common with the current one.
  private var forks: [Epoch: Revision] = [:]
  private var head = Revision.none
  private var horizon = Revision.none
  private var items: [NoteID: VaultItem] = [:]
  private var receipts: [DeviceID: (batch: PushBatch, reply: PushReply)] = [:]

  init(epoch: Epoch) {
    self.epoch = epoch
  }

  var feed: [VaultItem] { items.values.sorted { $0.revision < $1.revision } }

  mutating func push(_ batch: PushBatch) -> PushReply {
    guard batch.epoch == epoch else { return .epochChanged(change(for: batch.epoch)) }
    if batch.changes.contains(where: { $0.base > head }) { return .epochChanged(restart(from: batch.epoch)) }
    let last = receipts[batch.device]
    if let last, last.batch.number == batch.number { return last.batch == batch ? last.reply : .deviceForked }
    guard batch.number == (last?.batch.number ?? 0) + 1 else { return .staleBatch }
    var results: [PushResult] = []
    for change in batch.changes {
      let item = items[change.id]
      if change.base == item?.revision ?? .none {
        results.append(.applied(accept(change.payload, for: change.id)))
      } else {
        results.append(.conflict(revision: item?.revision ?? .none, isDeleted: item?.isTombstone ?? false))
      }
    }
    receipts[batch.device] = (batch, .results(results))
    return .results(results)
  }

  mutating func changes(_ request: ChangesRequest) -> ChangesReply {
    guard request.epoch == epoch else { return .epochChanged(change(for: request.epoch)) }
    if request.after > head { return .epochChanged(restart(from: epoch)) }
    if let id = request.only {
      return .page(ChangesPage(head: head, items: self.items[id].map { [$0] } ?? [], hasMore: false))
    }
    if let floor = request.floor, max(request.after, floor) < horizon { return .resync }
    let items = feed.filter { $0.revision > request.after }
    let page = Array(items.prefix(request.limit))
    return .page(ChangesPage(head: head, items: page, hasMore: page.count < items.count))
  }

  /// Returns whether a device lacks a change.
  func isNews(_ request: WatchRequest) -> Bool { request.epoch != epoch || request.after != head }

  mutating func accept(_ payload: [UInt8]?, for id: NoteID) -> Revision {
    head = head.next
    items[id] = VaultItem(id: id, revision: head, payload: payload)
    return head
  }

  mutating func begin(_ epoch: Epoch, after revision: Revision) {
    for (other, fork) in forks { forks[other] = min(fork, revision) }
    forks[self.epoch] = revision
    self.epoch = epoch
    head = min(head, revision)
    items = items.filter { $0.value.revision <= revision }
    receipts = [:]
  }

  mutating func forgetTombstones(upTo revision: Revision) {
    horizon = max(horizon, revision)
    items = items.filter { !$0.value.isTombstone || $0.value.revision > horizon }
  }

  /// Starts a new epoch, since the device knows later revisions: the vault was restored without notice.
  private mutating func restart(from epoch: Epoch) -> EpochChange {
    begin(Epoch(bits: epoch.bits &+ 1), after: head)
    return change(for: epoch)
  }

  private func change(for epoch: Epoch?) -> EpochChange {
    EpochChange(epoch: self.epoch, forkedAt: epoch.flatMap { forks[$0] } ?? .none)
  }
}
