import NotesDomain

/// A simple reference implementation of a vault: one vault, no limits, no optimizations.
struct PlainVault {
  struct Receipt {
    let number: Int
    let changes: [PushChange]
    let results: [PushResult]
  }

  var epochs: [(epoch: Epoch, head: Int64)]
  var head: Int64 = 0
  var horizon: Int64 = 0
  var items: [NoteID: (revision: Int64, payload: [UInt8]?)] = [:]
  var receipts: [DeviceID: Receipt] = [:]

  mutating func push(_ batch: PushBatch) -> PushReply {
    if let change = change(from: batch.epoch) { return .epochChanged(change) }
    let last = receipts[batch.device]
    if let last, batch.number == last.number {
      return batch.changes == last.changes ? .results(last.results) : .deviceForked
    }
    guard batch.number == (last?.number ?? 0) + 1 else { return .staleBatch }
    var results: [PushResult] = []
    for change in batch.changes {
      let current = items[change.id]
      if change.base.number == current?.revision ?? 0, current != nil || change.payload != nil {
        if isPlain(change) {
          results.append(.refused(.plainText))
          continue
        }
        head += 1
        items[change.id] = (head, change.payload)
        results.append(.applied(Revision(head)))
      } else {
        results.append(
          .conflict(
            revision: Revision(current?.revision ?? 0), isDeleted: current.map { $0.payload == nil } ?? false))
      }
    }
    receipts[batch.device] = Receipt(number: batch.number, changes: batch.changes, results: results)
    return .results(results)
  }

  func changes(_ request: ChangesRequest) -> ChangesReply {
    if let change = change(from: request.epoch) { return .epochChanged(change) }
    if let id = request.only {
      let item = items[id].map { VaultItem(id: id, revision: Revision($0.revision), payload: $0.payload) }
      return .page(ChangesPage(head: Revision(head), items: item.map { [$0] } ?? [], hasMore: false))
    }
    if let floor = request.floor, max(request.after, floor).number < horizon { return .resync }
    let all = items.filter { $0.value.revision > request.after.number }
      .sorted { $0.value.revision < $1.value.revision }
      .map { VaultItem(id: $0.key, revision: Revision($0.value.revision), payload: $0.value.payload) }
    return .page(
      ChangesPage(
        head: Revision(head), items: Array(all.prefix(request.limit)), hasMore: all.count > request.limit))
  }

  mutating func purge(upTo revision: Int64) {
    horizon = max(horizon, revision)
    items = items.filter { $0.value.payload != nil || $0.value.revision > horizon }
  }

  /// Whether a change is neither sealed nor a keyring, in a vault with a keyring or in place of one.
  private func isPlain(_ change: PushChange) -> Bool {
    // The histories have keyrings without earlier keys.
    if change.id == Keyring.item {
      return change.payload?.count != 221 || change.payload?.starts(with: "NKR\u{1}".utf8) != true
    }
    guard items[Keyring.item] != nil else { return false }
    guard let payload = change.payload else { return true }
    return payload.first == 8
  }

  private func change(from epoch: Epoch?) -> EpochChange? {
    guard let present = epochs.last?.epoch, epoch != present else { return nil }
    guard let place = epochs.firstIndex(where: { $0.epoch == epoch }) else {
      return EpochChange(epoch: present, forkedAt: .none)
    }
    let skipped = epochs[(place + 1)...].map(\.head)
    return EpochChange(epoch: present, forkedAt: Revision(skipped.min() ?? head))
  }
}
