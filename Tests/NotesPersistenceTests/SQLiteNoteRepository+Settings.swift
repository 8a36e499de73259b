import NotesDomain
import NotesTestSupport

@testable import NotesPersistence

extension SQLiteNoteRepository {
  /// The repository over a store that is opened for it, as `PersistenceModule` wires the two.
  init(settings: StoreSettings) throws(StoreError) {
    let database = try NoteDatabase(schema: NoteSchema(), settings: settings)
    self.init(journal: NoteJournal(database: database, clock: FixedClock()))
  }
}
