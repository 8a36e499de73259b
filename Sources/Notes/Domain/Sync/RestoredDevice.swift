/// The continuation of a device whose store was restored from a backup, and so went back in time.
///
/// The vault may have executed batches of this device since the backup, under the numbers that the store would use next, and
/// the backup may be of a device that goes on elsewhere. So the device takes a fresh name and forgets its pending batch, whose
/// changes are pending again, each on the version that it changed. Everything else the store says of the vault was true and
/// stays so: revisions never change their meaning within an epoch, and the next sync receives what came after the cursor,
/// this device's own later changes included.
extension SyncTransaction {
  /// Begins a new device in a restored store. Does nothing in a store that has never synced.
  package func continueAfterRestore(as device: DeviceID) throws(StoreError) {
    guard var state = try state() else { return }
    try forgetBatch()
    state = state.renamed(device)
    // A person decides anew, about the deletions that there are by now.
    state.deletionBrake = nil
    if state.snapshot != nil {
      // Its pages are as old as the backup.
      state.snapshot = SyncSnapshot()
      try discardStaged()
    }
    try save(state: state)
  }

  /// Forgets the pending batch, and the deleted notes that were known only because of it.
  package func forgetBatch() throws(StoreError) {
    guard let batch = try batch() else { return }
    try save(batch: nil)
    for change in batch.changes {
      guard let item = try item(change.id), item.base == nil, item.local == nil else { continue }
      try save(nil, for: change.id)
    }
  }
}

extension SyncState {
  /// Returns the state under a fresh name, with which the numbers of batches begin again.
  package func renamed(_ device: DeviceID) -> SyncState {
    var next = self
    next.device = device
    next.nextBatch = 1
    return next
  }
}
