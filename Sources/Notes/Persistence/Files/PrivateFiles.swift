import Foundation

/// The error of a failed system call.
struct SystemError: Error {
  /// The value of `errno`.
  let code: Int32

  /// The message of the system.
  var reason: String { String(cString: strerror(code)) }

  /// The error of the call that just failed.
  static var current: SystemError { SystemError(code: errno) }
}

/// Files and folders that only their owner can read.
enum PrivateFiles {
  /// Creates a folder and the missing folders above it.
  static func makeFolder(_ path: String) throws(SystemError) {
    // EISDIR: the root, on Apple platforms.
    guard mkdir(path, 0o700) != 0, errno != EEXIST, errno != EISDIR else { return }
    let parent = path.parentPath
    guard errno == ENOENT, !parent.isEmpty, parent != path else { throw .current }
    try makeFolder(parent)
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .current }
  }

  /// Creates a file under a free name.
  ///
  /// - Parameters:
  ///   - prefix: The beginning of its path.
  ///   - suffix: The end of its path.
  ///   - folder: The descriptor of the folder that a relative path starts from.
  /// - Returns: The path, and a descriptor for writing.
  static func makeFile(
    beginning prefix: String, ending suffix: String, in folder: Int32 = AT_FDCWD
  ) throws(SystemError) -> (String, Int32) {
    while true {
      let path = prefix + randomName() + suffix
      let descriptor = openat(folder, path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
      if descriptor >= 0 { return (path, descriptor) }
      guard errno == EEXIST else { throw .current }
    }
  }

  /// Returns six random letters and digits.
  static func randomName() -> String {
    String((0..<6).compactMap { _ in "abcdefghijklmnopqrstuvwxyz0123456789".randomElement() })
  }

  /// Writes a file under a temporary name and renames it, over what is at its path. Not durable.
  static func write(_ texts: [String], to path: String) throws(SystemError) {
    let (temporary, descriptor) = try makeFile(beginning: path.parentPath + "/.notesctl-", ending: "")
    do throws(SystemError) {
      try fill(descriptor, with: texts, isDurable: false)
      guard rename(temporary, path) == 0 else { throw .current }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Writes texts to a file and closes it, also on failure.
  static func fill(_ descriptor: Int32, with texts: [String], isDurable: Bool) throws(SystemError) {
    do throws(SystemError) {
      for text in texts { try append(text.utf8, to: descriptor) }
      if isDurable, fsync(descriptor) != 0 { throw .current }
    } catch {
      close(descriptor)
      throw error
    }
    // Some file systems report a full disk only here.
    guard close(descriptor) == 0 else { throw .current }
  }

  /// Writes bytes at the end of an open file.
  static func append(_ bytes: some Collection<UInt8>, to descriptor: Int32) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withContiguousStorageIfAvailable { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      guard let count else { return try append(Array(rest), to: descriptor) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw .current
      }
    }
  }

  /// Writes a file, or the names in a folder, to the disk. A new file needs both: the folder contains its name.
  static func sync(_ path: String) throws(SystemError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .current }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .current }
  }
}

extension String {
  /// The path of the folder that a path is in; empty for a relative path of one name.
  ///
  /// Not `NSString.deletingLastPathComponent`, which traps on a relative path of one letter.
  var parentPath: String {
    var rest = self[...]
    while rest.count > 1, rest.hasSuffix("/") { rest.removeLast() }
    guard let slash = rest.lastIndex(of: "/") else { return "" }
    return slash == rest.startIndex ? "/" : String(rest[..<slash])
  }

  /// The path of the folder that a path is in, as system calls accept it: `.` for a relative path of one name.
  var folderPath: String {
    let parent = parentPath
    return parent.isEmpty ? "." : parent
  }
}
