import NotesDomain
import NotesTestSupport
import Wiring

@testable import NotesPersistence

/// The ports over one store in SQLite, as one run of the program has them.
struct SQLiteDevice {
  let repository: SQLiteNoteRepository
  let sync: SQLiteSyncStore
  let history: SQLiteNoteHistory
  let conflicts: SQLiteConflictStore
  let blobs: SQLiteBlobStore

  var database: NoteDatabase { repository.database }

  init(path: String, clock: FixedClock = FixedClock(), patience: Int = 5000) throws {
    let settings = StoreSettings(path: path, busyTimeoutMilliseconds: patience)
    let journal = NoteJournal(database: try NoteDatabase(schema: NoteSchema(), settings: settings), clock: clock)
    let access = LazyNoteDatabase(journal: Lazy { journal }, settings: settings)
    repository = SQLiteNoteRepository(journal: journal)
    sync = SQLiteSyncStore(access: access)
    history = SQLiteNoteHistory(access: access)
    conflicts = SQLiteConflictStore(access: access)
    blobs = SQLiteBlobStore(access: access)
  }

  /// Begins to sync.
  func begin() async throws {
    try await sync.write { transaction throws(StoreError) in
      try transaction.save(state: SyncState(device: DeviceID(bits: 1)))
    }
  }

  /// Keeps a note as the vault has it.
  func adopt(_ note: Note, revision: Int64) async throws {
    try await sync.write { transaction throws(StoreError) in
      try transaction.save(SyncItem(revision: Revision(revision), base: note, local: note), for: note.id)
    }
  }

  func item(_ number: UInt64) async throws -> SyncItem? {
    try await sync.read { transaction throws(StoreError) in
      try transaction.item(SequentialNoteIDGenerator.id(number))
    }
  }

  func counts() async throws -> SyncCounts {
    try await sync.read { transaction throws(StoreError) in try transaction.counts() }
  }

  /// A number that SQL gives.
  func number(_ sql: String) throws -> Int {
    try database.access { try $0.number(sql) }
  }
}

extension DeviceStore {
  /// The ports over a store in SQLite, for the contracts.
  static func sqlite(path: String, clock: FixedClock) throws -> DeviceStore {
    let device = try SQLiteDevice(path: path, clock: clock)
    return DeviceStore(
      notes: device.repository, sync: device.sync, history: device.history, conflicts: device.conflicts,
      blobs: device.blobs, clock: clock
    ) { try sqlite(path: path, clock: clock) }
  }
}
