import GRDB
import NotesDomain
import NotesTestSupport
import Synchronization
import Testing

@testable import NotesPersistence

@Suite("The store in SQLite")
struct SQLiteNoteRepositoryTests {
  private let folder: TemporaryFolder
  private let store: SQLiteNoteRepository

  init() throws {
    folder = try TemporaryFolder()
    store = try SQLiteNoteRepository(settings: StoreSettings(path: folder.file("notes.db")))
  }

  @Test("Keeps a note when it is closed and opened again")
  func keepsANote() async throws {
    let note = Note.sample(1, title: "Bread", body: "Flour and water.")
    try await store.insert([note])

    let reopened = try SQLiteNoteRepository(settings: StoreSettings(path: folder.file("notes.db")))

    #expect(try await reopened.note(note.id) == note)
  }

  @Test("Fulfills the contract of its port", arguments: NoteRepositoryContract.clauses)
  func contract(_ clause: NoteRepositoryContract.Clause) async throws {
    try await clause.check(store)
  }
  @Test("Reads the names of the notes at many places of one name once")
  func readsNamesOnce() async throws {
    // Given
    let count: UInt64 = 30
    let notes = (1...count).map { Note.sample($0, title: "README", notebook: "P\($0)") }
    try await store.insert(notes)
    let statements = Mutex<[String]>([])
    try store.database.connection.withDatabase { connection in
      connection.trace { event in statements.withLock { $0.append("\(event)") } }
    }
    // When
    let found = try await store.notes(at: Set(notes.map(\.place)))
    // Then
    #expect(Set(found) == Set(notes))
    #expect(statements.withLock { $0 }.count { $0.contains("note_name") } == 1)
  }
}
