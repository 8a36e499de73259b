import Foundation
import Synchronization
import Wiring

// The adapters: each implements a port of the core, knows no other adapter, and has a module that binds it.

/// The folder with the notes of this device.
struct NotesFolder: Sendable {
  let url: URL
}

/// The notes in one JSON file.
final class JSONNoteRepository: NoteRepository {
  private let file: JSONFile<[Note]>

  init(folder: NotesFolder) {
    file = JSONFile(folder.url.appending(path: "notes.json"))
  }

  func all() throws -> [Note] { try file.read() ?? [] }

  func save(_ note: Note) throws { try file.write([note].merged(with: all())) }
}

/// A server that is a file, such as one on a disk that devices share: a stand-in for the network.
final class FileNoteServer: NoteServer {
  private let file: JSONFile<[Note]>

  init(folder: NotesFolder) {
    file = JSONFile(folder.url.deletingLastPathComponent().appending(path: "server.json"))
  }

  func exchange(_ notes: [Note]) async throws -> [Note] {
    let merged = try notes.merged(with: file.read() ?? [])
    try file.write(merged)
    return merged
  }
}

struct SystemClock: WallClock {
  func now() -> Date { Date() }
}

/// A value in a JSON file that is replaced as a whole.
private struct JSONFile<Value: Codable & Sendable>: Sendable {
  private let url: URL

  init(_ url: URL) {
    self.url = url
  }

  /// Returns the value; `nil` without a file.
  func read() throws -> Value? {
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    return try JSONDecoder().decode(Value.self, from: Data(contentsOf: url))
  }

  func write(_ value: Value) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try JSONEncoder().encode(value).write(to: url, options: .atomic)
  }
}

struct StorageModule: Module {
  func configure(_ binder: inout Binder) {
    binder.requires(NotesFolder.self)
    binder.bind((any NoteRepository).self, JSONNoteRepository.init).scoped(.singleton).external("the disk")
    binder.bind((any WallClock).self, SystemClock.init)
  }
}

struct NetworkModule: Module {
  func configure(_ binder: inout Binder) {
    binder.requires(NotesFolder.self)
    binder.bind((any NoteServer).self, FileNoteServer.init).scoped(.singleton).external("the network")
  }
}
