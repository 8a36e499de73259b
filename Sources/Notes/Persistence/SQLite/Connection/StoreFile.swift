import Foundation
import NotesDomain
import Synchronization

/// The store's file, before SQLite sees it.
///
/// SQLite would create the file itself, but with whatever permissions the umask leaves.
struct StoreFile {
  /// Closing any descriptor of a file drops the locks that this process holds on it (POSIX), SQLite's included. The file
  /// is therefore opened only when it was not there, and by one thread at a time.
  private static let creation = Mutex(())

  let path: String

  /// Creates the file, empty and readable by nobody else, unless there is one.
  func createIfMissing() throws(StoreError) {
    try Self.creation.withLock { _ throws(StoreError) in
      var status = stat()
      if stat(path, &status) == 0 {
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAStore(path: path) }
        return
      }
      guard errno == ENOENT else { throw error(errno) }
      try createFolder()
      let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else {
        if errno == EEXIST { return }
        throw error(errno)
      }
      // The umask can only have taken rights away; give the owner's back.
      _ = fchmod(descriptor, 0o600)
      close(descriptor)
    }
  }

  /// Which file it is, whatever its name; `nil` when there is none.
  var identity: Identity? {
    var status = stat()
    return stat(path, &status) == 0 ? Identity(device: UInt64(status.st_dev), number: UInt64(status.st_ino)) : nil
  }

  /// What tells a file from others that had its name.
  struct Identity: Sendable, Hashable {
    let device: UInt64
    let number: UInt64
  }

  /// Whether the file may be read by this process.
  var isReadable: Bool {
    faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0
  }

  /// Whether the file may be written by this process.
  var isWritable: Bool {
    faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0
  }

  /// Whether notes may lie in the write-ahead log that are not in the file yet.
  var hasLog: Bool {
    var status = stat()
    return stat(path + "-wal", &status) == 0 && status.st_size > 0
  }

  private func createFolder() throws(StoreError) {
    var missing: [String] = []
    var folder = path.parentPath
    while !folder.isEmpty, access(folder, F_OK) != 0, errno == ENOENT {
      missing.append(folder)
      folder = folder.parentPath
    }
    for folder in missing.reversed() {
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw error(errno) }
    }
  }

  private func error(_ code: Int32) -> StoreError {
    switch code {
    case EACCES, EPERM: .permissionDenied(path: path)
    case EROFS: .readOnly(path: path)
    case ENOSPC, EDQUOT: .diskFull(path: path)
    default: .cannotCreate(path: path, reason: String(cString: strerror(code)))
    }
  }
}
