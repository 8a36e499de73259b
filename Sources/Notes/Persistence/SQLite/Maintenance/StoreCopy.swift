import Foundation
import GRDB
import NotesDisk
import NotesDomain

/// A copy of a store under a temporary name, until it is complete.
///
/// The name begins with a prefix of its own, and the copy is locked: a copy without a lock is what a killed process left, as
/// large as a store, and the next copy in its folder removes it.
struct StoreCopy {
  let path: String
  private let lock: FileLock

  private static let prefix = ".notesctl-copy-"
  private static let suffix = ".sqlite"
  /// The endings of the logs that SQLite applies to the file beside them.
  static let logEndings = ["-wal", "-journal"]

  /// Creates an empty file for a copy, readable by its owner only, in the folder of its final name.
  init(beside name: String) throws {
    let folder = name.folderPath
    Self.removeLeftovers(in: folder)
    (path, lock) = try SystemError.translated({ MaintenanceError.failed(path: name, reason: $0.reason) }) {
      let (path, descriptor) = try PrivateFiles.makeFile(beginning: "\(folder)/\(Self.prefix)", ending: Self.suffix)
      close(descriptor)
      return (path, try FileLock(path: path, isShared: false))
    }
  }

  /// Removes the copies that killed processes left in a folder.
  private static func removeLeftovers(in folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where name.begins(with: prefix) && name.ends(with: suffix) {
      let path = "\(folder)/\(name)"
      guard let lock = try? FileLock(path: path, isShared: false) else { continue }
      withExtendedLifetime(lock) { remove(path) }
    }
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
      // Not through SQLite, which would migrate the user's file, or write beside it. Into the locked file.
      try Self.copy(file, to: path)
      if FileManager.default.fileExists(atPath: file + "-wal") {
        try FileManager.default.copyItem(atPath: file + "-wal", toPath: path + "-wal")
      }
    } catch {
      remove()
      throw MaintenanceError.failed(
        path: source, reason: (error as NSError).localizedFailureReason ?? "It cannot be copied")
    }
  }

  /// Writes the bytes of a file over an empty one.
  private static func copy(_ source: String, to path: String) throws {
    guard let reader = FileHandle(forReadingAtPath: source), let writer = FileHandle(forWritingAtPath: path) else {
      throw SystemError.current
    }
    defer {
      try? reader.close()
      try? writer.close()
    }
    while let piece = try reader.read(upToCount: 1 << 20), !piece.isEmpty { try writer.write(contentsOf: piece) }
  }

  /// Checks the integrity and the foreign keys of the copy, and makes it durable. Errors name the original.
  func check(against original: String) throws {
    try StoreError.translated(at: original) {
      var configuration = Configuration()
      configuration.readonly = true
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      defer { try? queue.close() }
      try queue.read { database in
        // Newer versions of SQLite check the indexes of words, too.
        database.addSearch()
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
  func remove() { Self.remove(path) }

  private static func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
  }
}

/// A store that a restored backup replaces. It is kept under another name, in case the backup is the wrong one.
struct ReplacedStore {
  let path: String

  /// Gives the store a second name and returns it; `nil` without a store. Its own name stays until the backup takes it, so
  /// that a store exists at all times.
  func setAside() throws -> String? {
    guard access(path, F_OK) == 0 else { return nil }
    // A store that cannot be opened keeps its log under the second name.
    mergeLog()
    let name = try secondName()
    // SQLite would apply the log to the restored store.
    if rename(path + "-wal", name + "-wal") != 0, errno != ENOENT {
      throw MaintenanceError.failed(path: path + "-wal", reason: SystemError.current.reason)
    }
    unlink(path + "-shm")
    return name
  }

  /// Removes the logs of SQLite beside the file, which would be applied to the one that takes its name. They are merged into the
  /// file before, so that it is whole if this is as far as the program gets. Other files of their names stay.
  func removeLog() throws {
    mergeLog()
    for name in StoreCopy.logEndings.map({ path + $0 }) where Self.isLog(name) && unlink(name) != 0 {
      throw MaintenanceError.failed(path: name, reason: SystemError.current.reason)
    }
  }

  /// Returns whether a file begins as a write-ahead log or a rollback journal does (<https://www.sqlite.org/fileformat.html>).
  private static func isLog(_ path: String) -> Bool {
    let beginning = (try? FileHandle(forReadingAtPath: path)?.read(upToCount: 8)).flatMap { $0 } ?? Data()
    let writeAheadLogs: [[UInt8]] = [[0x37, 0x7F, 0x06, 0x82], [0x37, 0x7F, 0x06, 0x83]]
    let journal: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    return beginning.elementsEqual(journal) || writeAheadLogs.contains { beginning.starts(with: $0) }
  }

  /// Merges the log into the file. Not through StoreConnection, which would migrate the file, and not if the file looks empty,
  /// whose log SQLite would delete.
  private func mergeLog() {
    guard isSQLite, let queue = try? DatabaseQueue(path: path) else { return }
    try? queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    try? queue.close()
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
