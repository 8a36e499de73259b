import NotesDomain

/// Takes a complete snapshot into the store, in one transaction.
///
/// What the snapshot has is rebased like any page. What it does not have was deleted at some time, unless it was lost with
/// the vault's history.
struct SnapshotApplier: Sendable {
  let rebasing: ItemRebaser
  let absences: any AbsenceRule

  init(rebasing: ItemRebaser, absences: any AbsenceRule) {
    self.rebasing = rebasing
    self.absences = absences
  }

  /// How many notes it would delete.
  func deletions(_ state: SyncState, _ transaction: any SyncTransaction) throws(StoreError) -> Int {
    var count = 0
    try Pages.forEach(transaction.staged) { (item) throws(StoreError) in
      guard item.isTombstone else { return }
      let step = try rebasing.step(item, transaction, forkedAt: state.forkedAt, keepsDeleted: false)
      if step.deletes { count += 1 }
    }
    try forEachAbsent(transaction) { (id, item) throws(StoreError) in
      guard !absences.isLost(item, forkedAt: state.forkedAt) else { return }
      let step = try rebasing.step(absence(of: id), transaction, forkedAt: state.forkedAt, keepsDeleted: false)
      if step.deletes { count += 1 }
    }
    return count
  }

  /// Takes it into the store.
  func complete(
    _ state: SyncState, keepsDeleted: Bool, _ transaction: any SyncTransaction, _ summary: inout SyncSummary
  ) throws(StoreError) {
    var tally = summary
    // What could not be read and has no version here is known to no list of notes.
    var unreadable: Set<NoteID> = []
    try Pages.forEach(transaction.unreadable) { (item) throws(StoreError) in _ = unreadable.insert(item.id) }
    try Pages.forEach(transaction.staged) { (item) throws(StoreError) in
      unreadable.remove(item.id)
      let step = try rebasing.step(item, transaction, forkedAt: state.forkedAt, keepsDeleted: keepsDeleted)
      try rebasing.commit(step, transaction, &tally)
    }
    try forEachAbsent(transaction) { (id, item) throws(StoreError) in
      if absences.isLost(item, forkedAt: state.forkedAt) {
        let revived = item.local.map { SyncItem(revision: .none, base: nil, local: $0) }
        try transaction.save(revived, for: id)
        return
      }
      let step = try rebasing.step(
        absence(of: id), transaction, forkedAt: state.forkedAt, keepsDeleted: keepsDeleted)
      try rebasing.commit(step, transaction, &tally)
    }
    for id in unreadable where try transaction.item(id) == nil { try transaction.save(nil, for: id) }
    try transaction.discardStaged()
    summary = tally
  }

  /// A note that the vault does not hold, as an item.
  private func absence(of id: NoteID) -> VaultItem {
    VaultItem(id: id, revision: .none, payload: nil)
  }

  private func forEachAbsent(
    _ transaction: any SyncTransaction, _ body: (NoteID, SyncItem) throws(StoreError) -> Void
  ) throws(StoreError) {
    var last: NoteID?
    while true {
      let ids = try transaction.unstaged(after: last, limit: Pages.size)
      for id in ids {
        if let item = try transaction.item(id) { try body(id, item) }
      }
      guard let next = ids.last else { return }
      last = next
    }
  }
}

/// Reads what a store holds of the vault's items a page at a time: all of them at once may not fit in memory.
enum Pages {
  /// The most items of a page; those that are large come in smaller ones.
  static let size = 500

  /// Reads all items.
  ///
  /// - Parameters:
  ///   - page: The next items after an id.
  ///   - body: What to do with each. It may forget the item.
  static func forEach(
    _ page: (_ after: NoteID?, _ limit: Int) throws(StoreError) -> [VaultItem],
    _ body: (VaultItem) throws(StoreError) -> Void
  ) throws(StoreError) {
    var last: NoteID?
    while true {
      let items = try page(last, size)
      for item in items { try body(item) }
      guard let next = items.last?.id else { return }
      last = next
    }
  }
}
