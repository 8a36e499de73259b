import NotesDomain

/// The steps of sync on a ``GuardedStore`` that nobody else works with meanwhile.
struct InMemorySyncTransaction: SyncTransaction {
  let store: GuardedStore

  func state() throws(StoreError) -> SyncState? {
    try store.step { state throws(StoreError) in state.device.current }
  }

  func save(state new: SyncState) throws(StoreError) {
    try store.step { state throws(StoreError) in state.save(device: new) }
  }

  func counts() throws(StoreError) -> SyncCounts {
    try store.step { state throws(StoreError) in
      SyncCounts(notes: state.notes.table.count, pending: state.pending.elements.count)
    }
  }

  func item(_ id: NoteID) throws(StoreError) -> SyncItem? {
    try store.step { state throws(StoreError) in state.item(id) }
  }

  func save(_ item: SyncItem?, for id: NoteID) throws(StoreError) {
    try store.step { state throws(StoreError) in state.save(item, for: id) }
  }

  func pending(limit: Int) throws(StoreError) -> [NoteID] {
    try store.step { state throws(StoreError) in Array(state.pending.elements.prefix(max(0, limit))) }
  }

  func blocked() throws(StoreError) -> [NoteID] {
    try store.step { state throws(StoreError) in state.blocked.elements }
  }

  func setAside(_ item: VaultItem) throws(StoreError) {
    try store.step { state throws(StoreError) in state.setAside(item) }
  }

  func unreadable() throws(StoreError) -> [VaultItem] {
    try store.step { state throws(StoreError) in state.unreadable.table.inOrder }
  }

  func batch() throws(StoreError) -> PushBatch? {
    try store.step { state throws(StoreError) in state.batch.current }
  }

  func save(batch: PushBatch?) throws(StoreError) {
    try store.step { state throws(StoreError) in state.batch.set(batch) }
  }

  func stage(_ items: [VaultItem]) throws(StoreError) {
    try store.step { state throws(StoreError) in
      for item in items { state.staged.set(item, for: item.id) }
    }
  }

  func staged(after id: NoteID?, limit: Int) throws(StoreError) -> [VaultItem] {
    try store.step { state throws(StoreError) in
      state.staged.table.ids(after: id).prefix(max(0, limit)).compactMap { state.staged[$0] }
    }
  }

  func unstaged(after id: NoteID?, limit: Int) throws(StoreError) -> [NoteID] {
    try store.step { state throws(StoreError) in
      let known = state.items.table.ids(after: id).lazy.filter { id in
        state.staged[id] == nil && state.items[id].map { $0.revision > .none } ?? false
      }
      return Array(known.prefix(max(0, limit)))
    }
  }

  func dropStage() throws(StoreError) {
    try store.step { state throws(StoreError) in state.staged.removeAll() }
  }

  func record(conflict: NoteConflict) throws(StoreError) {
    try store.step { state throws(StoreError) in
      state.conflicts.set(state.conflicts.current.filter { $0.id != conflict.id } + [conflict])
    }
  }

  func record(merging: NoteMerging) throws(StoreError) {
    try store.step { state throws(StoreError) in state.mergings.append(merging) }
  }

  func conflictCount() throws(StoreError) -> Int {
    try store.step { state throws(StoreError) in state.conflicts.current.count }
  }
}
