/// The storage of synchronization state on this device, in the same transactions as the notes.
///
/// Every change of a note, through ``NoteRepository`` or otherwise, marks its ``SyncItem`` dirty in the same
/// transaction. Before the first ``SyncTransaction/save(state:)`` this costs nothing; that call makes an item of every
/// existing note.
package protocol SyncStore: Sendable {
  /// Runs a read-write transaction, isolated from all others. When the body throws, the transaction is rolled back.
  ///
  /// - Parameter body: The steps of the transaction. They run with the store locked, so they must be short and must not
  ///   call the store.
  func write<Value: Sendable>(
    _ body: (any SyncTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value

  /// Runs a read-only transaction, which sees one snapshot of the store.
  func read<Value: Sendable>(
    _ body: (any SyncTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value

  /// Records the time at which a sync completed, as ``SyncState/lastSuccess``, and ends its ``ChangeSet``. What the sync removed of
  /// deleted texts is in none of the store's files afterwards, unless another program reads the store at that moment.
  ///
  /// The write may be lost in a power failure, so that a sync without changes does not wait for the disk. No decision
  /// depends on the time.
  func recordSuccess(at time: Timestamp) async throws(StoreError)

  /// Ends the ``ChangeSet`` of a sync that failed. What was received and sent so far is the version before the next change, so that
  /// the history has it.
  func endChangeSet() async
}

extension SyncStore {
  // Closures do not infer the type of their errors. With these functions, they need not spell it out.

  /// Runs a read-write transaction.
  package func write<Value: Sendable>(_ body: (any SyncTransaction) throws -> Value) async throws(StoreError) -> Value {
    try await write { (transaction) throws(StoreError) in try StoreError.rethrow { try body(transaction) } }
  }

  /// Runs a read-only transaction.
  package func read<Value: Sendable>(_ body: (any SyncTransaction) throws -> Value) async throws(StoreError) -> Value {
    try await read { (transaction) throws(StoreError) in try StoreError.rethrow { try body(transaction) } }
  }
}

extension StoreError {
  /// Runs steps of a transaction, which throw no other errors.
  fileprivate static func rethrow<Value>(_ body: () throws -> Value) throws(StoreError) -> Value {
    do {
      return try body()
    } catch let error as StoreError {
      throw error
    } catch {
      throw .failed(path: "transaction", detail: "\(error)")
    }
  }
}

/// A transaction of ``SyncStore``.
package protocol SyncTransaction {
  // MARK: State of the device

  /// Returns the state of the device, or `nil` before its first sync.
  func state() throws(StoreError) -> SyncState?

  /// Saves the state of the device. The first call makes a dirty item of every note.
  func save(state: SyncState) throws(StoreError)

  /// Returns the number of notes and of pending changes.
  func counts() throws(StoreError) -> SyncCounts

  // MARK: Notes

  /// Returns the item of a note, or `nil` when there is none. Both of its versions can be `nil`: the note was deleted
  /// here while the batch that adds it to the vault is in flight, or while the vault's version cannot be read.
  func item(_ id: NoteID) throws(StoreError) -> SyncItem?

  /// Saves an item and with it the note, or removes them when `nil`.
  func save(_ item: SyncItem?, for id: NoteID) throws(StoreError)

  /// Returns the next dirty notes that are not blocked, in ascending order of identifier.
  func pending(after id: NoteID?, limit: Int) throws(StoreError) -> [NoteID]

  /// Returns the blocked notes by identifier.
  func blocked() throws(StoreError) -> [NoteID]

  /// Saves an item that this program cannot decode, and replaces an older one of the same note.
  func saveUnreadable(_ item: VaultItem) throws(StoreError)

  /// Returns the next items that were saved by ``saveUnreadable(_:)`` and not replaced since, in ascending order of
  /// identifier. Large items may shorten the page, but only the last page is empty. ``save(_:for:)`` with an item that
  /// is not ``SyncBlock/unreadable`` removes the saved one.
  func unreadable(after id: NoteID?, limit: Int) throws(StoreError) -> [VaultItem]

  /// Returns whether a note was once what a version says, before a change that is in the history.
  func hasHad(_ version: Note) throws(StoreError) -> Bool

  // MARK: The files of arrived notes

  /// Returns the next notes whose files are still to be looked at, in ascending order of identifier.
  func arrivedFiles(after id: NoteID?, limit: Int) throws(StoreError) -> [(NoteID, ArrivedFiles)]

  /// Saves what is to be done about the files of a note that arrived; `nil` for nothing more.
  func save(arrivedFiles: ArrivedFiles?, of id: NoteID) throws(StoreError)

  // MARK: Notes that the vault never had

  /// Returns the notes outside the trash with a title and a notebook that the vault never had. Sorted by identifier.
  func unsentNotes(titled title: String, in notebook: Notebook) throws(StoreError) -> [Note]

  /// Returns the notes that this device imported from files at a place in a folder, and that the vault never had. Sorted by
  /// identifier.
  func unsentImports(at place: NotePlace) throws(StoreError) -> [UnsentImport]

  /// Gives a note that the vault never had the identifier of the one of the vault that it is, with its history, its conflicts
  /// and the records of its file. The change set that added it has it no more: the vault had the note before. There is no note
  /// with this identifier, and no item of it: the caller saves that.
  func rename(_ id: NoteID, to other: NoteID) throws(StoreError)

  // MARK: The batch in flight

  /// Returns the batch in flight, or `nil` when there is none.
  func batch() throws(StoreError) -> PushBatch?

  /// Saves the batch in flight, or removes it when `nil`.
  func save(batch: PushBatch?) throws(StoreError)

  // MARK: The snapshot in progress

  /// Stages items of a snapshot until it is complete. A later version of a note replaces an earlier one.
  func stage(_ items: [VaultItem]) throws(StoreError)

  /// Returns the next staged items in ascending order of identifier. Large items may shorten the page, but only the
  /// last page is empty.
  func staged(after id: NoteID?, limit: Int) throws(StoreError) -> [VaultItem]

  /// Returns the next notes in ascending order of identifier that the vault held when last seen and that are not
  /// staged.
  func unstaged(after id: NoteID?, limit: Int) throws(StoreError) -> [NoteID]

  /// Removes all staged items.
  func discardStaged() throws(StoreError)

  // MARK: Links

  /// Mends the links to the names that notes lost in steps of this sync, by the rules of ``LinkMender``. The mended notes are edits
  /// of this device.
  func mendLinks(after updates: [NoteUpdate]) throws(StoreError)

  // MARK: Conflicts and merges

  /// Records two versions that could not be merged.
  func record(conflict: NoteConflict) throws(StoreError)

  /// Forgets an unresolved conflict, whose copy the caller removes. Returns whether there was one.
  func forget(conflict id: NoteConflict.ID) throws(StoreError) -> Bool

  /// Records a merge in the history of its note.
  func record(merge: MergeRecord) throws(StoreError)

  /// Returns the number of unresolved conflicts.
  func conflictCount() throws(StoreError) -> Int
}

extension SyncTransaction {
  /// Returns the first dirty notes that are not blocked, in ascending order of identifier.
  package func pending(limit: Int) throws(StoreError) -> [NoteID] { try pending(after: nil, limit: limit) }
}

/// The work that is left with the files of a note that was not known here when it arrived. If the device that stored the note
/// did not have them, as after a purge and a restore, the vault may have lost them, and only this device may still hold them.
package enum ArrivedFiles: Sendable, Hashable {
  /// It is not known whether the vault has the files that this device holds.
  case unchecked
  /// This device uploads files, and sends the note again, since the vault purges what no item lists.
  case toSendAgain
}

/// A note that a device imported, and that the vault never had.
package struct UnsentImport: Sendable, Hashable {
  package let note: Note
  /// The content of the note after the import.
  package let imported: ContentDigest?

  package init(note: Note, imported: ContentDigest?) {
    self.note = note
    self.imported = imported
  }
}

/// The number of notes and of changes to push.
package struct SyncCounts: Sendable, Hashable {
  package var notes: Int
  /// The number of edited and deleted notes that the vault does not know of, without blocked ones.
  package var pending: Int

  package init(notes: Int, pending: Int) {
    self.notes = notes
    self.pending = pending
  }
}

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

  /// Forgets the pending batch. A note that was deleted here since it was sent stays deleted.
  ///
  /// - Parameter keepsBases: Whether only notes that the vault never had are those that were sent. In another epoch, the vault has the
  ///   earlier version again.
  package func forgetBatch(keepingBases keepsBases: Bool = false) throws(StoreError) {
    guard let batch = try batch() else { return }
    try save(batch: nil)
    try keepDeletions(since: batch.changes, keepingBases: keepsBases)
  }

  /// Keeps notes deleted that were deleted here since changes were sent which are in no batch any more: the vault may have accepted
  /// these, also as the successor of a tombstone. Until the vault says so, the deletion is that of what was sent, and of a note which
  /// the vault never had if it had none: what was sent is not taken for an edit of another device when it arrives.
  ///
  /// - Parameter keepsBases: Whether only notes that the vault never had are those that were sent.
  package func keepDeletions(
    since changes: some Sequence<PushChange>, keepingBases keepsBases: Bool = false
  ) throws(StoreError) {
    for change in changes {
      guard var item = try item(change.id), item.local == nil,
        item.base == nil || item.revision == change.base && !keepsBases
      else { continue }
      let sent = change.payload.flatMap { try? NotePayload.decode($0, as: change.id) }
      if item.base == nil { item.revision = .none }
      item.base = sent ?? item.base
      try save(item.base == nil ? nil : item, for: change.id)
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
