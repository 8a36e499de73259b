#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A file, read whole.
struct ContextFile {
  /// Why a file is not read.
  enum Failure: Error {
    case missing
    case refusedBySystem(String)
    case special
    case tooLarge
  }

  /// Which file it is, whatever it is called.
  struct Identity: Hashable {
    let device: UInt64
    let number: UInt64
  }

  let bytes: [UInt8]
  let identity: Identity

  /// Reads a file. What is no file, and what is too large, is not read at all.
  init(path: String) throws(Failure) {
    // Opening a pipe without O_NONBLOCK would wait for somebody to write to it.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw errno == ENOENT ? .missing : .system(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .special }
    guard status.st_size <= Limits.maximumBytes else { throw .tooLarge }
    identity = Identity(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
    bytes = try Self.read(descriptor, expecting: Int(status.st_size))
  }

  /// Reads to the end, which may be further than the size says: some systems give no size.
  private static func read(_ descriptor: Int32, expecting size: Int) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = size + 1
    while true {
      var code: Int32 = 0
      // The pointer is valid for the call, and `read` writes no more than it was told.
      let part = [UInt8](unsafeUninitializedCapacity: chunk) { buffer, count in
        let result = buffer.baseAddress.map { systemRead(descriptor, $0, chunk) } ?? 0
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
    .refusedBySystem(strerror(code).map { String(cString: $0) } ?? "error \(code)")
  }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}
