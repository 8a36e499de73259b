import Foundation
import NotesDisk
import NotesDomain

/// The backups of one SQLite store, of a device or of a server: copies of its file that are whole or missing.
struct StoreBackups {
  /// The endings of the files that SQLite or the program keeps beside a store, and may remove.
  static let reservedEndings = ["-journal", "-wal", "-shm", ".lock", ".reserve"]

  /// The path of the store.
  let store: String

  /// Makes a backup under its final name. The store must not be open in a transaction of this connection.
  ///
  /// - Parameters:
  ///   - replacing: Whether it may replace a file of that name.
  ///   - copyStore: Copies the store to the path that it is passed.
  ///   - verify: Reads the complete copy back. It was checked for integrity before.
  func create<Value>(
    at path: String, replacing: Bool = false, copyStore: (String) throws -> Void, verify: (String) throws -> Value
  ) throws -> Value {
    try checkName(path, replacing: replacing)
    // The file may be another store that is in use, or a backup that was opened as one.
    let lock = replacing ? try StoreLock(store: path).acquireExclusiveIfPresent() : nil
    defer { withExtendedLifetime(lock) {} }
    let copy = try StoreCopy(beside: path)
    defer { copy.remove() }
    try copyStore(copy.path)
    try copy.check(against: store)
    let value = try verify(copy.path)
    if replacing { try ReplacedStore(path: path).removeLog() }
    try checkNoLog(beside: path)
    if replacing { try copy.replace(path) } else { try copy.publish(as: path) }
    return value
  }

  /// Replaces the store with a backup, under the exclusive lock of the store.
  ///
  /// The store has its name at all times: it gets a second one, and then the prepared copy takes the first.
  ///
  /// - Parameter prepare: Migrates and checks the copy whose path it is passed, and merges its log into the file.
  /// - Returns: The second name of the store; `nil` when there was none.
  func restore<Value>(from path: String, prepare: (String) throws -> Value) throws -> (value: Value, replaced: String?)
  {
    guard Self.exists(path) else { throw MaintenanceError.missing(path: path) }
    guard !isStore(path) else { throw MaintenanceError.sameFile(path: path) }
    let folder = store.folderPath
    try SystemError.translated({ MaintenanceError.failed(path: folder, reason: $0.reason) }) {
      try PrivateFiles.makeFolder(folder)
    }
    let lock = try StoreLock(store: store).acquireExclusive()
    defer { withExtendedLifetime(lock) {} }
    let copy = try StoreCopy(of: path, beside: store)
    defer { copy.remove() }
    // SQLite would take an empty file, such as an interrupted copy, for a new store.
    guard Self.bytes(of: copy.path) > 0 else { throw StoreError.notAStore(path: path) }
    let value: Value
    do { value = try prepare(copy.path) } catch { throw StoreError(error, at: path).withPath(path) }
    try copy.check(against: path)
    let replaced = try ReplacedStore(path: store).setAside()
    PrivateFiles.give(copy.path, toOwnerOf: store)
    try copy.replace(store)
    return (value, replaced)
  }

  /// Runs a closure and translates its errors, those of the store at a path among them.
  static func translated<Value>(at path: String, _ body: () throws -> Value) throws(MaintenanceError) -> Value {
    do {
      return try body()
    } catch let error as MaintenanceError {
      throw error
    } catch {
      throw .store(StoreError(error, at: path))
    }
  }

  /// Returns whether a file or a link is at a path, or may be, in a folder that may not be searched.
  static func exists(_ path: String) -> Bool { stat(of: path, followsLinks: false) != nil || errno == EACCES }

  /// Returns the size of a file in bytes; 0 when it is missing.
  static func bytes(of path: String) -> Int { Int(stat(of: path)?.st_size ?? 0) }

  /// Refuses the name of an existing file, unless it may be replaced, and that of a file of the store.
  private func checkName(_ path: String, replacing: Bool) throws {
    if let found = stat(of: path, followsLinks: false) {
      guard replacing else { throw MaintenanceError.exists(path: path) }
      guard !isStore(path) else { throw MaintenanceError.sameFile(path: path) }
      // A user with write access to a folder can replace anything in it: root even /dev/null.
      guard found.kind == S_IFREG || found.kind == S_IFLNK else {
        throw MaintenanceError.failed(path: path, reason: "It is not a file")
      }
    }
    guard !isReserved(path) else {
      throw MaintenanceError.failed(path: path, reason: "The store itself uses files of this name")
    }
  }

  /// Refuses a name beside which the log of another file is left: SQLite would apply it to the backup.
  private func checkNoLog(beside path: String) throws {
    for log in StoreCopy.logEndings.map({ path + $0 }) where Self.bytes(of: log) > 0 {
      throw MaintenanceError.failed(
        path: path, reason: "\(log) would be taken for a part of the backup. Choose another name")
    }
  }

  /// Returns whether a path is that of a file which SQLite or the program keeps beside the store, and may remove.
  private func isReserved(_ path: String) -> Bool {
    let folders = [path, store].map { StoreFile(path: $0.folderPath).identity }
    let names = Self.reservedEndings.map { URL(filePath: store + $0).lastPathComponent }
    return folders[0] == folders[1] && names.contains(URL(filePath: path).lastPathComponent)
  }

  private func isStore(_ path: String) -> Bool {
    guard let identity = StoreFile(path: path).identity else { return false }
    return identity == StoreFile(path: store).identity
  }
}
