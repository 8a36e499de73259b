import Foundation
import GRDB
import NotesDomain

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
      throw .failed(path: path + "-wal", reason: PrivateFiles.Failure.current.reason)
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
      if errno != EEXIST { throw .failed(path: name, reason: PrivateFiles.Failure.current.reason) }
    }
    throw .exists(path: "\(path).replaced-10000")
  }
}
