import Foundation
import GRDB
import NotesDomain

/// A copy of a store under a name that nobody looks at, until it is whole.
struct StoreCopy {
  /// Where it is.
  let path: String

  /// Makes room for a copy: an empty file, readable by its owner only.
  ///
  /// - Parameter name: What the copy will be called; it lies in the same folder until then.
  init(beside name: String) throws(MaintenanceError) {
    do throws(SystemError) {
      let (path, descriptor) = try PrivateFiles.makeFile(beginning: name.folderPath + "/.notesctl-", ending: ".sqlite")
      close(descriptor)
      self.path = path
    } catch {
      throw .failed(path: name, reason: error.reason)
    }
  }

  /// Copies a file, byte by byte, with the log that may lie beside it.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - name: What the copy will be called.
  init(of source: String, beside name: String) throws(MaintenanceError) {
    var status = stat()
    guard stat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .store(.notAStore(path: source))
    }
    try self.init(beside: name)
    do {
      // The file is not ours to open with SQLite, which would bring it up to date, or write beside it.
      unlink(path)
      try FileManager.default.copyItem(atPath: source, toPath: path)
      chmod(path, 0o600)
      if FileManager.default.fileExists(atPath: source + "-wal") {
        try FileManager.default.copyItem(atPath: source + "-wal", toPath: path + "-wal")
      }
    } catch {
      remove()
      throw .failed(path: source, reason: (error as NSError).localizedFailureReason ?? "It cannot be copied")
    }
  }

  /// Reads all of the copy, compares what its tables say of each other, and waits until it is on the disk.
  ///
  /// - Parameter original: What it was copied from, for errors.
  func check(against original: String) throws(MaintenanceError) {
    do throws(StoreError) {
      try StoreError.translated(at: path) {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? queue.close() }
        try queue.read { database in
          let answers = try String.fetchAll(database, sql: "PRAGMA integrity_check(1)")
          guard answers == ["ok"] else {
            throw StoreError.corrupt(path: path, detail: answers.first ?? "It cannot be checked")
          }
          try database.checkForeignKeys()
        }
      }
    } catch {
      throw .store(error.withPath(original))
    }
    try system { () throws(SystemError) in try PrivateFiles.syncFile(path) }
  }

  /// Gives the copy its name, unless something else has it.
  func publish(as name: String) throws(MaintenanceError) {
    if link(path, name) != 0 {
      let failure = SystemError.current
      if failure.code == EEXIST { throw .exists(path: name) }
      // Some file systems, such as those of memory sticks, know one name for each file.
      guard [EPERM, ENOTSUP, EOPNOTSUPP].contains(failure.code), access(name, F_OK) != 0, rename(path, name) == 0 else {
        throw .failed(path: name, reason: failure.reason)
      }
    }
    try system { () throws(SystemError) in try PrivateFiles.syncFolder(name.folderPath) }
  }

  /// Puts the copy in the place of another file.
  func replace(_ name: String) throws(MaintenanceError) {
    try system { () throws(SystemError) in
      guard rename(path, name) == 0 else { throw .current }
      try PrivateFiles.syncFolder(name.folderPath)
    }
  }

  /// Removes the copy under the name that nobody looks at.
  func remove() {
    for ending in ["", "-wal", "-shm", "-journal"] { unlink(path + ending) }
  }

  private func system(_ body: () throws(SystemError) -> Void) throws(MaintenanceError) {
    do throws(SystemError) {
      try body()
    } catch {
      throw .failed(path: path, reason: error.reason)
    }
  }
}

/// A store that another one takes the place of. It is kept, since who restores a backup may have taken the wrong one.
struct ReplacedStore {
  let path: String

  /// Gives the store a second name, under which it stays. Under its own name it stays too, until something takes its place:
  /// at no moment is there none.
  ///
  /// - Returns: The name; `nil` when there is no store.
  func setAside() throws(MaintenanceError) -> String? {
    guard access(path, F_OK) == 0 else { return nil }
    // What lies in the log belongs into the file. A store that cannot be opened keeps its log, under the new name; SQLite
    // would delete the log of a file that seems empty to it. Not opened as our store, which would bring it up to date.
    if isSQLite, let queue = try? DatabaseQueue(path: path) {
      try? queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
      try? queue.close()
    }
    let name = try secondName()
    // The log would otherwise be taken for the other store's.
    if rename(path + "-wal", name + "-wal") != 0, errno != ENOENT {
      throw .failed(path: path + "-wal", reason: SystemError.current.reason)
    }
    unlink(path + "-shm")
    return name
  }

  private var isSQLite: Bool {
    let beginning = try? FileHandle(forReadingAtPath: path)?.read(upToCount: 512)
    return beginning?.count == 512 && beginning?.starts(with: "SQLite format 3\u{0}".utf8) == true
  }

  private func secondName() throws(MaintenanceError) -> String {
    for number in 1...10_000 {
      let name = "\(path).replaced-\(number)"
      if link(path, name) == 0 { return name }
      if errno != EEXIST { throw .failed(path: name, reason: SystemError.current.reason) }
    }
    throw .exists(path: "\(path).replaced-10000")
  }
}
