import Foundation

/// The error of a failed system call.
struct SystemError: Error {
  let code: Int32

  var reason: String { String(cString: strerror(code)) }

  static var current: SystemError { SystemError(code: errno) }

  /// Runs a closure, and translates the errors of its system calls into those of a port.
  static func translated<Value, Failure: Error>(
    _ translate: (SystemError) -> Failure, _ body: () throws -> Value
  ) throws(Failure) -> Value {
    do {
      return try body()
    } catch let error as Failure {
      throw error
    } catch {
      // Adapters throw no other errors.
      throw translate(error as? SystemError ?? SystemError(code: EIO))
    }
  }
}

extension stat {
  /// Reads the status of a file; `nil` on failure, with the error in `errno`.
  init?(of path: String, in folder: Int32 = AT_FDCWD, followsLinks: Bool = true) {
    self.init()
    guard fstatat(folder, path, &self, followsLinks ? 0 : AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
  }

  /// The kind of file, `S_IFREG` for example.
  var kind: mode_t { st_mode & S_IFMT }
}

/// Files and folders that only their owner can read.
enum PrivateFiles {
  /// Creates a folder and the missing folders above it.
  static func makeFolder(_ path: String) throws {
    // EISDIR: the root, on Apple platforms.
    guard mkdir(path, 0o700) != 0, errno != EEXIST, errno != EISDIR else { return }
    let parent = path.parentPath
    guard errno == ENOENT, !parent.isEmpty, parent != path else { throw SystemError.current }
    try makeFolder(parent)
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemError.current }
  }

  /// Creates a file under a free name, and returns its path and a descriptor for writing. A relative path starts from the
  /// folder of a descriptor.
  static func makeFile(
    beginning prefix: String, ending suffix: String, in folder: Int32 = AT_FDCWD
  ) throws -> (String, Int32) {
    while true {
      let path = prefix + randomName() + suffix
      let descriptor = openat(folder, path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
      if descriptor >= 0 { return (path, descriptor) }
      guard errno == EEXIST else { throw SystemError.current }
    }
  }

  static func randomName() -> String {
    String((0..<6).compactMap { _ in "abcdefghijklmnopqrstuvwxyz0123456789".randomElement() })
  }

  /// Writes a file under a temporary name and renames it, over what is at its path.
  static func write(_ texts: [String], to path: String, isDurable: Bool) throws {
    let (temporary, descriptor) = try makeFile(beginning: path.folderPath + "/.notesctl-", ending: "")
    do {
      try fill(descriptor, with: texts.map(\.utf8), isDurable: isDurable)
      guard rename(temporary, path) == 0 else { throw SystemError.current }
      if isDurable { try sync(path.folderPath) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Writes parts, one after another, to a file and closes it, also on failure.
  static func fill(_ descriptor: Int32, with parts: [some Collection<UInt8>], isDurable: Bool) throws {
    do {
      for part in parts { try append(part, to: descriptor) }
      if isDurable, fsync(descriptor) != 0 { throw SystemError.current }
    } catch {
      close(descriptor)
      throw error
    }
    // Some file systems report a full disk only here.
    guard close(descriptor) == 0 else { throw SystemError.current }
  }

  /// Writes bytes at the end of an open file.
  static func append(_ bytes: some Collection<UInt8>, to descriptor: Int32) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withContiguousStorageIfAvailable { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      guard let count else { return try append(Array(rest), to: descriptor) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw SystemError.current
      }
    }
  }

  /// Gives a file to the owner of another one. Only the superuser can, and only the superuser needs to.
  static func give(_ path: String, toOwnerOf other: String) {
    guard geteuid() == 0, let status = stat(of: other) else { return }
    _ = lchown(path, status.st_uid, status.st_gid)
  }

  /// Writes a file, or the names in a folder, to the disk. A new file needs both: the folder contains its name.
  static func sync(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError.current }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw SystemError.current }
  }
}

extension String {
  /// The path of the folder that a path is in; empty for a relative path of one name.
  ///
  /// Not `NSString.deletingLastPathComponent`, which traps on a relative path of one letter.
  var parentPath: String {
    let slash = UInt8(ascii: "/")
    var rest = utf8[...]
    while rest.last == slash, rest.dropFirst().first != nil { rest.removeLast() }
    guard let last = rest.lastIndex(of: slash) else { return "" }
    return last == rest.startIndex ? "/" : String(self[..<last])
  }

  /// The path of the folder that a path is in, as system calls accept it: `.` for a relative path of one name.
  var folderPath: String {
    let parent = parentPath
    return parent.isEmpty ? "." : parent
  }
}
