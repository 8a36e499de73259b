import Foundation
package import NotesDomain

/// The contents and metadata of a file.
package struct FileContents {
  package enum Failure: Error {
    case system(SystemError)
    case notAFile
    case tooLarge(bytes: Int)

    package var reason: String {
      switch self {
      case .system(let error): error.reason
      case .notAFile: "Not a regular file"
      case .tooLarge(let bytes): "The file is too large (\(bytes) bytes)"
      }
    }
  }

  package let bytes: [UInt8]
  /// The time of the last change.
  package let modified: Timestamp
  package let permissions: UInt16
  package let owner: UInt32

  /// Reads a regular file. Does not follow a link at the end of the path, and does not read a file above the limit at all.
  package init(path: String, limit: Int) throws(Failure) {
    try self.init(path, from: AT_FDCWD, limit: limit)
  }

  /// Reads a regular file inside a folder, like ``init(path:limit:)``. Does not follow a link on the way to it either.
  package init(_ path: String, inside directory: String, limit: Int) throws(Failure) {
    let (folder, name) = try SystemError.translated(Failure.system) {
      try OpenFolder.containing(.inside(folder: directory, path: path), isCreating: false)
    }
    try self.init(name, from: folder.descriptor, limit: limit)
  }

  /// Reads a regular file. A relative path starts from the folder of a descriptor.
  private init(_ path: String, from folder: Int32, limit: Int) throws(Failure) {
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    let descriptor = openat(folder, path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(.current) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(.current) }
    guard status.kind == S_IFREG else { throw .notAFile }
    guard status.st_size <= limit else { throw .tooLarge(bytes: Int(status.st_size)) }
    bytes = try SystemError.translated(Failure.system) {
      try Self.read(descriptor, from: 0, limit: Int(status.st_size))
    }
    permissions = UInt16(truncatingIfNeeded: status.st_mode & 0o7777)
    owner = status.st_uid
    #if canImport(Darwin)
      modified = Timestamp(status.st_mtimespec)
    #else
      modified = Timestamp(status.st_mtim)
    #endif
  }

  /// Reads a regular file that people keep elsewhere and link to, for example; `nil` when there is none.
  package init?(following path: String, limit: Int) throws(Failure) {
    // Most such files are missing: a failed call, and no object of Foundation.
    guard access(path, F_OK) == 0 else { return nil }
    guard let resolved = realpath(path, nil) else { throw .system(.current) }
    defer { free(resolved) }
    try self.init(path: String(cString: resolved), limit: limit)
  }

  /// Decodes the file, or a part of it, as text; `nil` unless it is UTF-8.
  package func text(in range: Range<Int>? = nil) -> String? {
    String(validating: bytes[range ?? 0..<bytes.count], as: UTF8.self)
  }

  /// The offset of the first byte that is not UTF-8.
  package var firstInvalidOffset: Int {
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while case .valid(let scalar) = parser.parseScalar(from: &iterator) {
      offset += scalar.count
    }
    return offset
  }

  /// Reads a part of an open file. Returns fewer bytes than the limit only at the end of the file.
  package static func read(_ descriptor: Int32, from offset: Int, limit: Int) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: max(0, limit)) { buffer, count in
      while count < buffer.count {
        let got = pread(
          descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count, off_t(offset + count))
        if got > 0 {
          count += got
        } else if got == 0 {
          break
        } else if errno != EINTR {
          throw SystemError.current
        }
      }
    }
  }

  /// Reads the next bytes of a stream, such as a pipe. Returns none only at its end.
  package static func readStream(_ descriptor: Int32, limit: Int) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: max(0, limit)) { buffer, count in
      while true {
        let got = readOnce(descriptor, buffer.baseAddress, count: buffer.count)
        if got >= 0 {
          count = got
          return
        }
        if errno != EINTR { throw SystemError.current }
      }
    }
  }
}

/// Calls the system's function, whose name is that of a method.
private func readOnce(_ descriptor: Int32, _ buffer: UnsafeMutablePointer<UInt8>?, count: Int) -> Int {
  read(descriptor, buffer, count)
}
