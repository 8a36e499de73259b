import NotesDomain
import NotesTestSupport

@testable import NotesPersistence

extension SQLiteNoteRepository {
  /// Opens a store and creates a repository over it, as `PersistenceModule` does.
  init(settings: StoreSettings) throws(StoreError) {
    self.init(database: try NoteDatabase(settings: settings))
  }
}

extension NoteDatabase {
  /// Opens a store of this version with a fixed clock.
  convenience init(settings: StoreSettings, wallClock: FixedClock = FixedClock()) throws(StoreError) {
    try self.init(schema: NoteSchema(), settings: settings, wallClock: wallClock)
  }
}
