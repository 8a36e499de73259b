package import NotesDomain

/// The ports of a device's store, which are checked together by their contracts.
package struct DeviceStore: Sendable {
  let notes: any NoteRepository
  let sync: any SyncStore
  let history: any NoteHistory
  let conflicts: any ConflictStore
  let blobs: any BlobStore
  let wallClock: FixedClock
  private let reopen: @Sendable () throws -> DeviceStore

  package init(
    notes: any NoteRepository, sync: any SyncStore, history: any NoteHistory, conflicts: any ConflictStore,
    blobs: any BlobStore, wallClock: FixedClock, reopen: @escaping @Sendable () throws -> DeviceStore
  ) {
    self.notes = notes
    self.sync = sync
    self.history = history
    self.conflicts = conflicts
    self.blobs = blobs
    self.wallClock = wallClock
    self.reopen = reopen
  }

  /// Creates the ports of a store in memory.
  ///
  /// - Parameters:
  ///   - blobs: The blobs of the store; `nil` for new ones.
  ///   - wallClock: The clock of the store.
  package init(_ store: InMemoryNoteRepository, blobs: InMemoryBlobStore? = nil, wallClock: FixedClock) {
    let blobs = blobs ?? InMemoryBlobStore(notes: store)
    self.init(notes: store, sync: store, history: store, conflicts: store, blobs: blobs, wallClock: wallClock) {
      store.beginRun()
      return DeviceStore(store, blobs: blobs, wallClock: wallClock)
    }
  }

  /// Returns the same store in another run of the program.
  func reopened() throws -> DeviceStore {
    try reopen()
  }
}

extension DeviceStore {
  /// Returns the identifier with a number.
  static func id(_ number: UInt64) -> NoteID {
    SequentialNoteIDGenerator.id(number)
  }

  /// Saves a first state, so that every note becomes an item.
  func begin() async throws {
    try await sync.write { transaction in
      try transaction.save(state: SyncState(device: DeviceID(bits: 1)))
    }
  }

  /// Saves an item in a transaction of sync.
  func keep(_ item: SyncItem?, for number: UInt64) async throws {
    try await sync.write { transaction in try transaction.save(item, for: Self.id(number)) }
  }

  /// Saves notes as clean items, at the revisions 1, 2, and so on.
  func keepClean(_ notes: Note...) async throws {
    try await sync.write { transaction in
      for (index, note) in notes.enumerated() {
        let item = SyncItem(revision: Revision(Int64(index) + 1), base: note, local: note)
        try transaction.save(item, for: note.id)
      }
    }
  }

  /// Edits the text of a note as a person.
  func write(_ body: String, to number: UInt64) async throws {
    _ = try await notes.update(Self.id(number)) { $0.body = body }
  }

  /// Removes a note permanently as a person.
  func remove(_ numbers: UInt64...) async throws {
    for number in numbers { _ = try await notes.update(Self.id(number)) { $0.trashed = FixedClock.start } }
    _ = try await notes.purge(numbers.map(Self.id))
  }

  /// Imports a note from a file `NUMBER.md`.
  func importNote(_ note: Note, replacing: Note? = nil) async throws {
    let record = ImportRecord(
      directory: "/vault", path: "\(note.id).md", digest: ContentDigest(of: note.body.utf8), note: note)
    let replaced = replacing.map(ContentDigest.init(of:))
    _ = try await notes.store([ImportItem(note: note, record: record, replacing: replaced)])
  }

  func item(_ number: UInt64) async throws -> SyncItem? {
    try await sync.read { transaction in try transaction.item(Self.id(number)) }
  }

  /// Returns the pending notes in ascending order.
  func pending() async throws -> [NoteID] {
    try await sync.read { transaction in try transaction.pending(limit: 1000) }.sorted()
  }

  func contents() async throws -> DeviceStoreContents {
    let notes = try await notes.page(after: nil, limit: 1000)
    let sets = try await history.changeSets(before: nil, limit: 1000)
    let conflicts = try await conflicts.conflicts()
    return try await sync.read { transaction in
      var items: [NoteID: SyncItem] = [:]
      for number in 1...20 { items[Self.id(UInt64(number))] = try transaction.item(Self.id(UInt64(number))) }
      return DeviceStoreContents(
        notes: notes, sets: sets, conflicts: conflicts, state: try transaction.state(),
        counts: try transaction.counts(),
        items: items, pending: try transaction.pending(limit: 1000), blocked: try transaction.blocked(),
        unreadable: try transaction.unreadable(after: nil, limit: 1000), batch: try transaction.batch(),
        staged: try transaction.staged(after: nil, limit: 1000),
        unstaged: try transaction.unstaged(after: nil, limit: 1000), conflictCount: try transaction.conflictCount())
    }
  }
}

/// The content of a ``DeviceStore``, for comparison.
struct DeviceStoreContents: Sendable, Equatable {
  let notes: [Note]
  let sets: [ChangeSet]
  let conflicts: [NoteConflict]
  let state: SyncState?
  let counts: SyncCounts
  let items: [NoteID: SyncItem]
  let pending: [NoteID]
  let blocked: [NoteID]
  let unreadable: [VaultItem]
  let batch: PushBatch?
  let staged: [VaultItem]
  let unstaged: [NoteID]
  let conflictCount: Int
}
