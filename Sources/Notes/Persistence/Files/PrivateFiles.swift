import Foundation

/// The error of a failed system call.
struct SystemError: Error {
  /// The value of `errno`.
  let code: Int32
  /// The system's description of the code.
  var reason: String { String(cString: strerror(code)) }

  /// The error of the system call that failed last on this thread.
  static var current: SystemError { SystemError(code: errno) }
}

/// Files and folders that nobody but their owner can read, and the few system calls around them.
enum PrivateFiles {
  /// Makes a folder and those it lies in, as far as they are missing.
  static func makeFolder(_ path: String) throws(SystemError) {
    guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
    let parent = path.parentPath
    guard errno == ENOENT, !parent.isEmpty, parent != path else { throw .current }
    try makeFolder(parent)
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .current }
  }

  /// Makes the names in a folder durable; a file that is on the disk is of no use without its name.
  static func syncFolder(_ path: String) throws(SystemError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .current }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .current }
  }

  /// Writes a new file, whole or not at all, over what is at its path.
  static func write(_ text: [String], to path: String) throws(SystemError) {
    let folder = path.parentPath
    let (temporary, descriptor) = try makeFile(beginning: folder + "/.notesctl-", ending: "")
    do throws(SystemError) {
      try fill(descriptor, with: text, isDurable: false)
      guard rename(temporary, path) == 0 else { throw .current }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Makes a file of a name that is free, readable by its owner only.
  ///
  /// - Parameters:
  ///   - prefix: The beginning of its path.
  ///   - suffix: The end of its path.
  ///   - folder: The open folder that the path goes on from.
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

  /// A name that is hardly taken.
  static func randomName() -> String {
    String((0..<6).compactMap { _ in "abcdefghijklmnopqrstuvwxyz0123456789".randomElement() })
  }

  /// Makes what is in a file durable.
  static func syncFile(_ path: String) throws(SystemError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .current }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .current }
  }

  /// Writes texts one behind the other, and closes the file.
  static func fill(_ descriptor: Int32, with texts: [String], isDurable: Bool) throws(SystemError) {
    var failure: SystemError?
    for text in texts where failure == nil {
      failure = append(text, to: descriptor)
    }
    if failure == nil, isDurable, fsync(descriptor) != 0 { failure = .current }
    // Some file systems say only here that there is no space.
    if close(descriptor) != 0, failure == nil { failure = .current }
    if let failure { throw failure }
  }

  private static func append(_ text: String, to descriptor: Int32) -> SystemError? {
    var text = text
    return text.withUTF8 { append(UnsafeRawBufferPointer($0), to: descriptor) }
  }

  /// Writes bytes at the end of an open file.
  static func append(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    if let failure = bytes.withUnsafeBytes({ append($0, to: descriptor) }) { throw failure }
  }

  private static func append(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> SystemError? {
    var rest = bytes
    while !rest.isEmpty {
      let written = Foundation.write(descriptor, rest.baseAddress, rest.count)
      if written >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[written...])
      } else if errno != EINTR {
        return .current
      }
    }
    return nil
  }
}

extension String {
  /// The path of the folder that a path lies in; empty for a relative path of one name.
  ///
  /// Not `NSString.deletingLastPathComponent`, which stops the program on a relative path of one letter.
  var parentPath: String {
    var rest = self[...]
    while rest.count > 1, rest.hasSuffix("/") { rest.removeLast() }
    guard let slash = rest.lastIndex(of: "/") else { return "" }
    return slash == rest.startIndex ? "/" : String(rest[..<slash])
  }

  /// The path of the folder that a path lies in, as system calls take it: `.` for a relative path of one name.
  var folderPath: String {
    let parent = parentPath
    return parent.isEmpty ? "." : parent
  }
}
