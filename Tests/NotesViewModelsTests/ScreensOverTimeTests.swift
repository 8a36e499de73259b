import NotesDomain
import NotesTestSupport
import NotesTransfer
import Synchronization
import Testing
import Wiring
import WiringMacros

@testable import NotesViewModels

/// Screens over time: the latest request wins, and what is shown at rest is what a fresh load shows.
@MainActor
@Suite struct ScreensOverTimeTests {
  private let fakes = Fakes(notes: [.sample(1, title: "Bread", modified: 1), .sample(2, title: "Tea", modified: 2)])
  private let gate = Gate()

  private func model<Model>(_ type: Model.Type) throws -> Model {
    try Plan(type, modules: [ViewModelsModule(), TransferModule(), FakesModule(fakes)]) { overrides in
      overrides.replace(
        (any NoteRepository).self, with: InterceptedNoteRepository(fakes.repository, by: gate))
    }.buildOnMainActor().root
  }

  private func titles(_ list: NoteListViewModel) -> [String] { list.state.rows.map(\.value.title) }

  @Test func `an older reply does not replace a newer one`() async throws {
    // Given: two loads wait for the store.
    let list = try model(NoteListViewModel.self)
    gate.isClosed = true
    let older = Task { await list.load(NoteListForm("bread")) }
    await gate.waitFor(1)
    let newer = Task { await list.load(NoteListForm("tea")) }
    await gate.waitFor(2)
    // When: the replies arrive in the opposite order.
    gate.pass(1)
    await newer.value
    gate.pass(0)
    await older.value
    // Then
    #expect(titles(list) == ["Tea"] && list.state.phase == .done)
  }

  @Test func `an older search does not replace a newer one`() async throws {
    let search = try model(SearchViewModel.self)
    gate.isClosed = true
    let older = Task { await search.search(SearchForm("bread")) }
    await gate.waitFor(1)
    let newer = Task { await search.search(SearchForm("tea")) }
    await gate.waitFor(2)
    gate.pass(1)
    await newer.value
    gate.pass(0)
    await older.value
    #expect(search.state.rows.map(\.value.note.title) == ["Tea"] && search.state.phase == .done)
  }

  @Test func `a list shows what another program changes, from the moment it is asked for`() async throws {
    // Given: the first load waits for the store.
    let list = try model(NoteListViewModel.self)
    gate.isClosed = true
    let screen = Task { await list.observe(NoteListForm()) }
    await gate.waitFor(1)
    // When: a note is added before the reply, and one after it.
    try await fakes.repository.insert([.sample(3, title: "Rye", modified: 3)])
    gate.isClosed = false
    gate.pass(0)
    try await fakes.repository.insert([.sample(4, title: "Salt", modified: 4)])
    // Then
    await rest { titles(list) == ["Salt", "Rye", "Tea", "Bread"] }
    screen.cancel()
    await screen.value
    #expect(fakes.repository.observerCount == 0)
  }

  @Test func `a search waits for a moment without a letter, and a further letter ends it`() async throws {
    // Given
    let search = try model(SearchViewModel.self)
    fakes.clock.cancel(at: 1)
    // When: the task of the first letter is cancelled while it waits.
    await search.observe(SearchForm("t"), after: .milliseconds(150))
    // Then
    #expect(search.state.phase == .idle && fakes.repository.observerCount == 0)
    #expect(fakes.clock.pauses == [.milliseconds(150)])
  }

  /// A hundred histories each.
  @Test(arguments: 0..<Thoroughness.runs(UInt64(5), ofAll: 100))
  func `after a random history of screens, changes and slow replies, the state is that of a fresh load`(
    hundred: UInt64
  ) async throws {
    for seed in hundred * 100..<(hundred + 1) * 100 { try await History(seed: seed).play() }
  }
}

/// A random history of a list on the screen.
@MainActor
private struct History {
  private let seed: UInt64
  private let repository = InMemoryNoteRepository([
    .sample(1, title: "Bread", modified: 1), .sample(2, title: "Tea", modified: 2),
  ])
  private let gate = Gate()

  init(seed: UInt64) { self.seed = seed }

  /// Returns a list without a plan, which would take longer than the history.
  private func list(on repository: any NoteRepository) -> NoteListViewModel {
    NoteListViewModel(
      repository: repository,
      queries: QueryReader(searches: SavedSearches(), wallClock: FixedClock(), zone: UTC()),
      rows: RowMaker(repository: repository, listed: InMemoryListedNotes()), observer: self.repository)
  }

  /// Plays the history, and compares its end with a fresh load.
  func play() async throws {
    var random = SplitMix64(seed: seed)
    let list = list(on: InterceptedNoteRepository(repository, by: gate))
    gate.isClosed = true
    var (form, screens, next) = (NoteListForm(), [Task<Void, Never>](), UInt64(10))
    for _ in 0..<Int.random(in: 4...16, using: &random) {
      switch Int.random(in: 0..<8, using: &random) {
      case 0:
        screens.last?.cancel()
        form = NoteListForm(
          ["", "bread", "tea", "rye"].randomElement(using: &random) ?? "",
          limit: [nil, 2].randomElement(using: &random) ?? nil)
        screens.append(Task { [form] in await list.observe(form) })
      case 1, 2:
        let failure = repository.failure
        repository.failure = nil
        try await repository.insert([
          .sample(next, title: ["Bread", "Tea", "Rye"].randomElement(using: &random) ?? "", modified: Int64(next))
        ])
        repository.failure = failure
        next += 1
      case 3: repository.change(SequentialNoteIDGenerator.id(1)) { $0.title += "!" }
      case 4:
        // The change makes screens load, which fails now, or succeeds again.
        repository.failure = repository.failure == nil ? .locked(path: "/store") : nil
        repository.change(SequentialNoteIDGenerator.id(2)) { $0.title += "?" }
      default: gate.passOne(using: &random)
      }
      for _ in 0..<Int.random(in: 0...3, using: &random) { await Task.yield() }
    }
    repository.failure = nil
    screens.last?.cancel()
    screens.append(Task { [form] in await list.observe(form) })
    gate.isClosed = false
    gate.passAll()
    let fresh = self.list(on: repository)
    await fresh.load(form)
    await rest("seed \(seed)") { list.state.rows == fresh.state.rows && list.state.phase == .done }
    screens.last?.cancel()
    for screen in screens { await screen.value }
    #expect(repository.observerCount == 0, "seed \(seed)")
  }
}

/// A gate before the store: replies to lists and searches wait in it until a test lets them pass.
final class Gate: Interceptor {
  private struct State {
    var isClosed = false
    var waiting: [(number: Int, continuation: CheckedContinuation<Void, Never>)] = []
    var arrived = 0
  }

  private let state = Mutex(State())

  var isClosed: Bool {
    get { state.withLock { $0.isClosed } }
    set { state.withLock { $0.isClosed = newValue } }
  }

  func intercept<Result, Failure: Error>(
    _ call: InterceptedCall, _ proceed: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let result = try await proceed()
    if ["list(_:)", "search(_:)", "tags()"].contains("\(call.requirement)") { await wait() }
    return result
  }

  private func wait() async {
    await withCheckedContinuation { continuation in
      let passes = state.withLock { state in
        guard state.isClosed else { return true }
        state.waiting.append((state.arrived, continuation))
        state.arrived += 1
        return false
      }
      if passes { continuation.resume() }
    }
  }

  /// Waits until a number of replies have arrived.
  func waitFor(_ count: Int) async {
    while state.withLock({ $0.arrived }) < count { await Task.yield() }
  }

  /// Lets the reply of a number pass.
  func pass(_ number: Int) {
    state.withLock { state in
      state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0).continuation }
    }?.resume()
  }

  func passOne(using random: inout SplitMix64) {
    let number = state.withLock { $0.waiting.map(\.number) }.randomElement(using: &random)
    if let number { pass(number) }
  }

  func passAll() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting.map(\.continuation)
    }
    for continuation in waiting { continuation.resume() }
  }
}
