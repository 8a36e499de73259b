import NotesDomain
import NotesTestSupport
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
}
