import Foundation
import GRDB
import NotesDomain

/// A copy of a store under a temporary name, until it is complete.
struct StoreCopy {
  let path: String

  /// Creates an empty file for a copy, readable by its owner only, in the folder of its final name.
  init(beside name: String) throws {
    let (path, descriptor) = try SystemError.translated({ MaintenanceError.failed(path: name, reason: $0.reason) }) {
      try PrivateFiles.makeFile(beginning: name.folderPath + "/.notesctl-", ending: ".sqlite")
    }
    close(descriptor)
    self.path = path
  }

  /// Copies a file byte by byte, with the write-ahead log beside it, to the folder of its final name.
  init(of source: String, beside name: String) throws {
    guard stat(of: source)?.kind == S_IFREG else { throw StoreError.notAStore(path: source) }
    // FileManager would copy a link as another link to the backup, and the store would be the backup itself.
    guard let resolved = realpath(source, nil) else { throw StoreError.notAStore(path: source) }
    defer { free(resolved) }
    let file = String(cString: resolved)
    try self.init(beside: name)
    do {
      // Not through SQLite, which would migrate the user's file, or write beside it.
      unlink(path)
      try FileManager.default.copyItem(atPath: file, toPath: path)
      chmod(path, 0o600)
      if FileManager.default.fileExists(atPath: file + "-wal") {
        try FileManager.default.copyItem(atPath: file + "-wal", toPath: path + "-wal")
      }
    } catch {
      remove()
      throw MaintenanceError.failed(
        path: source, reason: (error as NSError).localizedFailureReason ?? "It cannot be copied")
    }
  }

  /// Checks the integrity and the foreign keys of the copy, and makes it durable. Errors name the original.
  func check(against original: String) throws {
    try StoreError.translated(at: original) {
      var configuration = Configuration()
      configuration.readonly = true
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      defer { try? queue.close() }
      try queue.read { database in
        let results = try String.fetchAll(database, sql: "PRAGMA integrity_check(1)")
        guard results == ["ok"] else {
          throw StoreError.corrupt(path: original, detail: results.first ?? "It cannot be checked")
        }
        try database.checkForeignKeys()
      }
    }
    try translated { try PrivateFiles.sync(path) }
  }

  /// Moves the copy to its final path, unless that is taken.
  func publish(as name: String) throws {
    if link(path, name) != 0 {
      let error = SystemError.current
      if error.code == EEXIST { throw MaintenanceError.exists(path: name) }
      // Some file systems, such as FAT, have no hard links.
      guard [EPERM, ENOTSUP, EOPNOTSUPP].contains(error.code), access(name, F_OK) != 0, rename(path, name) == 0 else {
        throw MaintenanceError.failed(path: name, reason: error.reason)
      }
    }
    try translated { try PrivateFiles.sync(name.folderPath) }
  }

  /// Replaces another file by the copy.
  func replace(_ name: String) throws {
    try translated {
      guard rename(path, name) == 0 else { throw SystemError.current }
      try PrivateFiles.sync(name.folderPath)
    }
  }

  private func translated(_ body: () throws -> Void) throws {
    try SystemError.translated({ MaintenanceError.failed(path: path, reason: $0.reason) }, body)
  }

  /// Removes the temporary name and SQLite's side files.
  func remove() { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) } }
}

/// A store that a restored backup replaces. It is kept under another name, in case the backup is the wrong one.
struct ReplacedStore {
  let path: String

  /// Gives the store a second name and returns it; `nil` without a store. Its own name stays until the backup takes it, so
  /// that a store exists at all times.
  func setAside() throws -> String? {
    guard access(path, F_OK) == 0 else { return nil }
    // Merges the log into the file. Not through StoreConnection, which would migrate the file. A store that cannot be opened
    // keeps its log under the second name; SQLite would delete the log of a file that looks empty.
    if isSQLite, let queue = try? DatabaseQueue(path: path) {
      try? queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
      try? queue.close()
    }
    let name = try secondName()
    // SQLite would apply the log to the restored store.
    if rename(path + "-wal", name + "-wal") != 0, errno != ENOENT {
      throw MaintenanceError.failed(path: path + "-wal", reason: SystemError.current.reason)
    }
    unlink(path + "-shm")
    return name
  }

  private var isSQLite: Bool {
    let beginning = try? FileHandle(forReadingAtPath: path)?.read(upToCount: 512)
    return beginning?.count == 512 && beginning?.starts(with: "SQLite format 3\u{0}".utf8) == true
  }

  private func secondName() throws -> String {
    for number in 1...10_000 {
      let name = "\(path).replaced-\(number)"
      if link(path, name) == 0 { return name }
      if errno != EEXIST { throw MaintenanceError.failed(path: name, reason: SystemError.current.reason) }
    }
    throw MaintenanceError.exists(path: "\(path).replaced-10000")
  }
}
