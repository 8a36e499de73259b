import NotesDomain

/// A transaction of a server whose writes are looked at.
final class WatchedTransaction: PassingServerTransaction {
  private(set) var violation: Violation?
  /// The batch that was executed in it.
  private(set) var executed: ServerWatch.Batch?
  /// The notes that were deleted in it.
  private(set) var deleted: [NoteID] = []
  /// The versions that were accepted in it, each with whether the note was not there before.
  private(set) var versions: [(version: ServerWatch.Version, isNew: Bool)] = []
  /// The revisions that were given in it.
  private(set) var given: [Int64] = []
  private var head: Revision?

  override func save(_ item: VaultItem) throws(StoreError) {
    var before = head ?? .none
    if head == nil, let state = try inner.state() { before = state.head }
    if item.revision != before.next {
      violation = violation ?? Violation(.ordered, "\(item.revision.number) comes after \(before.number)")
    }
    head = item.revision
    given.append(item.revision.number)
    let version = try inner.version(of: item.id)
    if let payload = item.payload {
      let sum = Trace.sum(payload)
      versions.append((ServerWatch.Version(id: item.id, sum: sum), version?.isTombstone ?? true))
    } else {
      deleted.append(item.id)
    }
    try inner.save(item)
  }

  override func save(_ receipt: BatchReceipt) throws(StoreError) {
    if let epoch = try inner.state()?.epochs.last?.epoch {
      executed = ServerWatch.Batch(epoch: epoch, device: receipt.device, number: receipt.number)
    }
    try inner.save(receipt)
  }
}
