import Foundation
import NotesDomain
import NotesHosting

@testable import NotesPersistence

/// An unprivileged process that opens a server's store in a read-only folder.
struct ReadOnlyServerScenario {
  let source: String
  let folder: String

  private var store: String { folder + "/server.sqlite" }

  /// An unmet expectation.
  struct Failure: Error {
    let message: String
  }

  /// Checks that reading succeeds and writing fails.
  func run() async throws {
    try closeFolder()
    defer { _ = seteuid(getuid()) }  // The leak sanitizer needs the privileges when the process ends.
    let database = try ServerDatabase(settings: ServerStoreSettings(path: store))
    let vaults = SQLiteServerStore(database: database)
    let accounts = SQLiteAccountStore(database: database)
    let items = try await vaults.read(.main) { transaction in try transaction.contents().items }
    try require(items.count == 1, "The vault was not read")
    let digest = [UInt8](repeating: 1, count: 32)
    let found = try await accounts.principal(withDigest: digest)
    try require(found != nil, "The device was not recognized")
    do {
      try await vaults.write(.main) { transaction in
        try transaction.removeTombstones(upTo: .none)
      }
      throw Failure(message: "The vault was written to")
    } catch let error as StoreError {
      try require(error == .readOnly(path: store), "\(error)")
    }
    do {
      try await accounts.recordActivity(of: SignedInDeviceID(bits: 1), at: Timestamp(millisecondsSince1970: 0))
      throw Failure(message: "The accounts were written to")
    } catch let error as StoreError {
      try require(error == .readOnly(path: store), "\(error)")
    }
  }

  /// Copies the store to a read-only folder, and drops the privileges to ignore that.
  private func closeFolder() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: source, toPath: store)
    chmod(store, 0o444)
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
