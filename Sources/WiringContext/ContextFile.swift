import Foundation

/// The contents of a file.
///
/// Read by POSIX calls, since Foundation waits for the writer of a pipe and hides the system's error; see
/// docs/decisions/0044-posix-calls.md.
struct ContextFile {
  /// The reason why a file cannot be read.
  enum Failure: Error {
    case missing
    /// An error of the system, with its message.
    case system(String)
    case special
    case tooLarge
    /// Another user of the machine can change it.
    case foreign
  }

  /// The identity of a file, which is the same for all paths and links to it.
  struct Identity: Hashable {
    let device: UInt64
    let number: UInt64
  }

  /// The contents; `nil` for a known file.
  let bytes: [UInt8]?
  let identity: Identity

  /// Reads a regular file of at most ``Limits/maximumBytes``.
  ///
  /// - Parameters:
  ///   - refusesForeign: Whether a file that another user can change is not read.
  ///   - isKnown: Whether a file is known, and not read again: a text may import it any number of times.
  init(path: String, refusesForeign: Bool, unless isKnown: (Identity) -> Bool) throws(Failure) {
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw errno == ENOENT ? .missing : .system(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .special }
    guard !refusesForeign || Self.isOwn(status) else { throw .foreign }
    guard status.st_size <= Limits.maximumBytes else { throw .tooLarge }
    identity = Identity(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
    bytes = isKnown(identity) ? nil : try Self.contents(of: descriptor, expecting: Int(status.st_size))
  }

  /// Whether only this user and root can change a file. A group may: with the umask of some systems, new files are writable by a
  /// group that has only their owner.
  private static func isOwn(_ status: stat) -> Bool {
    // In a container, owners from outside have one number, Linux's overflow user, and root may be among them.
    let isOutside = status.st_uid == 65_534 && status.st_mode & 0o022 == 0
    return (status.st_uid == geteuid() || status.st_uid == 0 || isOutside) && status.st_mode & 0o002 == 0
  }

  /// Reads to the end, which can be beyond the reported size: some file systems report none.
  private static func contents(of descriptor: Int32, expecting size: Int) throws(Failure) -> [UInt8] {
    var (bytes, chunk): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: max(size + 1, 4096)))
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .system(errno) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= Limits.maximumBytes else { throw .tooLarge }
    }
  }
}

extension ContextFile.Failure {
  fileprivate static func system(_ code: Int32) -> Self {
    .system(strerror(code).map { String(cString: $0) } ?? "error \(code)")
  }
}
