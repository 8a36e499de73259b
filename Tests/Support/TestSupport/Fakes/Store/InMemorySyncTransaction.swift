import NotesDomain

/// The transaction of sync on a locked ``SynchronizedStore``.
struct InMemorySyncTransaction: SyncTransaction {
  let store: SynchronizedStore

  func state() throws(StoreError) -> SyncState? {
    store.step { state in state.device.current }
  }

  func save(state new: SyncState) throws(StoreError) {
    store.step { state in state.save(device: new) }
  }

  func counts() throws(StoreError) -> SyncCounts {
    store.step { state in
      SyncCounts(notes: state.notes.table.count, pending: state.pending.elements.count)
    }
  }

  func item(_ id: NoteID) throws(StoreError) -> SyncItem? {
    store.step { state in state.item(id) }
  }

  func save(_ item: SyncItem?, for id: NoteID) throws(StoreError) {
    store.step { state in state.save(item, for: id) }
  }

  func pending(after id: NoteID?, limit: Int) throws(StoreError) -> [NoteID] {
    store.step { state in Array(state.pending.elements(after: id).prefix(max(0, limit))) }
  }

  func blocked() throws(StoreError) -> [NoteID] {
    store.step { state in state.blocked.elements }
  }

  func saveUnreadable(_ item: VaultItem) throws(StoreError) {
    store.step { state in state.saveUnreadable(item) }
  }

  func unreadable(after id: NoteID?, limit: Int) throws(StoreError) -> [VaultItem] {
    store.step { state in state.unreadable.table.values(after: id, limit: limit) }
  }

  func arrivedFiles(after id: NoteID?, limit: Int) throws(StoreError) -> [(NoteID, ArrivedFiles)] {
    store.step { state in
      state.arrivedFiles.table.ids.elements(after: id).prefix(max(0, limit)).compactMap { id in
        state.arrivedFiles[id].map { (id, $0) }
      }
    }
  }

  func save(arrivedFiles: ArrivedFiles?, of id: NoteID) throws(StoreError) {
    store.step { state in state.arrivedFiles.set(arrivedFiles, for: id) }
  }

  func unsentNotes(titled title: String, in notebook: Notebook) throws(StoreError) -> [Note] {
    store.step { state in
      state.notes.table.values.filter { note in
        guard let item = state.item(note.id), item.revision == .none, item.block == nil else { return false }
        return note.trashed == nil && note.title.hasSameBytes(as: title) && note.notebook == notebook
      }.sorted { $0.id < $1.id }
    }
  }

  func unsentImports(at place: NotePlace) throws(StoreError) -> [UnsentImport] {
    store.step { state in
      let paths = Set(place.paths.map(PathKey.init))
      return state.records.values.filter { paths.contains(PathKey($0.path)) }.compactMap { record in
        guard let item = state.item(record.note), item.revision == .none, item.block == nil else { return nil }
        return item.local.map { UnsentImport(note: $0, imported: record.content) }
      }.sorted { $0.note.id < $1.note.id }
    }
  }

  func rename(_ id: NoteID, to other: NoteID) throws(StoreError) {
    store.step { state in state.rename(id, to: other) }
  }

  func batch() throws(StoreError) -> PushBatch? {
    store.step { state in state.batch.current }
  }

  func save(batch: PushBatch?) throws(StoreError) {
    store.step { state in state.batch.set(batch) }
  }

  func stage(_ items: [VaultItem]) throws(StoreError) {
    store.step { state in
      for item in items { state.staged.set(item, for: item.id) }
    }
  }

  func staged(after id: NoteID?, limit: Int) throws(StoreError) -> [VaultItem] {
    store.step { state in
      state.staged.table.values(after: id, limit: limit)
    }
  }

  func unstaged(after id: NoteID?, limit: Int) throws(StoreError) -> [NoteID] {
    store.step { state in state.unstaged(after: id, limit: limit) }
  }

  func discardStaged() throws(StoreError) {
    store.step { state in state.staged.removeAll() }
  }

  func mendLinks(after updates: [NoteUpdate]) throws(StoreError) {
    try store.step { state throws(StoreError) in _ = try LinkMender.mend(&state, after: updates, keepsTakenFiles: true)
    }
  }

  func record(conflict: NoteConflict) throws(StoreError) {
    store.step { state in
      state.conflicts.add(conflict)
    }
  }

  func forget(conflict id: NoteConflict.ID) throws(StoreError) -> Bool {
    store.step { state in
      guard state.conflicts.open.contains(where: { $0.id == id }) else { return false }
      state.conflicts.settle(id, isForgotten: true)
      return true
    }
  }

  func record(merge merging: MergeRecord) throws(StoreError) {
    store.step { state in state.mergings.append(merging) }
  }

  func hasHad(_ version: Note) throws(StoreError) -> Bool {
    store.step { state in state.history.hasHad(version) }
  }

  func conflictCount() throws(StoreError) -> Int {
    store.step { state in state.conflicts.open.count }
  }
}
