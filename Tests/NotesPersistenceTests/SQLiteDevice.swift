import NotesDomain
import NotesTestSupport
import Wiring

@testable import NotesPersistence

/// The ports over one store in SQLite, as in one run of the program.
struct SQLiteDevice {
  let repository: SQLiteNoteRepository
  let sync: SQLiteSyncStore
  let history: SQLiteNoteHistory
  let conflicts: SQLiteConflictStore
  let links: SQLiteLinkIndex
  let blobs: SQLiteBlobStore
  let encryption: SQLiteEncryptionStore
  let store: LazyNoteDatabase

  var database: NoteDatabase { repository.database }

  /// - Parameter stays: Whether the program stays, so that its calls leave their callers.
  init(path: String, wallClock: FixedClock = FixedClock(), stays: Bool = false) throws {
    let settings = StoreSettings(
      path: path, busyTimeoutMilliseconds: stays ? 120_000 : 5_000, stays: stays)
    let database = try NoteDatabase(settings: settings, wallClock: wallClock)
    let store = LazyNoteDatabase(database: Lazy { database }, settings: settings)
    self.store = store
    repository = SQLiteNoteRepository(database: database)
    sync = SQLiteSyncStore(store: store)
    history = SQLiteNoteHistory(store: store)
    conflicts = SQLiteConflictStore(store: store)
    links = SQLiteLinkIndex(database: store)
    blobs = SQLiteBlobStore(store: store)
    encryption = SQLiteEncryptionStore(store: store)
  }

  /// Saves the state of a device before its first sync.
  func begin() async throws {
    try await sync.write { transaction throws(StoreError) in
      try transaction.save(state: SyncState(device: DeviceID(bits: 1)))
    }
  }

  /// Saves a note as the vault's version.
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

  /// The number that a statement returns.
  func number(_ sql: String) throws -> Int {
    try database.connection.withDatabase { try $0.number(sql) }
  }
}

extension DeviceStore {
  /// Creates the ports over a store in SQLite, for the contracts.
  static func sqlite(path: String, wallClock: FixedClock) throws -> DeviceStore {
    let device = try SQLiteDevice(path: path, wallClock: wallClock)
    return DeviceStore(
      notes: device.repository, sync: device.sync, history: device.history, conflicts: device.conflicts,
      blobs: device.blobs, wallClock: wallClock
    ) { try sqlite(path: path, wallClock: wallClock) }
  }
}
