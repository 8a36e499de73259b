import Foundation

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
    case system(PrivateFiles.Failure)
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
      let failure = PrivateFiles.Failure.current
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
