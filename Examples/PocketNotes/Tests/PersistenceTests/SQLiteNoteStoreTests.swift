import Core
import Foundation
import Support
import Testing
import Wiring

@testable import Persistence

/// The layer with a fake of what is below it: a file in a folder of the test.
@Suite(.timeLimit(.minutes(1)))
final class SQLiteNoteStoreTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "pocket-\(UUID())")
  private var file: NotesFile { NotesFile(url: folder.appending(path: "notes.sqlite")) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func store() throws -> SQLiteNoteStore {
    let file = file
    return try Plan(
      SQLiteNoteStore.self, modules: [PersistenceModule(), Bindings { $0.bind(NotesFile.self, to: file) }]
    ).build().root
  }

  @Test("the store fulfills its contract", arguments: NoteStoreContract.clauses)
  func contract(clause: NoteStoreContract) async throws {
    try await clause.check(try store())
  }

  @Test("a store that is not used opens no file")
  func laziness() throws {
    _ = try store()
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test("notes are there when the program starts again, for their owner only")
  func restart() async throws {
    try await store().write(note(1, "Bread"))
    #expect(try await store().notes(matching: "") == [note(1, "Bread")])
    let mode = try FileManager.default.attributesOfItem(atPath: file.url.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test("a change by another program is signalled")
  func otherProgram() async throws {
    let (mine, other) = (try store(), try store())
    var changes = mine.changes().makeAsyncIterator()
    _ = await changes.next()
    try await other.write(note(1, "Bread"))
    #expect(await changes.next() != nil)
    #expect(try await mine.notes(matching: "").count == 1)
  }

  @Test("a file of a newer program is refused")
  func newer() async throws {
    try await store().write(note(1, "Bread"))
    try await NotesDatabase(file: file).write { database in
      try database.execute(sql: "INSERT INTO grdb_migrations VALUES ('9: new')")
    }
    await #expect(throws: StoreError(reason: "a newer version of the program wrote the file")) {
      try await store().notes(matching: "")
    }
  }

  @Test("a file that is no database is reported, and left as it is")
  func damage() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("something else".utf8).write(to: file.url)
    await #expect(throws: StoreError.self) { try await store().notes(matching: "") }
    #expect(try Data(contentsOf: file.url) == Data("something else".utf8))
  }

  @Test("a deletion that the server knows is forgotten at the start, and no other")
  func pruning() async throws {
    let file = file
    let graph = try Plan(
      SQLiteNoteStore.self, modules: [PersistenceModule(), Bindings { $0.bind(NotesFile.self, to: file) }]
    ).build()
    try await graph.root.write(note(1, "a", isDeleted: true), note(2, "b", isDeleted: true), note(3, "c"))
    for number in [1, 3] {
      let note = try #require(try await graph.root.note(SequentialIDs.id(number)))
      try await graph.root.markAccepted(note.content, of: note.id, number: number)
    }
    for task in try graph.resolve([any StartupTask].self) { try await task.run() }
    #expect(try await graph.root.note(SequentialIDs.id(1)) == nil)
    #expect(try await graph.root.note(SequentialIDs.id(2)) != nil)
    #expect(try await graph.root.note(SequentialIDs.id(3)) != nil)
  }
}
