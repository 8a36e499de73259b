import NotesDomain

/// Applies a complete staged snapshot, in one transaction.
///
/// The items of the snapshot are rebased like those of any page. Notes that it does not contain were deleted, unless they
/// were lost with the vault's history, or the vault keeps each deletion as an item.
struct SnapshotApplier: Sendable {
  let rebaser: ItemRebaser
  let rules: SyncRules

  /// Counts the notes that the snapshot would delete.
  func deletions(
    from state: SyncState, keepsAbsent: Bool, in transaction: any SyncTransaction
  ) throws -> Int {
    var count = 0
    func add(_ item: VaultItem) throws {
      let step = try rebaser.step(
        for: item, in: transaction, forkedAt: state.forkedAt, trustsNumbers: !keepsAbsent, keepsDeleted: false)
      if step.deletes { count += 1 }
    }
    try transaction.forEachStaged { item in
      if item.isTombstone { try add(item) }
    }
    try transaction.forEachUnstaged { id, item in
      if !keepsAbsent, !rules.isLost(item, state.forkedAt) { try add(VaultItem(absent: id)) }
    }
    return count
  }

  /// Applies the snapshot and discards it.
  func apply(
    from state: SyncState, keepsDeleted: Bool, keepsAbsent: Bool, in transaction: any SyncTransaction,
    to received: inout ReceivedChanges
  ) throws {
    func rebase(_ item: VaultItem) throws {
      let step = try rebaser.step(
        for: item, in: transaction, forkedAt: state.forkedAt, trustsNumbers: !keepsAbsent, keepsDeleted: keepsDeleted)
      try rebaser.commit(step, in: transaction, to: &received)
    }
    // Unreadable items without a version here are in no list of notes.
    var unreadable: Set<NoteID> = []
    try transaction.forEachUnreadable { item in _ = unreadable.insert(item.id) }
    try transaction.forEachStaged { item in
      unreadable.remove(item.id)
      try rebase(item)
    }
    try transaction.forEachUnstaged { id, item in
      if keepsAbsent || rules.isLost(item, state.forkedAt) {
        let revived = item.local.map { SyncItem(revision: .none, base: nil, local: $0) }
        try transaction.save(revived, for: id)
      } else {
        try rebase(VaultItem(absent: id))
      }
    }
    for id in unreadable where try transaction.item(id) == nil { try transaction.save(nil, for: id) }
    try transaction.discardStaged()
  }
}

extension VaultItem {
  /// Creates an item for a note that the vault does not hold.
  fileprivate init(absent id: NoteID) {
    self.init(id: id, revision: .none, payload: nil)
  }
}
