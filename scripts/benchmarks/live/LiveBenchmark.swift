import NotesDomain
import NotesFronts
import NotesPersistence
import NotesTransfer
import NotesViewModels
import Wiring

/// A program with two live screens, and a heartbeat on its main actor: `live-benchmark STORE SECONDS`, or without the store for the
/// heartbeat alone. Prints `ready` once the screens are loaded, and at the end the longest pauses between two beats. With no seconds,
/// prints the longest time from a change by this program to its list instead.
@main @MainActor
struct LiveBenchmark {
  private static let beat = Duration.milliseconds(4)
  /// Beginnings of a search, as a person types them.
  private static let typed = ["g", "ga", "gar", "gard", "garden", "garde", "gard", "ga"]

  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard let seconds = arguments.last.flatMap({ Int($0) }), arguments.count <= 2 else {
      print("usage: live-benchmark [STORE] SECONDS")
      return
    }
    var screens: [Task<Void, Never>] = []
    let live = arguments.count == 2 ? try liveScreens(of: arguments[0]) : nil
    if let live {
      screens = [Task { await live.list.observe(NoteListForm(limit: 50)) }, Task { await type(into: live.search) }]
      while live.list.state.phase != .done {
        try live.list.state.phase.check()
        try await Task.sleep(for: beat)
      }
    }
    print("ready")
    let pauses = try await pauses(during: .seconds(seconds)).sorted()
    let changes = if let live, seconds == 0 { try await changes(in: live) } else { [Double]() }
    for screen in screens { screen.cancel() }
    for screen in screens { await screen.value }
    let longest = pauses.suffix(1 + pauses.count / 1000)
    print("beats \(pauses.count)")
    print("longest \(longest.last ?? 0)")
    print("of-1000 \(longest.first ?? 0)")
    print("change \(changes.max() ?? 0)")
  }

  /// Returns the milliseconds from each of some changes until the list has it.
  private static func changes(in live: LiveScreens) async throws -> [Double] {
    let clock = ContinuousClock()
    var times: [Double] = []
    for number in 1...20 {
      let now = live.wallClock.now()
      let note = Note(
        id: live.ids.next(created: now), title: "Change \(number)", body: "", created: now, modified: now)
      try await live.repository.insert([note])
      let written = clock.now
      while !live.list.state.rows.contains(where: { $0.value.id == note.id }) { await Task.yield() }
      times.append((clock.now - written) / .milliseconds(1))
      try await clock.sleep(for: .milliseconds(50))
    }
    return times
  }

  /// Returns screens over a store.
  private static func liveScreens(of path: String) throws -> LiveScreens {
    try Plan(
      LiveScreens.self, modules: [ViewModelsModule(), TransferModule(), PersistenceModule(), Screens(store: path)]
    )
    .buildOnMainActor().root
  }

  /// Returns the milliseconds by which each beat came too late.
  private static func pauses(during time: Duration) async throws -> [Double] {
    let clock = ContinuousClock()
    let end = clock.now + time
    var (pauses, last) = ([Double](), clock.now)
    while last < end {
      try await clock.sleep(until: last + beat, tolerance: .zero)
      let now = clock.now
      pauses.append((now - last - beat) / .milliseconds(1))
      last = now
    }
    return pauses
  }

  /// Searches as a person types, a letter each tenth of a second, until it is cancelled.
  private static func type(into search: SearchViewModel) async {
    var count = 0
    while !Task.isCancelled {
      let text = typed[count % typed.count]
      let letter = Task { await search.observe(SearchForm(text), after: .milliseconds(20)) }
      try? await Task.sleep(for: .milliseconds(100))
      letter.cancel()
      await letter.value
      count += 1
    }
  }
}

/// The screens of the program.
@MainActor
private struct LiveScreens {
  let list: NoteListViewModel
  let search: SearchViewModel
  let repository: any NoteRepository
  let ids: any NoteIDGenerator
  let wallClock: any WallClock
}

/// The settings of a program that stays, with screens that use the store only.
private struct Screens: Module {
  let store: String

  func configure(_ binder: inout Binder) {
    binder.main.bind(LiveScreens.init)
    binder.bind(StoreSettings.self, to: StoreSettings(path: store, stays: true))
    binder.bind(SavedSearches.self, to: SavedSearches())
    binder.bind((any ListedNotes).self, to: NoList())
    unused((any AccountClient).self, &binder)
    unused((any AppLifecycle).self, &binder)
    unused((any ArchiveUnpacker).self, &binder)
    unused((any ChangeWatch).self, &binder)
    unused((any ConfigurationFiles).self, &binder)
    unused((any CredentialStore).self, &binder)
    unused((any DraftStore).self, &binder)
    unused((any ExternalEditor).self, &binder)
    unused((any FileAccess).self, &binder)
    unused((any FuzzyFinder).self, &binder)
    unused(InspectedFiles.self, &binder)
    unused((any MarkdownDocumentParser).self, &binder)
    unused((any MarkdownFolder).self, &binder)
    unused((any NoteTemplateStore).self, &binder)
    unused((any ServerProbe).self, &binder)
    unused((any Synchronizer).self, &binder)
  }

  /// Binds a port that no screen here uses.
  private func unused<Port: Sendable>(_ port: Port.Type, _ binder: inout Binder) {
    binder.bind(port) { () throws -> Port in throw UnusedPort() }
  }

  private struct UnusedPort: Error {}
}

/// A list that no later command uses.
private struct NoList: ListedNotes {
  func load() -> [NoteID] { [] }

  func save(_ notes: [NoteID]) -> Bool { false }
}
