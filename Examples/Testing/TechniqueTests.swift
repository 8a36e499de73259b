import Foundation
import Testing
import Wiring
import WiringTesting

@testable import SmallNotes

/// One test for each way of testing a wired program. The program is SmallNotes.
@Suite struct TechniqueTests {
  @Test func `a rule is tested without a container: its initializer takes fakes`() throws {
    let repository = MemoryNoteRepository()
    let notebook = Notebook(repository: repository, clock: StoppedClock())

    let note = try notebook.add("Buy bread")

    #expect(try repository.all() == [note])
    #expect(throws: NotesError.emptyNote) { try notebook.add("  ") }
  }

  @Test func `the wiring of the whole program is proved, and nothing is created`() {
    expectWired(CommandLineFront.self, modules: programModules)
  }

  @Test(
    .wired(Notebook.self, modules: programModules) { overrides in
      overrides.replace((any NoteRepository).self, with: MemoryNoteRepository())
      overrides.replace((any WallClock).self, with: StoppedClock())
    }, .forbidExternal)
  func `a graph for one test has fakes in place of what reaches outside`() throws {
    let note = try Wired.resolve(Notebook.self).add("Buy bread")
    #expect(note.changed == StoppedClock().time)
  }

  @Test(
    .wired(CommandLineFront.self, modules: programModules),
    .replacing(module: StorageModule.self, with: MemoryStorageModule()),
    .replacing((any NoteServer).self, with: MemoryNoteServer()), .forbidExternal)
  @MainActor func `a whole layer is replaced by its fake`() async throws {
    let front = try await Wired.resolveAsync(CommandLineFront.self)
    #expect(await front.run(["add", "Buy bread"]) == ["Added “Buy bread”."])
    #expect(await front.run(["list"]) == ["1  Buy bread"])
    #expect(await front.run(["delete", "1"]) == ["Deleted “Buy bread”."])
    #expect(await front.run([]) == ["No notes yet."])
  }

  @Test func `a decorator of the test sees each call`() throws {
    let plan = try Plan(Notebook.self, modules: programModules) { overrides in
      overrides.replace((any NoteRepository).self, with: MemoryNoteRepository())
      overrides.decorate((any NoteRepository).self) { repository in FailingRepository(after: 1, repository) }
    }
    let notebook = try plan.build().root

    _ = try notebook.add("The first is stored")

    #expect(throws: DiskIsFull.self) { try notebook.add("The disk is full now") }
  }

  @Test func `two graphs are two devices, which a server keeps in step`() async throws {
    let server = MemoryNoteServer()
    let (home, work) = (try device(server), try device(server))
    _ = try home.resolve(Notebook.self).add("Buy bread")

    _ = try await home.root.sync()
    let received = try await work.root.sync()

    #expect(received == 1)
    #expect(try work.resolve(Notebook.self).notes().map(\.text) == ["Buy bread"])
  }

  @Test(
    .wired(Notebook.self, modules: programModules),
    .replacing(module: StorageModule.self, with: MemoryStorageModule()), .checksForLeaks)
  func `no object outlives its graph`() throws {
    _ = try Wired.resolve(Notebook.self).add("Buy bread")
  }

  private func device(_ server: MemoryNoteServer) throws -> Graph<SyncService> {
    try Plan(SyncService.self, modules: programModules) { overrides in
      overrides.replace(module: StorageModule.self, with: MemoryStorageModule())
      overrides.replace((any NoteServer).self, with: server)
    }.build()
  }
}

/// The modules of the program, with a folder that no test creates.
private let programModules: [any Module] = [
  FrontModule(), StorageModule(), NetworkModule(),
  Bindings { $0.bind(NotesFolder.self, to: NotesFolder(url: URL(filePath: "/nowhere"))) },
]

/// The storage of a test.
struct MemoryStorageModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind((any NoteRepository).self, MemoryNoteRepository.init).scoped(.singleton)
    binder.bind((any WallClock).self, to: StoppedClock())
  }
}

struct DiskIsFull: Error {}

/// A repository on a disk that is full after some notes.
final class FailingRepository: NoteRepository {
  private let limit: Int
  private let repository: any NoteRepository

  init(after limit: Int, _ repository: any NoteRepository) {
    (self.limit, self.repository) = (limit, repository)
  }

  func all() throws -> [Note] { try repository.all() }

  func save(_ note: Note) throws {
    guard try repository.all().count < limit else { throw DiskIsFull() }
    try repository.save(note)
  }
}
