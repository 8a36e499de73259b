import Foundation

/// A lock on a file or folder, which lasts until this object is released or the process ends.
///
/// `flock`, not `fcntl`: closing any other descriptor of the file would release a lock of the latter.
package final class FileLock: Sendable {
  private let descriptor: Int32

  /// The short text in the file, for notes of the lock's owners to later ones.
  package var text: String {
    get {
      var bytes = [UInt8](repeating: 0, count: 512)
      let count = pread(descriptor, &bytes, bytes.count, 0)
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
    set {
      let bytes = Array(newValue.utf8)
      guard ftruncate(descriptor, 0) == 0 else { return }
      _ = pwrite(descriptor, bytes, bytes.count, 0)
    }
  }

  /// Takes a lock without waiting, on a file that is created when missing and never removed.
  ///
  /// - Throws: `EWOULDBLOCK` when another process, or another object, has the lock.
  package convenience init(path: String, isShared: Bool) throws(SystemError) {
    try self.init(open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600), isShared: isShared)
  }

  /// Takes an exclusive lock on a folder that exists, without waiting.
  ///
  /// - Throws: `EWOULDBLOCK` when another process, or another object, has the lock, and `ENOENT` when the folder is gone.
  package convenience init(folder: String) throws(SystemError) {
    try self.init(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW), isShared: false)
    // It may have been removed before the lock was taken.
    var opened = stat()
    guard fstat(descriptor, &opened) == 0, let named = stat(of: folder, followsLinks: false),
      named.st_ino == opened.st_ino, named.st_dev == opened.st_dev
    else { throw SystemError(code: ENOENT) }
  }

  private init(_ opened: Int32, isShared: Bool) throws(SystemError) {
    guard opened >= 0 else { throw .current }
    guard flock(opened, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 else {
      let error = SystemError.current
      close(opened)
      throw error
    }
    descriptor = opened
  }

  /// Returns whether any process has a lock on a file. Does not create the file.
  package static func isHeld(path: String) -> Bool {
    let opened = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard opened >= 0 else { return false }
    defer { close(opened) }
    guard flock(opened, LOCK_EX | LOCK_NB) != 0 else {
      flock(opened, LOCK_UN)
      return false
    }
    return errno == EWOULDBLOCK
  }

  /// Replaces the shared lock by the only one, without waiting.
  ///
  /// - Throws: `EWOULDBLOCK` when another process, or another object, has the lock.
  package func makeExclusive() throws(SystemError) {
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let error = SystemError.current
      // The system has released the shared lock before.
      makeShared()
      throw error
    }
  }

  /// Replaces the only lock by a shared one. In between, another process may take the lock.
  package func makeShared() { flock(descriptor, LOCK_SH | LOCK_NB) }

  deinit {
    // Closing alone is not enough: a child process that was just started may still have the descriptor.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
