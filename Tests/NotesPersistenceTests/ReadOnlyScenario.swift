import Foundation
import NotesDomain
import NotesTestSupport

@testable import NotesPersistence

/// A process without the right to write, in which a store is opened.
struct ReadOnlyScenario {
  let source: String
  let folder: String
  /// The endings of the files beside the store to take along.
  let sideFiles: [String]

  private var store: String { folder + "/notes.db" }

  /// What went wrong.
  struct Failure: Error {
    let message: String
  }

  /// Reads, and fails to write.
  func run() async throws {
    try closeFolder()
    let opened = try SQLiteNoteRepository(settings: StoreSettings(path: store))
    try require(try await opened.note(SequentialNoteIDGenerator.id(1)) == .sample(1), "The note was not read")
    try require(try await opened.search(SearchQuery("text")).hits.count == 1, "The note was not found")
    do {
      try await opened.insert([.sample(2)])
      throw Failure(message: "The store was written to")
    } catch let error as StoreError {
      try require(error == .readOnly(path: store), "\(error)")
    }
    let device = try SQLiteDevice(path: store)
    let versions = try await device.history.versions(of: SequentialNoteIDGenerator.id(1), limit: 9)
    try require(versions.map(\.note) == [.sample(1)], "The history was not read")
    try require(try await device.counts() == SyncCounts(notes: 1, pending: 0), "The counts were not read")
    do {
      try await device.begin()
      throw Failure(message: "A sync was begun")
    } catch let error as StoreError {
      try require(error == .readOnly(path: store), "\(error)")
    }
    do {
      _ = try SQLiteNoteRepository(settings: StoreSettings(path: folder + "/new/notes.db"))
      throw Failure(message: "A store was made in a closed folder")
    } catch let error as StoreError {
      try require(error == .permissionDenied(path: folder + "/new/notes.db"), "\(error)")
    }
  }

  /// Fails to open.
  func refuse() throws {
    try closeFolder()
    do {
      _ = try SQLiteNoteRepository(settings: StoreSettings(path: store))
      throw Failure(message: "The store was opened")
    } catch let error as StoreError {
      try require(error == .readOnly(path: store), "\(error)")
    }
  }

  /// Makes a copy of the store in a folder without the right to write, and gives up the right to ignore that.
  private func closeFolder() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for ending in [""] + sideFiles {
      try FileManager.default.copyItem(atPath: source + ending, toPath: store + ending)
      chmod(store + ending, 0o444)
    }
    chmod(folder, 0o555)
    // Everything above the folder must be passable for the one we become.
    var above = (folder as NSString).deletingLastPathComponent
    while above != "/", above != FileManager.default.temporaryDirectory.path {
      chmod(above, 0o755)
      above = (above as NSString).deletingLastPathComponent
    }
    if geteuid() == 0 { try require(seteuid(65_534) == 0, "The process kept its rights") }
  }

  private func require(_ condition: Bool, _ message: String) throws {
    guard condition else { throw Failure(message: message) }
  }
}
