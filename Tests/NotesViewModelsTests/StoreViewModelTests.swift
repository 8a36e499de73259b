import NotesDomain
import NotesTestSupport
import NotesViewModels
import Testing

@MainActor
@Suite struct StoreViewModelTests {
  private let fakes = Fakes(notes: [.sample(1)])

  @Test func `a backup is restored, and the replaced store named`() async throws {
    let model = try viewModel(StoreViewModel.self, fakes)
    await model.backUp(to: "/b", replacing: false)
    #expect(model.state.contents.notes == 1 && model.state.restored == nil)
    try await fakes.repository.insert([.sample(2)])
    await model.restore(from: "/b")
    #expect(model.state.restored?.replaced == "replaced-1")
    #expect(fakes.repository.all == [.sample(1)])
  }

  @Test func `a failure is in the phase`() async throws {
    fakes.storeMaintenance.failure = .inUse(path: "/s")
    let model = try viewModel(StoreViewModel.self, fakes)
    await model.rebuild()
    #expect(model.state.phase.failure == .maintenance(.inUse(path: "/s")))
  }

  @Test func `a purge erases remains, and succeeds if that fails`() async throws {
    _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(1)) { $0.trashed = FixedClock.start }
    let model = try viewModel(PurgeViewModel.self, fakes)
    await model.select([])
    fakes.storeMaintenance.failure = .store(.locked(path: "/s"))
    await model.purge()
    #expect(model.state.phase == .done && model.state.hasRemains && fakes.repository.all.isEmpty)
  }

  @Test func `a purge of nothing erases no remains`() async throws {
    let model = try viewModel(PurgeViewModel.self, fakes)
    await model.select([])
    await model.purge()
    #expect(fakes.storeMaintenance.erasures == 0 && !model.state.hasRemains)
  }
}

@MainActor
@Suite struct DoctorViewModelTests {
  private let fakes = Fakes()

  private func check(isDeep: Bool = false, usesNetwork: Bool = false) async throws -> DoctorState {
    let model = try viewModel(DoctorViewModel.self, fakes)
    await model.check(isDeep: isDeep, usesNetwork: usesNetwork)
    return model.state
  }

  @Test func `a device that is not signed in is well`() async throws {
    let state = try await check()
    #expect(state.findings == [.notSignedIn] && state.isWell && !fakes.inspector.wasDeep)
  }

  @Test func `the most severe findings come first`() async throws {
    fakes.inspector.inspection.findings = [.conflicts(1), .blockedNotes(2), .wrongIndex(.words)]
    _ = try fakes.drafts.create(named: "Bread", text: "Rye")
    let state = try await check(isDeep: true)
    #expect(state.findings == [.wrongIndex(.words), .blockedNotes(2), .conflicts(1), .drafts(1), .notSignedIn])
    #expect(!state.isWell && fakes.inspector.wasDeep)
  }

  @Test func `credentials that cannot be used are a problem`() async throws {
    fakes.credentials.failure = .exposed(path: "/c", mode: 0o644)
    #expect(try await check().findings == [.credentials(.exposed(path: "/c", mode: 0o644))])
  }

  @Test func `the server is asked on request only`() async throws {
    try fakes.credentials.save(.sample())
    fakes.accounts.failure = .transport(.unauthorized)
    #expect(try await check().findings == [])
    #expect(try await check(usesNetwork: true).findings == [.server(.transport(.unauthorized))])
  }

  @Test(arguments: [(0, nil), (119, nil), (-119, nil), (3600, -3600), (-3600, 3600)])
  func `a clock that differs from the server's is found`(seconds: Int, difference: Int?) async throws {
    try fakes.credentials.save(.sample())
    fakes.accounts.failure = .transport(.unauthorized)
    fakes.probe.time = fakes.wallClock.now() + .seconds(seconds)
    let found = try await check(usesNetwork: true).findings.filter { $0 != .server(.transport(.unauthorized)) }
    #expect(found == difference.map { [.clockDifference(.seconds($0))] } ?? [])
  }
}
