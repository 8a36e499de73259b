import NotesDomain
import NotesSync

/// Sends one to four of what is pending, in any order, so that an exchange has several batches.
struct SmallBatches: BatchRule {
  let inner: any BatchRule
  let scene: Scene

  func batch(
    _ state: SyncState, in epoch: Epoch, from transaction: any SyncTransaction
  ) throws(StoreError) -> PushBatch? {
    guard let batch = try inner.batch(state, in: epoch, from: transaction) else { return nil }
    let count = min(1 + scene.below(4), batch.changes.count)
    var rest = batch.changes
    var changes: [PushChange] = []
    changes.reserveCapacity(count)
    for _ in 0..<count { changes.append(rest.remove(at: scene.below(rest.count))) }
    return PushBatch(epoch: batch.epoch, device: batch.device, number: batch.number, changes: changes)
  }
}
