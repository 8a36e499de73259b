#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// The contents of a file.
struct ContextFile {
  /// The reason why a file cannot be read.
  enum Failure: Error {
    case missing
    /// An error of the system, with its message.
    case system(String)
    case special
    case tooLarge
  }

  /// The identity of a file, which is the same for all paths and links to it.
  struct Identity: Hashable {
    let device: UInt64
    let number: UInt64
  }

  let bytes: [UInt8]
  let identity: Identity

  /// Reads a regular file of at most ``Limits/maximumBytes``.
  init(path: String) throws(Failure) {
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw errno == ENOENT ? .missing : .system(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .special }
    guard status.st_size <= Limits.maximumBytes else { throw .tooLarge }
    identity = Identity(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
    bytes = try Self.contents(of: descriptor, expecting: Int(status.st_size))
  }

  /// Reads to the end, which can be beyond the reported size: some file systems report none.
  private static func contents(of descriptor: Int32, expecting size: Int) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = size + 1
    while true {
      var code: Int32 = 0
      // The pointer is valid for the call, and `read` writes at most `chunk` bytes.
      let part = [UInt8](unsafeUninitializedCapacity: chunk) { buffer, count in
        let result = buffer.baseAddress.map { read(descriptor, $0, chunk) } ?? 0
        count = max(0, result)
        if result < 0 { code = errno }
      }
      if code == EINTR { continue }
      guard code == 0 else { throw .system(code) }
      if part.isEmpty { return bytes }
      if bytes.isEmpty { bytes = part } else { bytes += part }
      guard bytes.count <= Limits.maximumBytes else { throw .tooLarge }
      chunk = max(1, min(chunk, 1 << 16))
    }
  }
}

extension ContextFile.Failure {
  fileprivate static func system(_ code: Int32) -> Self {
    .system(strerror(code).map { String(cString: $0) } ?? "error \(code)")
  }
}
