import Foundation
import NotesDomain

/// The lock beside a server's store: shared by servers and commands that use it, exclusive for one that replaces it.
struct ServerStoreLock {
  /// The path of the store's file.
  let store: String

  /// Locks the store for use.
  ///
  /// - Returns: The lock; `nil` on a read-only file system or folder, where the store cannot be replaced either.
  /// - Throws: ``StoreError/locked(path:)`` while the store is being replaced.
  func acquireShared() throws(StoreError) -> FileLock? {
    try StoreFile(path: store).createIfMissing()
    do throws(FileLock.Failure) {
      let lock = try FileLock(path: path, isShared: true)
      matchOwner()
      return lock
    } catch {
      switch error {
      case .held: throw .locked(path: store)
      case .system(let error) where [EACCES, EPERM, EROFS].contains(error.code): return nil
      case .system(let error): throw .cannotCreate(path: path, reason: error.reason)
      }
    }
  }

  /// Locks the store for its replacement.
  func acquireExclusive() throws(MaintenanceError) -> FileLock {
    do throws(FileLock.Failure) {
      return try FileLock(path: path, isShared: false)
    } catch {
      switch error {
      case .held: throw .inUse(path: store)
      case .system(let error): throw .failed(path: path, reason: error.reason)
      }
    }
  }

  private var path: String { store + ".lock" }

  /// Gives a lock file that the superuser created to the store's owner, as SQLite does with its own files: the server, which
  /// runs as another user, must be able to open it.
  private func matchOwner() {
    FileOwner(of: store)?.apply(to: path)
  }
}

/// A lock on a file, which lasts until this object is released or the process ends.
///
/// `flock`, not `fcntl`: closing any other descriptor of the file would release a lock of the latter.
final class FileLock: Sendable {
  /// The error of taking a lock.
  enum Failure: Error {
    /// Another process, or another object, has the lock.
    case held
    /// The lock file cannot be created or opened.
    case system(SystemError)
  }

  private let descriptor: Int32

  /// Takes a lock without waiting.
  ///
  /// - Parameters:
  ///   - path: The lock file, which is created when missing and never removed.
  ///   - isShared: Whether other shared locks may exist.
  init(path: String, isShared: Bool) throws(Failure) {
    let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard opened >= 0 else { throw .system(.current) }
    guard flock(opened, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 else {
      let error = SystemError.current
      close(opened)
      throw error.code == EWOULDBLOCK ? .held : .system(error)
    }
    descriptor = opened
  }

  deinit {
    // Closing alone is not enough: a child process that was just started may still have the descriptor.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}

/// The user and group that own a file.
struct FileOwner {
  private let user: uid_t
  private let group: gid_t

  /// Reads the owner of a file; `nil` when it is missing.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (user, group) = (status.st_uid, status.st_gid)
  }

  /// Changes the owner of another file. Only the superuser can, and only the superuser needs to.
  func apply(to path: String) {
    guard geteuid() == 0 else { return }
    _ = lchown(path, user, group)
  }
}
