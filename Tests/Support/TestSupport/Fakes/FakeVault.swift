import NotesDomain

/// A vault as plain as it can be, behind ``FakeTransport``.
struct FakeVault {
  private(set) var epoch: Epoch
  /// For each epoch that is over: up to which revision the present one has the same history.
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
    if let floor = request.floor, max(request.after, floor) < horizon { return .resync }
    let items = feed.filter { $0.revision > request.after }
    let page = Array(items.prefix(request.limit))
    return .page(ChangesPage(head: head, items: page, hasMore: page.count < items.count))
  }

  /// Whether there is something that a device does not know.
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

  /// The device knows more than there is: this vault was restored, and nobody said so.
  private mutating func restart(from epoch: Epoch) -> EpochChange {
    begin(Epoch(bits: epoch.bits &+ 1), after: head)
    return change(for: epoch)
  }

  private func change(for epoch: Epoch?) -> EpochChange {
    EpochChange(epoch: self.epoch, forkedAt: epoch.flatMap { forks[$0] } ?? .none)
  }
}
