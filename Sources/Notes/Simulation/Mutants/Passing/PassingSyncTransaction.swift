import NotesDomain

/// A transaction that passes everything on; mutants change a step of it.
class PassingSyncTransaction: SyncTransaction {
  let inner: any SyncTransaction

  init(_ inner: any SyncTransaction) {
    self.inner = inner
  }

  func state() throws(StoreError) -> SyncState? { try inner.state() }
  func save(state: SyncState) throws(StoreError) { try inner.save(state: state) }
  func counts() throws(StoreError) -> SyncCounts { try inner.counts() }
  func item(_ id: NoteID) throws(StoreError) -> SyncItem? { try inner.item(id) }
  func save(_ item: SyncItem?, for id: NoteID) throws(StoreError) { try inner.save(item, for: id) }
  func pending(limit: Int) throws(StoreError) -> [NoteID] { try inner.pending(limit: limit) }
  func blocked() throws(StoreError) -> [NoteID] { try inner.blocked() }
  func setAside(_ item: VaultItem) throws(StoreError) { try inner.setAside(item) }
  func unreadable(after id: NoteID?, limit: Int) throws(StoreError) -> [VaultItem] {
    try inner.unreadable(after: id, limit: limit)
  }
  func batch() throws(StoreError) -> PushBatch? { try inner.batch() }
  func save(batch: PushBatch?) throws(StoreError) { try inner.save(batch: batch) }
  func stage(_ items: [VaultItem]) throws(StoreError) { try inner.stage(items) }
  func staged(after id: NoteID?, limit: Int) throws(StoreError) -> [VaultItem] {
    try inner.staged(after: id, limit: limit)
  }
  func unstaged(after id: NoteID?, limit: Int) throws(StoreError) -> [NoteID] {
    try inner.unstaged(after: id, limit: limit)
  }
  func dropStage() throws(StoreError) { try inner.dropStage() }
  func record(conflict: NoteConflict) throws(StoreError) { try inner.record(conflict: conflict) }
  func record(merging: NoteMerging) throws(StoreError) { try inner.record(merging: merging) }
  func conflictCount() throws(StoreError) -> Int { try inner.conflictCount() }
}
