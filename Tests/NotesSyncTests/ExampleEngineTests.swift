import NotesDomain
import NotesSync
import NotesTestSupport
import Testing
import Wiring

/// The engine of sync runs over a store in memory and a server that is a fake; its module makes it.
@Suite struct ExampleEngineTests {
  @Test func `a sync sends the notes that the server does not have`() async throws {
    // Given
    let fakes = Fakes(notes: [.sample(1)])
    let engine = try Plan((any Synchronizer).self, modules: [SyncModule(), FakesModule(fakes)]).build().root
    // When
    let summary = try await engine.synchronize(SyncRequest()) { _ in }
    // Then
    #expect(summary.sent == 1)
    #expect(fakes.transport.items.map(\.id) == [SequentialNoteIDGenerator.id(1)])
  }
}
