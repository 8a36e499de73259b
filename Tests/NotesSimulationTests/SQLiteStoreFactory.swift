import Foundation
import NotesDomain
import NotesHosting
import NotesPersistence
import NotesSimulation
import NotesTestSupport
import Synchronization
import Wiring

/// A factory of SQLite stores, wired by the modules of the program and its server.
///
/// The files are in memory where the system has a folder for that, since the disk is not under test.
final class SQLiteStoreFactory: StoreFactory {
  private let folder: String
  private let count = Mutex(0)

  init() throws {
    let memory = "/dev/shm"
    let base = FileManager.default.isWritableFile(atPath: memory) ? memory : NSTemporaryDirectory()
    folder = base + "/notes-simulation-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  func device() async throws(StoreError) -> DeviceStorage {
    try await device(in: nextFolder())
  }

  func server() async throws(StoreError) -> any ServerStore {
    let settings = ServerStoreSettings(path: nextFolder() + "/vaults.sqlite")
    return try await Self.storeErrors {
      try Plan(
        (any ServerStore).self,
        modules: [
          ServerPersistenceModule(),
          Settings { binder in
            binder.bind(ServerStoreSettings.self, to: settings)
            binder.bind((any Randomness).self, to: SeededRandomness())
          },
        ]
      )
      .build().root
    }
  }

  private func device(in folder: String) async throws(StoreError) -> DeviceStorage {
    let settings = StoreSettings(path: folder + "/notes.sqlite")
    let ports = try await Self.storeErrors {
      let parts = Settings { binder in
        binder.bind(StoreSettings.self, to: settings)
        binder.bind(InspectedFiles.self, to: InspectedFiles())
        binder.bind(Ports.init(notes:sync:history:conflicts:blobs:))
      }
      return try Plan(Ports.self, modules: [PersistenceModule(), parts]).build().root
    }
    return DeviceStorage(
      notes: ports.notes, sync: ports.sync, history: ports.history, conflicts: ports.conflicts, blobs: ports.blobs
    ) {
      () async throws(StoreError) in
      try await self.copy(folder)
    }
  }

  /// Copies the files of a store as a user would, including the write-ahead log, without concurrent writes.
  private func copy(_ folder: String) async throws(StoreError) -> DeviceStorage {
    let target = nextFolder()
    try await Self.storeErrors {
      for name in ["notes.sqlite", "notes.sqlite-wal"] where FileManager.default.fileExists(atPath: folder + "/" + name)
      {
        try FileManager.default.copyItem(atPath: folder + "/" + name, toPath: target + "/" + name)
      }
    }
    return try await device(in: target)
  }

  private func nextFolder() -> String {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let path = folder + "/\(number)"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  /// Converts every error to one of the store.
  private static func storeErrors<Value>(_ body: () async throws -> Value) async throws(StoreError) -> Value {
    do {
      return try await body()
    } catch let error as StoreError {
      throw error
    } catch {
      throw .failed(path: "/", detail: "\(error)")
    }
  }

  /// The ports of a device's store.
  private struct Ports: Sendable {
    let notes: any NoteRepository
    let sync: any SyncStore
    let history: any NoteHistory
    let conflicts: any ConflictStore
    let blobs: any BlobStore
  }

  private struct Settings: Module {
    let declare: @Sendable (Binder) -> Void

    func configure(_ binder: inout Binder) {
      declare(binder)
    }
  }
}
