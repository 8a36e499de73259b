import Foundation

/// Files and folders that nobody but their owner can read, and the few system calls around them.
enum PrivateFiles {
  /// Why a system call failed.
  struct Failure: Error {
    /// The value of `errno`.
    let code: Int32
    /// What the system says of it.
    var reason: String { String(cString: strerror(code)) }

    static var current: Failure { Failure(code: errno) }
  }

  /// Makes a folder and those it lies in, as far as they are missing.
  static func makeFolder(_ path: String) throws(Failure) {
    guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
    let parent = path.parentPath
    guard errno == ENOENT, !parent.isEmpty, parent != path else { throw .current }
    try makeFolder(parent)
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .current }
  }

  /// Makes the names in a folder durable; a file that is on the disk is of no use without its name.
  static func syncFolder(_ path: String) throws(Failure) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .current }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .current }
  }

  /// Writes a new file, whole or not at all, over what is at its path.
  static func write(_ text: [String], to path: String) throws(Failure) {
    let folder = path.parentPath
    let (temporary, descriptor) = try makeFile(beginning: folder + "/.notesctl-", ending: "")
    do throws(Failure) {
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
  ) throws(Failure) -> (String, Int32) {
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
  static func syncFile(_ path: String) throws(Failure) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .current }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .current }
  }

  /// Writes texts one behind the other, and closes the file.
  static func fill(_ descriptor: Int32, with texts: [String], isDurable: Bool) throws(Failure) {
    var failure: Failure?
    for text in texts where failure == nil {
      failure = append(text, to: descriptor)
    }
    if failure == nil, isDurable, fsync(descriptor) != 0 { failure = .current }
    // Some file systems say only here that there is no space.
    if close(descriptor) != 0, failure == nil { failure = .current }
    if let failure { throw failure }
  }

  private static func append(_ text: String, to descriptor: Int32) -> Failure? {
    var text = text
    return text.withUTF8 { append(UnsafeRawBufferPointer($0), to: descriptor) }
  }

  /// Writes bytes at the end of an open file.
  static func append(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
    if let failure = bytes.withUnsafeBytes({ append($0, to: descriptor) }) { throw failure }
  }

  private static func append(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Failure? {
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
