import Foundation
import NotesDomain
import NotesHosting
import NotesPersistence
import NotesServer
import NotesTestSupport
import Testing
import Wiring

@Suite("The server over SQLite") struct DurableServerTests {
  @Test("Keeps every invariant of its ports", arguments: SyncServiceContract.clauses)
  func contract(_ clause: SyncServiceContract.Clause) async throws {
    try await onServer(SyncServiceContract.Subject.self) { try await clause.check($0) }
  }

  @Test("Keeps every invariant about blobs", arguments: BlobServiceContract.clauses)
  func contract(_ clause: BlobServiceContract.Clause) async throws {
    try await onServer((any BlobService).self) { try await clause.check($0) }
  }

  private func onServer<Root: Sendable>(_ root: Root.Type, _ body: (Root) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/notes-server-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let modules: [any Module] = [ServerModule(), ServerPersistenceModule(), ServerPorts(path: folder + "/vaults.db")]
    try await body(try Plan(root, modules: modules).build().root)
  }
}

private struct ServerPorts: Module {
  let path: String

  func configure(_ binder: inout Binder) {
    binder.bind(ServerStoreSettings.self, to: ServerStoreSettings(path: path))
    binder.bind((any Randomness).self, to: SeededRandomness())
    binder.bind((any WallClock).self) { FixedClock() }
    binder.bind(SyncServiceContract.Subject.init)
  }
}
