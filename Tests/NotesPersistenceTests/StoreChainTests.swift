import NotesDomain
import NotesTestSupport
import Testing
import Wiring

@testable import NotesPersistence

@Suite("The chain from the schema to the session")
struct StoreChainTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("A module wires it, and the graph shows it")
  func module() throws {
    let graph = try Plan((any NoteRepository).self, modules: [PersistenceModule(), Settings(folder)]).description
    let database = try #require(graph.bindings.first { $0.key.type == NoteDatabase.self })
    #expect(database.dependencies.map { graph.bindings[$0].key.description } == ["NoteSchema", "StoreSettings"])
    #expect(graph.bindings.contains { $0.dependencies.contains { graph.bindings[$0].key == database.key } })
  }

  @Test("Definitions wire it: a schema, a database with its place as a value, a journal and a session")
  func definitions() async throws {
    var context = Definitions(
      Definition("schema", NoteSchema.self),
      Definition(
        "database", NoteDatabase.self, references: ["schema": "schema"],
        values: ["settings": .definition(Definition(StoreSettings.self, values: ["path": place]))]))
    context.add(Definition(SystemClock.self))
    context.add(Definition("journal", NoteJournal.self, references: ["database": "database"]))
    context.add(Definition("session", SQLiteNoteRepository.self, isLazy: true, references: ["journal": "journal"]))
    let graph = try await Plan(Void.self, modules: [Nothing()], context: context).build()

    let session = try await graph.resolve(named: "session", as: (any NoteRepository).self)
    #expect(try folder.names().isEmpty)
    try await session.insert([Note.sample(1)])

    #expect(try folder.names().contains("chain.db"))
    let reopened = try SQLiteNoteRepository(settings: StoreSettings(path: folder.file("chain.db")))
    #expect(try await reopened.note(SequentialNoteIDGenerator.id(1)) == .sample(1))
  }

  @Test("The session and the database of a chain are shared")
  func shared() throws {
    let context = Definitions(
      Definition(NoteSchema.self), Definition("database", NoteDatabase.self),
      Definition(StoreSettings.self, values: ["path": place]))
    let graph = try Plan(Void.self, modules: [Nothing()], context: context).build()
    let database = try graph.resolve(named: "database", as: NoteDatabase.self)
    #expect(try graph.resolve(named: "database", as: NoteDatabase.self) === database)
  }

  private var place: DefinitionValue { DefinitionValue(.text(folder.file("chain.db"))) }
}

private struct Settings: Module {
  let folder: TemporaryFolder

  init(_ folder: TemporaryFolder) {
    self.folder = folder
  }

  func configure(_ binder: inout Binder) {
    binder.bind(StoreSettings.self, to: StoreSettings(path: folder.file("module.db")))
    binder.bind(DraftSettings.self, to: DraftSettings(directory: folder.file("drafts")))
    binder.bind(CredentialSettings.self, to: CredentialSettings(path: folder.file("credentials")))
  }
}

/// A root for plans that are made of definitions.
private struct Nothing: Module {
  func configure(_ binder: inout Binder) { binder.bind(Void.self, to: ()) }
}
