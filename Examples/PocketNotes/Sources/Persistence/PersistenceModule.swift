import Core
import Wiring

/// Binds the notes of this device to SQLite. It needs a ``NotesFile``.
package struct PersistenceModule: Module {
  package init() {}

  package func configure(_ binder: inout Binder) {
    binder.requires(NotesFile.self)
    binder.bind(NotesDatabase.init).scoped(.singleton).external("the disk")
    // The store asks for a function that returns the database, so that the file is opened at its first use: a screen that never
    // shows a note, and a test that makes the whole graph, open none.
    binder.bind(SQLiteNoteStore.init).scoped(.singleton)
    binder.bind((any NoteStore).self) { (store: SQLiteNoteStore) in store }
    binder.bind((any SyncStore).self) { (store: SQLiteNoteStore) in store }
    binder.contribute(to: (any StartupTask).self) { (open: @escaping @Sendable () throws -> NotesDatabase) in
      PruneDeletions(open: open)
    }
  }
}
