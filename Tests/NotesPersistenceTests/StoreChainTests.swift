import NotesDomain
import NotesTestSupport
import Testing
import Wiring
import WiringDefinitions

@testable import NotesPersistence

@Suite("The chain from the schema to the repository")
struct StoreChainTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("A module binds it, and the graph contains it")
  func module() throws {
    let graph = try Plan((any NoteRepository).self, modules: [PersistenceModule(), Settings(folder)]).description
    let database = try #require(graph.bindings.first { $0.key.type == NoteDatabase.self })
    #expect(
      database.dependencies.map { graph.bindings[$0].key.description } == [
        "NoteSchema", "StoreSettings", "any WallClock",
      ])
    #expect(graph.bindings.contains { $0.dependencies.contains { graph.bindings[$0].key == database.key } })
  }

  @Test("Definitions bind it: a schema, a database with a path as a value, and a repository")
  func definitions() async throws {
    var context = Definitions(
      Definition("schema", NoteSchema.self),
      Definition(
        "database", NoteDatabase.self, references: ["schema": "schema"],
        values: ["settings": .definition(Definition(StoreSettings.self, values: ["path": path]))]))
    context.add(Definition(SystemClock.self))
    context.add(
      Definition("repository", SQLiteNoteRepository.self, isLazy: true, references: ["database": "database"]))
    let graph = try Plan(Void.self, modules: [EmptyModule()], context: context).build()

    let repository = try graph.resolve(named: "repository", as: (any NoteRepository).self)
    #expect(try folder.names().isEmpty)
    try await repository.insert([Note.sample(1)])

    #expect(try folder.names().contains("chain.db"))
    let reopened = try SQLiteNoteRepository(settings: StoreSettings(path: folder.file("chain.db")))
    #expect(try await reopened.note(SequentialNoteIDGenerator.id(1)) == .sample(1))
  }

  @Test("The database of a chain is shared")
  func shared() throws {
    let context = Definitions(
      Definition(SystemClock.self), Definition(NoteSchema.self), Definition("database", NoteDatabase.self),
      Definition(StoreSettings.self, values: ["path": path]))
    let graph = try Plan(Void.self, modules: [EmptyModule()], context: context).build()
    let database = try graph.resolve(named: "database", as: NoteDatabase.self)
    #expect(try graph.resolve(named: "database", as: NoteDatabase.self) === database)
  }

  private var path: DefinitionValue { DefinitionValue(.text(folder.file("chain.db"))) }
}

private struct Settings: Module {
  let folder: TemporaryFolder

  init(_ folder: TemporaryFolder) {
    self.folder = folder
  }

  func configure(_ binder: inout Binder) {
    binder.bind(StoreSettings.self, to: StoreSettings(path: folder.file("module.db")))
    binder.bind(InspectedFiles.self, to: InspectedFiles())
  }
}

/// The root of a plan that consists of definitions.
private struct EmptyModule: Module {
  func configure(_ binder: inout Binder) { binder.bind(Void.self, to: ()) }
}
