import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesPersistence

@Suite("Texts are bytes in the store") struct TextBytesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `links are indexed anew where a text changes its form alone`() async throws {
    // Given: a grave accent of Greek is canonically equivalent to a backtick, which makes code.
    let device = try SQLiteDevice(path: folder.file("notes.db"))
    let note = Note.sample(1, title: "A", body: "`[[Rye]]`")
    try await device.repository.insert([note])
    // When
    _ = try await device.repository.update([note.id]) { $0.body = "\u{1FEF}[[Rye]]\u{1FEF}" }
    // Then
    let name = try #require(NoteName("Rye"))
    #expect(try await device.links.notes(linkingTo: [name]).map(\.id) == [note.id])
  }
}
