import NotesDomain

extension DeviceStore {
  /// The id with a number.
  static func id(_ number: UInt64) -> NoteID {
    SequentialNoteIDGenerator.id(number)
  }

  /// Begins to sync: from now on every note is an item.
  func begin() async throws {
    try await sync.write { transaction throws(StoreError) in
      try transaction.save(state: SyncState(device: DeviceID(bits: 1)))
    }
  }

  /// Keeps an item as sync does.
  func keep(_ item: SyncItem?, for number: UInt64) async throws {
    try await sync.write { transaction throws(StoreError) in try transaction.save(item, for: Self.id(number)) }
  }

  /// Keeps notes as the vault has them, each at the revision of its place, from 1 on.
  func keepClean(_ notes: Note...) async throws {
    try await sync.write { transaction throws(StoreError) in
      for (place, note) in notes.enumerated() {
        let item = SyncItem(revision: Revision(Int64(place) + 1), base: note, local: note)
        try transaction.save(item, for: note.id)
      }
    }
  }

  /// Edits a note's text, as a person does.
  func write(_ body: String, to number: UInt64) async throws {
    _ = try await notes.update(Self.id(number)) { $0.body = body }
  }

  /// Removes a note for good, as a person does.
  func remove(_ numbers: UInt64...) async throws {
    for number in numbers { _ = try await notes.update(Self.id(number)) { $0.trashed = FixedClock.start } }
    _ = try await notes.purge(numbers.map(Self.id))
  }

  /// Imports a note, as the file `NUMBER.md`.
  func importNote(_ note: Note, replacing: Timestamp? = nil) async throws {
    let record = ImportRecord(
      directory: "/vault", path: "\(note.id).md", digest: ContentDigest(of: note.body.utf8), note: note.id,
      noteModified: note.modified)
    _ = try await notes.store([ImportItem(note: note, record: record, replacing: replacing)])
  }

  func item(_ number: UInt64) async throws -> SyncItem? {
    try await sync.read { transaction throws(StoreError) in try transaction.item(Self.id(number)) }
  }

  /// The pending notes, in ascending order.
  func pending() async throws -> [NoteID] {
    try await sync.read { transaction throws(StoreError) in try transaction.pending(limit: 1000) }.sorted()
  }

  func contents() async throws -> DeviceStoreContents {
    let notes = try await notes.page(after: nil, limit: 1000)
    let sets = try await history.changeSets(before: nil, limit: 1000)
    let conflicts = try await conflicts.conflicts()
    return try await sync.read { transaction throws(StoreError) in
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
