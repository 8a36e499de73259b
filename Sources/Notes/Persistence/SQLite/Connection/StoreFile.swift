import Foundation
import NotesDisk
import NotesDomain
import Synchronization

/// The file of a store, before SQLite opens it.
///
/// SQLite would create a missing file with whatever permissions the umask leaves.
struct StoreFile {
  /// Serializes the creation of files. Closing any descriptor of a file releases the locks that this process has on it
  /// (POSIX), SQLite's included, so that an existing file is never opened here.
  private static let creation = Mutex(())

  let path: String

  init(path: String) { self.path = path }

  /// The file of a store at a path, which SQLite would read as a URI if it begins with `file:`.
  init(store path: String) { self.path = path.begins(with: "file:") ? "./" + path : path }

  /// Creates the file, empty and readable by its owner only, unless it exists.
  func createIfMissing() throws {
    try Self.creation.withLock { _ in
      if let status = stat(of: path) {
        guard status.kind == S_IFREG else { throw StoreError.notAStore(path: path) }
        return
      }
      guard errno == ENOENT else { throw SystemError.current }
      let folder = path.parentPath
      if !folder.isEmpty { try PrivateFiles.makeFolder(folder) }
      let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else {
        if errno == EEXIST { return }
        throw SystemError.current
      }
      // Restores the owner's rights, if the umask removed any.
      _ = fchmod(descriptor, 0o600)
      close(descriptor)
    }
  }

  /// The identity of the file, which stays the same when it is renamed; `nil` when it is missing.
  var identity: Identity? {
    stat(of: path).map { Identity(device: UInt64($0.st_dev), number: UInt64($0.st_ino)) }
  }

  /// Returns whether the name leads to another file by now, or to none. A file system that does not answer tells neither.
  func isReplaced(since identity: Identity) -> Bool {
    if let present = self.identity { return present != identity }
    return errno == ENOENT
  }

  struct Identity: Sendable, Hashable {
    let device: UInt64
    let number: UInt64
  }

  /// Whether this process may read the file.
  var isReadable: Bool { faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0 }

  /// Whether this process may write the file.
  var isWritable: Bool { faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 }

  /// Whether the write-ahead log may contain transactions that the file lacks.
  var hasLog: Bool { log != nil }

  /// Whether the file changed after a log that is not empty was written. A program that stops leaves its log newer than the
  /// file, unless it stopped while it copied the log: the file may be another one, moved or copied to the place of the one
  /// for which the log was written. The file's time is that of its status, which renaming changes too and no program can set;
  /// the log's is that of its content, since SQLite changes the owner of a log that it opens as root.
  var isNewerThanLog: Bool {
    guard let log, let file = stat(of: path) else { return false }
    return log.contentChange < file.statusChange
  }

  /// The log; `nil` when it is missing or empty.
  private var log: stat? { stat(of: path + "-wal").flatMap { $0.st_size > 0 ? $0 : nil } }
}

extension stat {
  /// The time of the last change of content, since 1970.
  var contentChange: (seconds: Int, nanoseconds: Int) {
    #if canImport(Darwin)
      (st_mtimespec.tv_sec, st_mtimespec.tv_nsec)
    #else
      (st_mtim.tv_sec, st_mtim.tv_nsec)
    #endif
  }

  /// The time of the last change of content, permissions or name.
  fileprivate var statusChange: (seconds: Int, nanoseconds: Int) {
    #if canImport(Darwin)
      (st_ctimespec.tv_sec, st_ctimespec.tv_nsec)
    #else
      (st_ctim.tv_sec, st_ctim.tv_nsec)
    #endif
  }
}
