import CSQLite
import NotesDomain
package import Wiring

/// The bindings of the persistence layer: notes and their history in SQLite, and the clocks of the system.
///
/// The adapters are internal. Code that wires the layer needs this module, its settings, and the ports of the domain.
package struct PersistenceModule: Module {
  package init() {}

  /// The version of SQLite that the program runs with, such as `3.40.1`.
  package static var sqliteVersion: String { String(cString: sqlite3_libversion()) }

  package func configure(_ binder: inout Binder) {
    binder.bind((any WallClock).self, SystemClock.init).scoped(.singleton)
    binder.bind((any Clock<Duration>).self, to: ContinuousClock())
    binder.bind((any TimeZoneOffsets).self, SystemTimeZone.init).scoped(.singleton)
    binder.bind((any NoteIDGenerator).self, TimeOrderedNoteIDGenerator.init).scoped(.singleton)
    binder.bind((any Randomness).self, SystemRandomness.init).scoped(.singleton)
    binder.bind(NoteSchema.init)
    binder.bind(NoteDatabase.init(schema:settings:wallClock:)).scoped(.singleton).external("the store on the disk")
    // Opened by the first command that uses it: a usage error, or a closed editor, leaves no store behind.
    binder.bind((any NoteRepository).self, SQLiteNoteRepository.init(database:)).scoped(.singleton)
      .lazy(LazyNoteRepository.self)
    binder.bind(LazyNoteDatabase.init)
    binder.bind((any LinkIndex).self, SQLiteLinkIndex.init).scoped(.singleton)
    binder.bind((any StoreObserver).self, SQLiteStoreObserver.init(store:clock:)).scoped(.singleton)
    binder.bind((any SyncStore).self, SQLiteSyncStore.init).scoped(.singleton)
    binder.bind((any NoteHistory).self, SQLiteNoteHistory.init).scoped(.singleton)
    binder.bind((any ConflictStore).self, SQLiteConflictStore.init).scoped(.singleton)
    binder.bind((any StoreMaintenance).self, SQLiteStoreMaintenance.init).scoped(.singleton)
    binder.bind(StoreFileInspector.init)
    binder.bind((any StoreInspector).self, SQLiteStoreInspector.init).scoped(.singleton)
    binder.bind((any BlobStore).self, SQLiteBlobStore.init).scoped(.singleton)
    binder.bind((any EncryptionStore).self, SQLiteEncryptionStore.init).scoped(.singleton)
  }
}
