import Foundation
import NotesDomain

/// Who has a server's store open, told by a lock beside it: any number of servers and commands, or one that replaces it.
struct ServerStoreLock {
  /// The path of the store's file.
  let store: String

  /// Says that the store is open.
  ///
  /// - Returns: `nil` where no lock can be made since nothing may be written: then nobody replaces the store either.
  /// - Throws: ``StoreError/locked(path:)`` while the store is replaced.
  func acquireShared() throws(StoreError) -> FileLock? {
    try StoreFile(path: store).createIfMissing()
    do throws(FileLock.Failure) {
      let lock = try FileLock(path: path, isShared: true)
      matchOwner()
      return lock
    } catch {
      switch error {
      case .held: throw .locked(path: store)
      case .system(let failure) where [EACCES, EPERM, EROFS].contains(failure.code): return nil
      case .system(let failure): throw .cannotCreate(path: path, reason: failure.reason)
      }
    }
  }

  /// Keeps everybody else from opening the store.
  func acquireExclusive() throws(MaintenanceError) -> FileLock {
    do throws(FileLock.Failure) {
      return try FileLock(path: path, isShared: false)
    } catch {
      switch error {
      case .held: throw .inUse(path: store)
      case .system(let failure): throw .failed(path: path, reason: failure.reason)
      }
    }
  }

  private var path: String { store + ".lock" }

  /// What the superuser makes belongs to the store's owner, as SQLite does it with its own files: the server, which is
  /// somebody else, must be able to open it.
  private func matchOwner() {
    FileOwner(path: store)?.give(path)
  }
}

/// A lock on a file, shared or not, which lasts as long as this object. The system drops it when the process ends, however it
/// ends.
///
/// `flock`, not `fcntl`: whoever opens and closes the same file elsewhere in the process would drop the latter.
final class FileLock: Sendable {
  /// Why there is no lock.
  enum Failure: Error {
    /// Somebody else has one.
    case held
    /// The lock's file cannot be made or opened.
    case system(SystemError)
  }

  private let descriptor: Int32

  /// Takes a lock, or fails at once.
  ///
  /// - Parameters:
  ///   - path: The lock's file, which is made when missing and stays.
  ///   - isShared: Whether others may share it.
  init(path: String, isShared: Bool) throws(Failure) {
    let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard opened >= 0 else { throw .system(.current) }
    guard flock(opened, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 else {
      let failure = SystemError.current
      close(opened)
      throw failure.code == EWOULDBLOCK ? .held : .system(failure)
    }
    descriptor = opened
  }

  deinit {
    // Said, and not left to closing: a child process that was just begun may have the descriptor for a moment longer.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}

/// Whom a file belongs to.
struct FileOwner {
  private let user: uid_t
  private let group: gid_t

  /// Looks at a file; `nil` when there is none.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (user, group) = (status.st_uid, status.st_gid)
  }

  /// Gives another file to them. Only the superuser can, and nobody else needs to.
  func give(_ path: String) {
    guard geteuid() == 0 else { return }
    _ = lchown(path, user, group)
  }
}
