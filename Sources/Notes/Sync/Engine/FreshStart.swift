import NotesDomain

/// Begins anew with a vault that does not know the device as it is.
struct FreshStart: Sendable {
  let rule: any EpochRule
  let randomness: any Randomness

  init(rule: any EpochRule, randomness: any Randomness) {
    self.rule = rule
    self.randomness = randomness
  }

  /// Enters another epoch. Every note stays as it is.
  func enter(_ change: EpochChange, _ state: SyncState, _ transaction: any SyncTransaction) throws(StoreError) {
    try dropBatch(transaction)
    try transaction.dropStage()
    let holdsNotes = try !transaction.unstaged(after: nil, limit: 1).isEmpty
    // A snapshot is also what forgets an item that could not be read and that the vault does not have.
    let holdsOthers = try !transaction.unreadable(after: nil, limit: 1).isEmpty
    let device = DeviceID(drawnFrom: randomness)
    try transaction.save(state: rule.enter(change, from: state, holdsVersions: holdsNotes || holdsOthers, as: device))
  }

  /// Goes on under another name. Every note stays as it is, those of the batch under way dirty.
  func rename(_ state: SyncState, _ transaction: any SyncTransaction) throws(StoreError) {
    try dropBatch(transaction)
    try transaction.save(state: rule.rename(state, as: DeviceID(drawnFrom: randomness)))
  }

  /// Forgets the batch under way, and with it the notes that were known for its sake alone.
  private func dropBatch(_ transaction: any SyncTransaction) throws(StoreError) {
    guard let batch = try transaction.batch() else { return }
    try transaction.save(batch: nil)
    for change in batch.changes {
      guard let item = try transaction.item(change.id), item.base == nil, item.local == nil else { continue }
      try transaction.save(nil, for: change.id)
    }
  }
}
