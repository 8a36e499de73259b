import Core
import Foundation
import GRDB

/// The file with the notes of this device, in SQLite.
package final class NotesDatabase: Sendable {
  /// GRDB runs what is written on a queue of its own, so that no actor waits for the disk.
  let queue: DatabaseQueue

  /// Opens the file, which is created if necessary, and brings its tables up to date.
  ///
  /// - Throws: ``StoreError``.
  package init(file: NotesFile) throws(StoreError) {
    do {
      var configuration = Configuration()
      // Another program may be writing.
      configuration.busyMode = .timeout(5)
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
      try FileManager.default.createDirectory(
        at: file.url.deletingLastPathComponent(), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      if !FileManager.default.fileExists(atPath: file.url.path) {
        _ = FileManager.default.createFile(atPath: file.url.path, contents: nil, attributes: [.posixPermissions: 0o600])
      }
      queue = try DatabaseQueue(path: file.url.path, configuration: configuration)
      let migrator = Self.migrator
      let isNewer = try queue.read { try migrator.hasBeenSuperseded($0) }
      guard !isNewer else { throw StoreError(reason: "a newer version of the program wrote the file") }
      do { try migrator.migrate(queue) } catch {
        // Another program may have created the tables at the same moment.
        try migrator.migrate(queue)
      }
    } catch {
      throw StoreError(error)
    }
  }

  /// The steps from an empty file to the present tables. A step that was released never changes; a new column is a new step.
  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: notes") { database in
      try database.execute(
        sql: """
          CREATE TABLE note (
            id TEXT PRIMARY KEY NOT NULL,
            content TEXT NOT NULL,
            modified REAL NOT NULL,
            baseContent TEXT,
            baseNumber INTEGER,
            sent TEXT
          ) STRICT;
          CREATE TABLE position (cursor INTEGER NOT NULL, account TEXT) STRICT;
          INSERT INTO position VALUES (0, NULL);
          """)
    }
    return migrator
  }

  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    do { return try await queue.read(body) } catch { throw StoreError(error) }
  }

  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    do { return try await queue.write(body) } catch { throw StoreError(error) }
  }
}

/// The place of the notes of this device.
package struct NotesFile: Sendable {
  package let url: URL

  package init(url: URL) {
    self.url = url
  }
}

extension StoreError {
  /// Says a failure of the database or of the file system in its words.
  init(_ error: any Error) {
    self =
      switch error {
      case let error as StoreError: error
      case let error as DatabaseError: StoreError(reason: error.message ?? "\(error.resultCode)")
      default: StoreError(reason: error.localizedDescription)
      }
  }
}
