import Foundation
import NotesDomain
import NotesServer
import NotesStorage
import NotesTestSupport
import Testing
import Wiring

@Suite("The server over SQLite") struct DurableServerTests {
  @Test("Keeps every promise of its ports", arguments: SyncServiceContract.clauses)
  func contract(_ clause: SyncServiceContract.Clause) async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/notes-server-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let graph = try await Plan(
      SyncServiceContract.Subject.self,
      modules: [ServerModule(), ServerStorageModule(), Surroundings(path: folder + "/vaults.db")]
    ).build()
    try await clause.check(graph.root)
  }
}

private struct Surroundings: Module {
  let path: String

  func configure(_ binder: inout Binder) {
    binder.bind(ServerStoreSettings.self, to: ServerStoreSettings(path: path))
    binder.bind((any Randomness).self, to: SeededRandomness())
    binder.bind(SyncServiceContract.Subject.init)
  }
}
