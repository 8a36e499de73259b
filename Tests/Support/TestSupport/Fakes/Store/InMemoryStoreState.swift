import NotesDomain

/// The content of an ``InMemoryNoteRepository``. Every change ends with ``commit(_:at:)`` or ``rollBack()``.
struct InMemoryStoreState: Sendable {
  var records: [ImportRecordKey: ImportRecord] = [:]
  /// The records after the last commit.
  private var committedRecords: [ImportRecordKey: ImportRecord] = [:]
  private(set) var notes: JournaledTable<Note>
  private(set) var items = JournaledTable<StoredItem>()
  private(set) var unreadable = JournaledTable<VaultItem>()
  var staged = JournaledTable<VaultItem>()
  var arrivedFiles = JournaledTable<ArrivedFiles>()
  private(set) var device = JournaledValue<SyncState?>(nil)
  var batch = JournaledValue<PushBatch?>(nil)
  var conflicts = InMemoryConflicts()
  var mergings: [MergeRecord] = []
  /// The notes that the transaction gave other identifiers.
  private var renamed: [NoteID: NoteID] = [:]
  private(set) var pending = SortedIDs()
  private(set) var blocked = SortedIDs()
  private(set) var history: InMemoryHistory
  /// What was committed, and observers were not told yet.
  var committed: StoreChange = []

  init(_ notes: [Note], keepsHistory: Bool) {
    self.notes = JournaledTable(SortedTable(Dictionary(notes.map { ($0.id, $0) }, uniquingKeysWith: { $1 })))
    history = InMemoryHistory(isKept: keepsHistory)
  }

  // MARK: Notes

  /// Inserts or changes a note within the limits of notes.
  mutating func write(_ note: Note) throws(StoreError) {
    if let excess = note.excess(over: notes[note.id].map { [$0] } ?? []) { throw .exceeds(note.id, excess) }
    edit(note.id, to: note)
  }

  /// Inserts the copy of a conflict, which has the content of an edit under a longer title.
  mutating func write(_ copy: Note, of conflict: NoteConflict) throws(StoreError) {
    if let excess = conflict.ours.excess(over: [conflict.theirs]) { throw .exceeds(conflict.note, excess) }
    edit(copy.id, to: copy)
  }

  /// Settles a conflict; see ``ConflictStore/settle(_:decide:)``.
  mutating func settle(
    _ id: NoteConflict.ID, decide: (ConflictSides) -> ConflictSides?
  ) throws(StoreError) -> ConflictSettlement {
    guard let conflict = conflicts.open.first(where: { $0.id == id }) else { return .unknown }
    let before = ConflictSides(note: notes[conflict.note], copy: notes[conflict.copy])
    guard let after = decide(before) else { return .refused(before) }
    var updates: [NoteUpdate] = []
    for (before, note) in [(before.note, after.note), (before.copy, after.copy)] {
      guard let note, note != before else { continue }
      let versions = [conflict.theirs, conflict.ours, notes[conflict.note], notes[conflict.copy]].compactMap(\.self)
      if let excess = note.excess(over: versions) { throw .exceeds(note.id, excess) }
      edit(note.id, to: note)
      if let before { updates.append(NoteUpdate(before: before, after: note)) }
    }
    _ = try LinkMender.mend(&self, after: updates, heir: after.kept)
    conflicts.settle(id, isForgotten: after.note == nil || after.copy == nil)
    return .settled(after, changeSet: nil)
  }

  /// Changes a note outside of sync, so that its item becomes dirty.
  ///
  /// - Parameter note: The new version; `nil` to remove the note permanently.
  mutating func edit(_ id: NoteID, to note: Note?) {
    guard notes[id] != note else { return }
    notes.set(note, for: id)
    guard device.current != nil else { return }
    var item = items[id] ?? StoredItem(block: unreadable[id] == nil ? nil : .unreadable)
    if case .refused = item.block { item.block = nil }
    // The vault has a version that this device could not read, in place of the one that it had.
    let isUndecided = item.block == .unreadable && item.revision > .none
    let isForgotten = note == nil && item.base == nil && !isUndecided && !isUnderWay(id)
    items.set(isForgotten ? nil : item, for: id)
    index(id)
  }

  /// Closes the set that the next change would join.
  mutating func endChangeSet() {
    history.close()
  }

  /// Removes a note and its history permanently.
  mutating func purge(_ id: NoteID) {
    edit(id, to: nil)
    history.forget(id)
    conflicts.forget(id)
  }

  private func isUnderWay(_ id: NoteID) -> Bool {
    batch.current?.changes.contains { $0.id == id } ?? false
  }

  // MARK: Sync

  mutating func save(device state: SyncState) {
    let isFirst = device.current == nil
    device.set(state)
    guard isFirst else { return }
    for id in notes.table.ids.elements where items[id] == nil {
      items.set(StoredItem(), for: id)
      index(id)
    }
  }

  func item(_ id: NoteID) -> SyncItem? {
    items[id].map { SyncItem(revision: $0.revision, base: $0.base, local: notes[id], block: $0.block) }
  }

  mutating func save(_ item: SyncItem?, for id: NoteID) {
    notes.set(item?.local, for: id)
    items.set(item.map { StoredItem(revision: $0.revision, base: $0.base, block: $0.block) }, for: id)
    if item?.block != .unreadable { unreadable.set(nil, for: id) }
    index(id)
  }

  /// Gives a note another identifier; see ``SyncTransaction/rename(_:to:)``.
  mutating func rename(_ id: NoteID, to other: NoteID) {
    guard let note = notes[id] else { return }
    notes.set(nil, for: id)
    notes.set(note.copied(as: other), for: other)
    items.set(nil, for: id)
    index(id)
    for (key, record) in records where record.note == id {
      records[key] = ImportRecord(
        directory: record.directory, path: record.path, digest: record.digest, note: other, content: record.content,
        noteModified: record.noteModified)
    }
    conflicts.rename(id, to: other)
    renamed[id] = other
  }

  mutating func saveUnreadable(_ item: VaultItem) {
    unreadable.set(item, for: item.id)
    if var known = items[item.id] {
      known.block = .unreadable
      items.set(known, for: item.id)
    }
    index(item.id)
  }

  /// Returns the next notes that the vault held when last seen and that are not staged.
  func unstaged(after id: NoteID?, limit: Int) -> [NoteID] {
    var found: [NoteID] = []
    for id in items.table.ids.elements(after: id) {
      guard found.count < limit else { break }
      if let item = items[id], item.revision > .none, staged[id] == nil { found.append(id) }
    }
    return found
  }

  /// Updates the indexes of an item.
  private mutating func index(_ id: NoteID) {
    let item = items.table.box(id)?.value
    if let item, item.block == nil, item.base != notes[id] { pending.insert(id) } else { pending.remove(id) }
    if item?.block != nil || unreadable[id] != nil { blocked.insert(id) } else { blocked.remove(id) }
  }

  mutating func recordPurge(of count: Int, at time: Timestamp) {
    if history.isKept, count > 0 { history.recordPurge(of: count, at: time) }
  }

  // MARK: The end of a transaction

  /// Commits the changes.
  ///
  /// - Parameter kind: The origin of the changes; `nil` to record none.
  /// - Returns: The recorded changes.
  @discardableResult
  mutating func commit(_ kind: ChangeSet.Kind?, at time: Timestamp) -> [NoteChange] {
    for (id, other) in renamed { history.rename(id, to: other) }
    let changes = history.isKept && kind != nil ? netChanges : []
    renamed.removeAll(keepingCapacity: true)
    if let kind {
      for change in changes { history.record(change, kind: kind, at: time) }
    }
    // A merge whose result equals the previous version has no version to record it with.
    for merging in mergings where changes.contains(where: { $0.id == merging.note }) { history.record(merging) }
    mergings.removeAll(keepingCapacity: true)
    committedRecords = records
    committed.formUnion(kind == nil ? .sync : kind == .sync ? .everything : .notes)
    notes.commit()
    items.commit()
    unreadable.commit()
    staged.commit()
    arrivedFiles.commit()
    device.commit()
    batch.commit()
    conflicts.commit(in: changes.isEmpty ? nil : history.newest)
    return changes
  }

  /// Rolls back all changes since the last commit.
  mutating func rollBack() {
    let touched = notes.steps.map(\.id) + items.steps.map(\.id) + unreadable.steps.map(\.id)
    mergings.removeAll(keepingCapacity: true)
    renamed.removeAll(keepingCapacity: true)
    records = committedRecords
    notes.rollBack()
    items.rollBack()
    unreadable.rollBack()
    staged.rollBack()
    arrivedFiles.rollBack()
    device.rollBack()
    batch.rollBack()
    conflicts.rollBack()
    for id in touched { index(id) }
  }

  /// The net changes of the steps in ascending order of identifier.
  private var netChanges: [NoteChange] {
    guard !notes.steps.isEmpty else { return [] }
    var first: [NoteID: Note?] = [:]
    for step in notes.steps {
      let id = renamed[step.id] ?? step.id
      if first[id] == nil { first.updateValue(step.before?.value.copied(as: id), forKey: id) }
    }
    return first.map { NoteChange(id: $0.key, before: $0.value, after: notes[$0.key]) }
      .filter { $0.before != $0.after }.sorted { $0.id < $1.id }
  }

  // MARK: History

  /// Undoes a set of changes; see ``NoteHistory/revert(_:decide:)``.
  mutating func revert(
    _ number: Int, at time: Timestamp, decide: (NoteChange, Note?) -> UndoStep
  ) throws(StoreError) -> UndoResult {
    guard let changes = history.changes(of: number) else { return .unknown }
    if let other = history.reversal(of: number) { return .alreadyUndone(changeSet: other) }
    var (written, against): ([Note], [NoteID]) = ([], [])
    for change in changes {
      switch decide(change, notes[change.id]) {
      case .leave: break
      case .write(let note): written.append(note)
      case .refuse: against.append(change.id)
      }
    }
    guard against.isEmpty else { return .refused(against) }
    let updates = written.compactMap { note in notes[note.id].map { NoteUpdate(before: $0, after: note) } }
    for note in written { edit(note.id, to: note) }
    let links = try LinkMender.mend(&self, after: updates.filter { $0.before != $0.after }, keepsTakenFiles: true)
    let made = commit(.undo(of: number), at: time)
    guard !made.isEmpty, let own = history.finishReversal(of: number) else {
      return .done(changeSet: number, changes: [])
    }
    conflicts.revert(number, in: own) { [notes] id in notes[id] != nil }
    let ids = Set(written.map(\.id))
    return .done(
      changeSet: own, changes: Array(made.filter { ids.contains($0.id) }.prefix(100)),
      links: MendedLinks(mended: links.mended.count, broken: links.broken.count))
  }

  /// Lets the next change start a new set.
  mutating func closeChangeSet() {
    history.close()
  }
}

/// The sync state of a note in ``InMemoryStoreState``, without the note.
struct StoredItem: Sendable {
  var revision = Revision.none
  var base: Note?
  var block: SyncBlock?
}

/// The file of an import record.
struct ImportRecordKey: Hashable, Sendable {
  let directory: String
  let path: PathKey

  init(_ record: ImportRecord) { (directory, path) = (record.directory, PathKey(record.path)) }
}
