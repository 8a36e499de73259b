import Foundation

/// Files and folders that only their owner can read.
package enum PrivateFiles {
  /// Creates a folder and the missing folders above it.
  package static func makeFolder(_ path: String) throws {
    // EISDIR: the root, on Apple platforms.
    guard mkdir(path, 0o700) != 0, errno != EEXIST, errno != EISDIR else { return }
    let parent = path.parentPath
    guard errno == ENOENT, !parent.isEmpty, parent != path else { throw SystemError.current }
    try makeFolder(parent)
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemError.current }
  }

  /// Creates a file under a free name, and returns its path and a descriptor for writing. A relative path starts from the
  /// folder of a descriptor.
  package static func makeFile(
    beginning prefix: String, ending suffix: String, in folder: Int32 = AT_FDCWD
  ) throws -> (String, Int32) {
    while true {
      let path = prefix + randomName() + suffix
      let descriptor = openat(folder, path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
      if descriptor >= 0 { return (path, descriptor) }
      guard errno == EEXIST else { throw SystemError.current }
    }
  }

  package static func randomName() -> String {
    String((0..<6).compactMap { _ in "abcdefghijklmnopqrstuvwxyz0123456789".randomElement() })
  }

  /// Writes a file under a temporary name and renames it, over what is at its path.
  package static func write(_ texts: [String], to path: String, isDurable: Bool) throws {
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
  package static func fill(_ descriptor: Int32, with parts: [some Collection<UInt8>], isDurable: Bool) throws {
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
  package static func append(_ bytes: some Collection<UInt8>, to descriptor: Int32) throws {
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
  package static func give(_ path: String, toOwnerOf other: String) {
    guard geteuid() == 0, let status = stat(of: other) else { return }
    _ = lchown(path, status.st_uid, status.st_gid)
  }

  /// Writes a file, or the names in a folder, to the disk. A new file needs both: the folder contains its name.
  package static func sync(_ path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError.current }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw SystemError.current }
  }
}
