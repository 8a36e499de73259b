import NotesDomain
import NotesSync
import NotesTestSupport
import NotesTransfer
import NotesViewModels
import Testing
import Wiring

/// The view-models with the real sync engine and a vault in memory.
@MainActor
@Suite struct SyncEngineTests {
  private let fakes = Fakes()

  private func model<Model>(_ type: Model.Type) throws -> Model {
    try Plan(type, modules: [ViewModelsModule(), TransferModule(), SyncModule(), FakesModule(fakes)]).buildOnMainActor()
      .root
  }

  private func theirs(_ body: String) {
    fakes.transport.store(
      NotePayload.encode(.sample(8, title: "Tea", body: body)), for: SequentialNoteIDGenerator.id(8))
  }

  /// Edits one note on both sides in the same line.
  private func diverge(_ sync: SyncViewModel) async throws {
    try await fakes.repository.insert([.sample(8, title: "Tea", body: "a\n")])
    await sync.sync()
    theirs("T\n")
    _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(8)) { $0.body = "O\n" }
  }

  @Test func `a first sync sends local notes and fetches remote ones`() async throws {
    try await fakes.repository.insert([.sample(1, body: "here")])
    theirs("there")
    let sync = try model(SyncViewModel.self)
    await sync.sync()
    #expect(sync.state.summary?.sent == 1 && sync.state.summary?.received == 1)
    #expect(sync.state.status?.pending == 0 && sync.state.status?.lastSuccess == fakes.wallClock.now())
    #expect(fakes.repository.all.map(\.body) == ["here", "there"] && fakes.transport.items.count == 2)
  }

  @Test func `a conflict is in the status, and the next sync sends its resolution`() async throws {
    let sync = try model(SyncViewModel.self)
    try await diverge(sync)
    await sync.sync()
    #expect(sync.state.summary?.copied == 1 && sync.state.status?.conflicts == 1)
    let conflicts = try model(ConflictsViewModel.self)
    await conflicts.load()
    let row = try #require(conflicts.state.rows.first)
    #expect(row.value.base?.body == "a\n" && row.value.theirs.body == "T\n" && row.value.ours.body == "O\n")

    await conflicts.resolve(row.label, keeping: .ours)
    await sync.loadStatus()
    #expect(sync.state.status?.conflicts == 0 && sync.state.status?.pending == 2)
    await sync.sync()
    let stored = try #require(fakes.transport.items.first { $0.id == SequentialNoteIDGenerator.id(8) })
    let note = try NotePayload.decode(try #require(stored.payload), as: stored.id)
    #expect(note.body == "O\n" && note.title == "Tea")
  }

  @Test func `an unreachable network is a failure that loses nothing`() async throws {
    try await fakes.repository.insert([.sample(1, body: "here")])
    fakes.transport.failure = .unreachable(detail: "no route")
    let sync = try model(SyncViewModel.self)
    await sync.sync()
    #expect(sync.state.phase == .failed(Failure(SyncError.transport(.unreachable(detail: "no route")))))
    fakes.transport.failure = nil
    await sync.sync()
    #expect(sync.state.phase == .done && fakes.transport.items.count == 1)
  }
}
