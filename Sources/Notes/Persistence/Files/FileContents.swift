import Foundation

/// A file, read whole.
struct FileContents {
  /// Why a file was not read.
  enum Failure: Error {
    case system(SystemError)
    case notAFile
    case tooLarge(bytes: Int)

    /// What happened, in words.
    var reason: String {
      switch self {
      case .system(let failure): failure.reason
      case .notAFile: "Not a regular file"
      case .tooLarge(let bytes): "\(bytes) bytes are too many"
      }
    }
  }

  /// What the file holds.
  let bytes: [UInt8]
  /// When it last changed, in milliseconds since 1970.
  let modified: Int64
  /// Who may do what with it, as in 0o600.
  let permissions: UInt16
  /// The number of the user whom it belongs to.
  let owner: UInt32

  /// Reads a regular file. A link at the end of the path is not followed.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - limit: The most bytes to read; a larger file is not read at all.
  init(path: String, limit: Int) throws(Failure) {
    // Opening a pipe without O_NONBLOCK would wait for somebody to write to it.
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(.current) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(.current) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    guard status.st_size <= limit else { throw .tooLarge(bytes: Int(status.st_size)) }
    bytes = try Self.read(descriptor, count: Int(status.st_size))
    permissions = UInt16(truncatingIfNeeded: status.st_mode & 0o7777)
    owner = status.st_uid
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    modified = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// The text, when the bytes are UTF-8.
  ///
  /// - Parameter range: The part of the file.
  func text(_ range: Range<Int>) -> String? {
    String(validating: bytes[range], as: UTF8.self)
  }

  /// The place of the first byte that is not UTF-8.
  var firstInvalidOffset: Int {
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while case .valid(let scalar) = parser.parseScalar(from: &iterator) {
      offset += scalar.count
    }
    return offset
  }

  /// Reads some of an open file; fewer bytes than the limit only at its end.
  ///
  /// - Parameters:
  ///   - descriptor: The file.
  ///   - offset: How many bytes come before.
  ///   - limit: The most bytes to read.
  static func read(_ descriptor: Int32, from offset: Int, limit: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: max(0, limit)) { buffer, filled in
      while filled < buffer.count {
        let got = pread(
          descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled, off_t(offset + filled))
        if got > 0 {
          filled += got
        } else if got == 0 {
          break
        } else if errno != EINTR {
          failure = .current
          break
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  private static func read(_ descriptor: Int32, count: Int) throws(Failure) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = Foundation.read(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled)
        if got > 0 {
          filled += got
        } else if got == 0 {
          break  // the file was cut meanwhile
        } else if errno != EINTR {
          failure = .current
          break
        }
      }
    }
    if let failure { throw .system(failure) }
    return bytes
  }
}
