import Foundation
import NotesDomain
import NotesHosting
import NotesPostgres
import NotesSimulation
import NotesTestSupport
import Testing
import Wiring

/// The histories of ``HistoryTests``, with a server whose store is PostgreSQL. `scripts/simulate --postgres` plays more.
@Suite struct PostgresHistoryTests {
  private static let parts: UInt64 = 4
  /// The histories of each part.
  private static let seeds: UInt64 =
    ProcessInfo.processInfo.environment["NOTES_POSTGRES_HISTORIES"].flatMap { UInt64($0) }.map { $0 / parts }
    ?? Thoroughness.runs(2, ofAll: 10)

  @Test(arguments: 0..<parts)
  func `histories keep every invariant in PostgreSQL, and are the same as in memory`(part: UInt64) async throws {
    // Given
    let database = try World(stores: PostgresStoreFactory(cluster: await PostgresCluster.shared))
    let memory = try World()
    for seed in part * Self.seeds..<(part + 1) * Self.seeds {
      // When
      let (inDatabase, inMemory) = (await database.play(seed: seed), await memory.play(seed: seed))
      // Then
      #expect(inDatabase.verdict == .kept, "seed \(seed)")
      #expect(inDatabase == inMemory, "seed \(seed)")
    }
  }
}

/// A factory of servers' stores in PostgreSQL, each in tables of its own, and of devices' stores in memory.
private struct PostgresStoreFactory: StoreFactory {
  let cluster: PostgresCluster

  func device() async throws(StoreError) -> DeviceStorage { try await InMemoryStoreFactory().device() }

  func server() async throws(StoreError) -> any ServerStore {
    do {
      let settings = PostgresSettings(address: try await cluster.makeSchema(), maximumConnections: 2)
      return try Plan((any ServerStore).self, modules: [PostgresModule(), Settings(settings: settings)]).build().root
    } catch {
      throw .failed(path: cluster.folder, detail: "\(error)")
    }
  }

  private struct Settings: Module {
    let settings: PostgresSettings

    func configure(_ binder: inout Binder) {
      binder.bind(PostgresSettings.self, to: settings)
      binder.bind((any Randomness).self, to: SeededRandomness())
    }
  }
}
