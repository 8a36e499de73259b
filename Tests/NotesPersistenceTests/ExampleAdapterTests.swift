import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesPersistence

/// An adapter keeps the promises of its port, which the fake keeps too; its settings are injected.
@Suite struct ExampleAdapterTests {
  private let folder: TemporaryFolder
  private let store: SQLiteNoteRepository

  init() throws {
    folder = try TemporaryFolder()
    store = try SQLiteNoteRepository(settings: StoreSettings(path: folder.file("notes.db")))
  }

  @Test(arguments: NoteRepositoryContract.clauses)
  func `the store in SQLite keeps the promises of its port`(clause: NoteRepositoryContract.Clause) async throws {
    try await clause.check(store)
  }

  @Test func `a note is there when the store is opened again`() async throws {
    // Given
    let note = Note.sample(1, title: "Bread", body: "Flour and water.")
    try await store.insert([note])
    // When
    let reopened = try SQLiteNoteRepository(settings: StoreSettings(path: folder.file("notes.db")))
    // Then
    #expect(try await reopened.note(note.id) == note)
  }
}
