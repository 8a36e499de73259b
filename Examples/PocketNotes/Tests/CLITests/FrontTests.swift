import CLI
import Core
import Support
import Synchronization
import Testing
import ViewModels
import Wiring

/// A terminal that keeps what is printed.
final class RecordingTerminal: Terminal {
  private let printed = Mutex<[String]>([])

  var lines: [String] { printed.withLock { $0 } }

  func print(_ lines: [String]) { printed.withLock { $0 += lines } }
  func show(_ lines: [String]) { printed.withLock { $0 = lines } }
}

/// The commands as they are typed, over the real view-models and a store in memory.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct FrontTests {
  private let store = InMemoryNoteStore()
  private let terminal = RecordingTerminal()
  private let graph: Graph<Front>

  init() throws {
    let (store, terminal) = (store, terminal)
    let syncing = FakeSyncing { () throws(SyncError) in SyncReport(sent: 2, received: 1) }
    graph = try Plan(
      Front.self,
      modules: [
        CLIModule(), ViewModelsModule(),
        Bindings { binder in
          binder.scope(CustomScope<Session>("session"))
          binder.bind((any NoteStore).self, to: store)
          binder.bind((any Syncing).self) { () -> any Syncing in syncing }.scoped(in: CustomScope<Session>("session"))
          binder.bind((any WallClock).self, to: TickingClock())
          binder.bind((any NoteIDs).self, to: SequentialIDs())
          binder.bind((any Clock<Duration>).self, to: ManualClock())
        },
      ]
    ) { overrides in
      overrides.replace((any Terminal).self, with: terminal)
    }.buildOnMainActor()
  }

  /// Runs a command, and returns all that was printed since the start.
  private func pocket(_ arguments: String...) async throws -> [String] {
    let command = try #require(try PocketCommand.parseAsRoot(arguments) as? any FrontCommand)
    try await command.run(in: graph.root)
    return terminal.lines
  }

  @Test("a note is added, found, changed and deleted")
  func day() async throws {
    #expect(try await pocket() == ["No notes yet. “pocket add TEXT” adds one."])
    _ = try await pocket("add", "Rye", "bread")
    _ = try await pocket("add", "Soup")
    #expect(try await pocket("list").suffix(2) == ["1  Soup", "2  Rye bread"])
    #expect(try await pocket("search", "RYE").last == "2  Rye bread")
    #expect(try await pocket("search", "cake").last == "No note has “cake”.")
    #expect(try await pocket("edit", "2", "Wheat bread").last == "Changed “Rye bread”.")
    #expect(try await pocket("delete", "2").last == "Deleted “Soup”.")
    #expect(try await pocket("list").last == "1  Wheat bread")
  }

  @Test("a sync says what it did")
  func sync() async throws {
    #expect(try await pocket("sync").last == "2 sent, 1 received.")
  }

  @Test(
    "a mistake is a sentence, and nothing changes",
    arguments: [
      (["add", " "], "A note needs some text."),
      (["delete", "3"], "There is no note 3. “pocket list” shows the numbers."),
      (["edit", "0", "x"], "There is no note 0. “pocket list” shows the numbers."),
    ])
  func mistakes(arguments: [String], message: String) async throws {
    let command = try #require(try PocketCommand.parseAsRoot(arguments) as? any FrontCommand)
    await #expect { try await command.run(in: graph.root) } throws: { "\($0)" == message }
    #expect(try await store.notes(matching: "").isEmpty)
  }

  @Test("watch shows the list again when it changes")
  func watch() async throws {
    let watching = Task { try await pocket("watch") }
    await wait { terminal.lines == ["No notes yet. “pocket add TEXT” adds one."] }
    try await store.write(note(1, "Bread"))
    await wait { terminal.lines == ["1  Bread"] }
    watching.cancel()
    _ = await watching.result
  }
}
