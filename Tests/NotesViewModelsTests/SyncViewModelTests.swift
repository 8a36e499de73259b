import NotesDomain
import NotesTestSupport
import NotesViewModels
import Observation
import Testing

@MainActor
@Suite struct SyncViewModelTests {
  private let fakes = Fakes()

  @Test func `a sync has a summary and a status`() async throws {
    fakes.synchronizer.summary.sent = 3
    fakes.synchronizer.currentStatus = SyncStatus(hasSynced: false, pending: 3, conflicts: 1)
    let model = try viewModel(SyncViewModel.self, fakes)
    await model.sync()
    #expect(model.state.phase == .done && model.state.progress == nil)
    #expect(model.state.summary?.sent == 3)
    #expect(model.state.status?.pending == 0 && model.state.status?.conflicts == 1)
    #expect(model.state.status?.lastSuccess == fakes.wallClock.now())
  }

  @Test func `the request is passed to the engine`() async throws {
    let model = try viewModel(SyncViewModel.self, fakes)
    await model.sync(SyncRequest(deletions: .keep, retriesRefused: true))
    #expect(fakes.synchronizer.requests == [SyncRequest(deletions: .keep, retriesRefused: true)])
  }

  @Test func `an observer sees progress, and none after the end`() async throws {
    let last = SyncProgress(.receiving, finished: 2, total: 4)
    fakes.synchronizer.progress = [SyncProgress(.sending, finished: 1, total: 1), last]
    fakes.synchronizer.isEndless = true
    let model = try viewModel(SyncViewModel.self, fakes)
    let sync = Task { await model.sync() }
    for await state in Observations({ model.state }) where state.progress == last { break }
    sync.cancel()
    await sync.value
    #expect(model.state.progress == nil)
  }

  @Test func `a failed sync has its error, and no earlier summary`() async throws {
    let model = try viewModel(SyncViewModel.self, fakes)
    await model.sync()
    fakes.synchronizer.failure = .transport(.unauthorized)
    await model.sync()
    #expect(model.state.phase == .failed(Failure(SyncError.transport(.unauthorized))))
    #expect(model.state.summary == nil)
  }

  @Test func `a brake is in the state after a sync and after loading the status`() async throws {
    let brake = DeletionBrake(deletions: 30, notes: 40)
    fakes.synchronizer.currentStatus.deletionBrake = brake
    let model = try viewModel(SyncViewModel.self, fakes)
    await model.loadStatus()
    #expect(model.state.phase == .done && model.state.deletionBrake == brake)
    await model.sync()
    #expect(model.state.phase == .failed(Failure(SyncError.deletionBrake(brake))) && model.state.deletionBrake == brake)
    await model.sync(SyncRequest(deletions: .accept))
    #expect(model.state.phase == .done && model.state.deletionBrake == nil)
  }

  @Test func `blocked notes have short ids if they are on this device`() async throws {
    let fakes = Fakes(notes: [.sample(1, title: "Large")])
    let (here, elsewhere) = (SequentialNoteIDGenerator.id(1), SequentialNoteIDGenerator.id(2))
    fakes.synchronizer.currentStatus.blocked = [
      SyncStatus.Blocked(id: here, title: "Large", block: .refused(.tooLarge)),
      SyncStatus.Blocked(id: elsewhere, title: nil, block: .unreadable),
    ]
    let model = try viewModel(SyncViewModel.self, fakes)
    await model.loadStatus()
    #expect(Array(model.state.shortIDs.keys) == [here])
  }

  @Test func `loading the status does not sync`() async throws {
    let model = try viewModel(SyncViewModel.self, fakes)
    await model.loadStatus()
    #expect(model.state.phase == .done && fakes.synchronizer.requests.isEmpty)
  }

  @Test func `a failing store is in the phase`() async throws {
    fakes.synchronizer.statusFailure = .locked(path: "/store")
    let model = try viewModel(SyncViewModel.self, fakes)
    await model.loadStatus()
    #expect(model.state.phase == .failed(Failure(StoreError.locked(path: "/store"))))
  }
}
