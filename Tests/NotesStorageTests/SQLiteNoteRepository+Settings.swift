import NotesDomain

@testable import NotesStorage

extension SQLiteNoteRepository {
  /// The repository over a store that is opened for it, as `StorageModule` wires the two.
  init(settings: StoreSettings) throws(StoreError) {
    self.init(database: try NoteDatabase(schema: NoteSchema(), settings: settings))
  }
}
