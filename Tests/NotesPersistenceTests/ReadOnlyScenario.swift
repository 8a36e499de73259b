import Foundation
import NotesDomain
import NotesTestSupport

@testable import NotesPersistence

/// An unprivileged process that opens a store in a read-only folder.
struct ReadOnlyScenario {
  let source: String
  let folder: String
  /// The suffixes of the side files to copy.
  let sideFiles: [String]
  /// The permissions of the files.
  var permissions: UInt32 = 0o444

  private var store: String { folder + "/notes.db" }

  /// An unmet expectation.
  struct Failure: Error {
    let message: String
  }

  /// Checks that reading succeeds and writing fails.
  func run() async throws {
    try closeFolder()
    defer { _ = seteuid(getuid()) }  // The leak sanitizer needs the privileges when the process ends.
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
      throw Failure(message: "A sync began")
    } catch let error as StoreError {
      try require(error == .readOnly(path: store), "\(error)")
    }
    do {
      _ = try SQLiteNoteRepository(settings: StoreSettings(path: folder + "/new/notes.db"))
      throw Failure(message: "A store was created in a read-only folder")
    } catch let error as StoreError {
      try require(error == .permissionDenied(path: folder + "/new/notes.db"), "\(error)")
    }
  }

  /// Checks that opening fails.
  func refuse() throws {
    try closeFolder()
    defer { _ = seteuid(getuid()) }  // The leak sanitizer needs the privileges when the process ends.
    do {
      _ = try SQLiteNoteRepository(settings: StoreSettings(path: store))
      throw Failure(message: "The store was opened")
    } catch let error as StoreError {
      try require(error == .readOnly(path: store), "\(error)")
    }
  }

  /// Checks that an inspection finds the note, and nothing wrong with what it reads.
  func inspect() async throws {
    try closeFolder()
    defer { _ = seteuid(getuid()) }  // The leak sanitizer needs the privileges when the process ends.
    let (settings, wallClock) = (
      StoreSettings(path: store), FixedClock(Timestamp(millisecondsSince1970: 4_000_000_000_000))
    )
    let files = StoreFileInspector(
      store: settings, others: InspectedFiles(drafts: folder + "/drafts", credentials: folder + "/credentials"),
      wallClock: wallClock)
    let inspector = SQLiteStoreInspector(settings: settings, schema: NoteSchema(), files: files, wallClock: wallClock)
    let inspection = await inspector.inspect(isDeep: true)
    try require(inspection.contents == StoreContents(notes: 1), "\(inspection)")
    let areOfFiles = inspection.findings.allSatisfy { finding in
      switch finding {
      case .wrongOwner, .exposed, .lowSpace, .noSpaceForCopy: true
      default: false
      }
    }
    try require(areOfFiles, "\(inspection.findings)")
  }

  /// Copies the store to a read-only folder, and drops the privileges to ignore that.
  private func closeFolder() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for ending in [""] + sideFiles {
      try FileManager.default.copyItem(atPath: source + ending, toPath: store + ending)
      chmod(store + ending, mode_t(permissions))
    }
    chmod(folder, 0o555)
    // The unprivileged user must be able to search the folders above.
    var above = (folder as NSString).deletingLastPathComponent
    while above != "/", above != FileManager.default.temporaryDirectory.path {
      chmod(above, 0o755)
      above = (above as NSString).deletingLastPathComponent
    }
    if geteuid() == 0 { try require(seteuid(65_534) == 0, "The process kept its privileges") }
  }

  private func require(_ condition: Bool, _ message: String) throws {
    guard condition else { throw Failure(message: message) }
  }
}
