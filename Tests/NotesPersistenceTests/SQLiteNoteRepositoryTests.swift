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
