/// What sync keeps on this device, together with the notes themselves: they change in one transaction, or not at all.
///
/// Every way of changing a note, ``NoteRepository`` first, leaves its ``SyncItem`` dirty in the same transaction. Before the
/// first ``SyncTransaction/save(state:)`` all of that costs nothing; from then on every note is known here, those that were
/// there before included.
package protocol SyncStore: Sendable {
  /// Runs some steps in one transaction that nobody else writes beside; when the body throws, nothing has happened.
  ///
  /// - Parameter body: The steps. They run while the store is locked, so they must be short and must not call the store.
  func write<Value: Sendable>(
    _ body: (any SyncTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value

  /// Runs some steps that all see the store at one moment, and change nothing.
  ///
  /// - Parameter body: The steps.
  func read<Value: Sendable>(
    _ body: (any SyncTransaction) throws(StoreError) -> Value
  ) async throws(StoreError) -> Value

  /// Remembers when a sync came to its end, as ``SyncState/lastSuccess``. Nothing is decided by it and it may be forgotten
  /// when the power fails, so that a sync that found nothing new need not wait for the disk. What the next one changes is a
  /// set of changes of its own (``ChangeSet``).
  ///
  /// - Parameter moment: When.
  func remember(lastSuccess moment: Timestamp) async throws(StoreError)
}

/// What sync reads and writes in one transaction of ``SyncStore``.
///
/// ## Topics
/// ### Where the device stands
/// - ``state()``
/// - ``save(state:)``
/// - ``counts()``
/// ### Notes
/// - ``item(_:)``
/// - ``save(_:for:)``
/// - ``pending(limit:)``
/// - ``blocked()``
/// - ``setAside(_:)``
/// - ``unreadable(after:limit:)``
/// ### The batch under way
/// - ``batch()``
/// - ``save(batch:)``
/// ### A snapshot under way
/// - ``stage(_:)``
/// - ``staged(after:limit:)``
/// - ``unstaged(after:limit:)``
/// - ``discardStaged()``
/// ### What people will want to look at
/// - ``record(conflict:)``
/// - ``record(merging:)``
/// - ``conflictCount()``
package protocol SyncTransaction {
  /// Where the device stands; `nil` before its first sync.
  func state() throws(StoreError) -> SyncState?

  /// Keeps where the device stands. The first time, every note that is there becomes an item that the vault has yet to hear
  /// of.
  func save(state: SyncState) throws(StoreError)

  /// How much sync has before it.
  func counts() throws(StoreError) -> SyncCounts

  /// A note as sync sees it; `nil` when there is nothing to know about it. Both its versions can be `nil`: a note that was
  /// deleted here while the batch that brings it to the vault is under way.
  func item(_ id: NoteID) throws(StoreError) -> SyncItem?

  /// Keeps a note, and its place in sync; the note itself changes with it.
  ///
  /// - Parameters:
  ///   - item: The note as it is from now on; `nil` when there is nothing to know about it any more.
  ///   - id: The note.
  func save(_ item: SyncItem?, for id: NoteID) throws(StoreError)

  /// Some dirty notes that are not blocked, in the same order each time.
  ///
  /// - Parameter limit: The most ids to return.
  func pending(limit: Int) throws(StoreError) -> [NoteID]

  /// The notes that are left out of sync, by id.
  func blocked() throws(StoreError) -> [NoteID]

  /// Keeps an item that this program cannot read, in place of an older one of the same note.
  func setAside(_ item: VaultItem) throws(StoreError)

  /// The next items that were set aside and that no later version took the place of, in ascending order of id; fewer than
  /// asked for when they are large, but none only at the end. ``save(_:for:)`` with an item that is not
  /// ``SyncBlock/unreadable`` forgets what was set aside for it.
  func unreadable(after id: NoteID?, limit: Int) throws(StoreError) -> [VaultItem]

  /// The batch under way; `nil` when there is none.
  func batch() throws(StoreError) -> PushBatch?

  /// Keeps the batch under way, to be sent until it is answered; `nil` when it was.
  func save(batch: PushBatch?) throws(StoreError)

  /// Keeps items of a snapshot until it is complete; a later version of a note takes the place of an earlier one.
  func stage(_ items: [VaultItem]) throws(StoreError)

  /// The next staged items in ascending order of id; fewer than asked for when they are large, but none only at the end.
  func staged(after id: NoteID?, limit: Int) throws(StoreError) -> [VaultItem]

  /// The next notes in ascending order of id that the vault held when last seen, and that are not staged.
  func unstaged(after id: NoteID?, limit: Int) throws(StoreError) -> [NoteID]

  /// Forgets all staged items.
  func discardStaged() throws(StoreError)

  /// Remembers two texts that could not be merged.
  func record(conflict: NoteConflict) throws(StoreError)

  /// Remembers two texts that were merged, in the note's history.
  func record(merging: MergeRecord) throws(StoreError)

  /// How many conflicts nobody has settled.
  func conflictCount() throws(StoreError) -> Int
}

/// How much sync has before it.
package struct SyncCounts: Sendable, Hashable {
  /// How many notes there are on this device.
  package var notes: Int
  /// How many of them, and of those that were deleted here, the vault has yet to hear of; blocked ones are not counted.
  package var pending: Int

  /// Creates the counts.
  ///
  /// - Parameters:
  ///   - notes: How many notes there are on this device.
  ///   - pending: How many changes the vault has yet to hear of.
  package init(notes: Int, pending: Int) {
    self.notes = notes
    self.pending = pending
  }
}
