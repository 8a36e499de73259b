#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An open file, pipe or terminal. It stays open until ``close()`` is called.
struct FileDescriptor: Sendable {
  static let standardInput = FileDescriptor(number: STDIN_FILENO)
  static let standardOutput = FileDescriptor(number: STDOUT_FILENO)
  static let standardError = FileDescriptor(number: STDERR_FILENO)

  /// The signals by which the system ends a process for a write that cannot succeed: one to a pipe without a reader, and one
  /// beyond the limit of the size of files.
  static let signalsOfWrites = [SIGPIPE, SIGXFSZ]

  /// Turns these signals into errors of the writes, so that the process can say so, and keep what it was given.
  static func ignoreSignalsOfWrites() {
    for number in signalsOfWrites { signal(number, SIG_IGN) }
  }

  /// The number by which the system knows the file.
  let number: Int32

  /// Writes all bytes.
  ///
  /// - Throws: ``ConsoleError/closedPipe`` or ``ConsoleError/notWritten(reason:)``.
  func write(_ bytes: [UInt8]) throws(ConsoleError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { writeOnce(number, $0) }
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else if errno == EPIPE {
        throw .closedPipe
      } else if errno != EINTR {
        throw .notWritten(reason: String(cString: strerror(errno)))
      }
    }
  }

  /// Reads the next bytes, at most `count`. At the end of the file there are none.
  ///
  /// - Throws: ``ConsoleError/notRead(reason:)``.
  func read(upTo count: Int) throws(ConsoleError) -> [UInt8] {
    while true {
      var failure: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
        let found = readOnce(number, buffer)
        failure = found < 0 ? errno : 0
        initialized = max(0, found)
      }
      if failure == 0 { return bytes }
      if failure != EINTR { throw .notRead(reason: String(cString: strerror(failure))) }
    }
  }
}

extension FileDescriptor {
  /// Reads the file to its end, at most `limit` bytes and one more, so that a longer file can be detected.
  ///
  /// - Throws: ``ConsoleError/notRead(reason:)``.
  func readAll(limit: Int) throws(ConsoleError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let piece = try read(upTo: min(1 << 16, limit + 1 - bytes.count))
      if piece.isEmpty { break }
      bytes += piece
    }
    return bytes
  }

  /// Opens a pipe, and returns its ends; `nil` if that is not possible.
  static func pipe() -> (reading: FileDescriptor, writing: FileDescriptor)? {
    var ends: [Int32] = [-1, -1]
    guard openPipe(&ends) == 0 else { return nil }
    return (FileDescriptor(number: ends[0]), FileDescriptor(number: ends[1]))
  }

  /// Closes the file. The system may give the number to the next one that is opened.
  func close() { closeOnce(number) }
}

// The system's functions, whose names the methods shadow. Safe: each pointer is used during the call only, and its size is
// passed with it.

private func writeOnce(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

private func readOnce(_ descriptor: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}

private func openPipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }

private func closeOnce(_ descriptor: Int32) { close(descriptor) }
