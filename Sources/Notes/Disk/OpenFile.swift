import Foundation
package import NotesDomain

/// A regular file that is open for reading.
package final class OpenFile {
  private let descriptor: Int32
  /// The size in bytes at the time of opening.
  package let size: Int

  package init(_ location: FileLocation) throws {
    let (folder, name) = try OpenFolder.containing(location, isCreating: false)
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    var flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC
    if case .inside = location { flags |= O_NOFOLLOW }
    descriptor = openat(folder.descriptor, name, flags)
    guard descriptor >= 0 else { throw SystemError.current }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.kind == S_IFREG else {
      // An object that is not complete has no deinit.
      close(descriptor)
      throw FileError.notAFile(path: location.path)
    }
    size = Int(status.st_size)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  package func bytes(from offset: Int, limit: Int) throws -> [UInt8] {
    try FileContents.read(descriptor, from: offset, limit: limit)
  }
}

/// An open folder. Its files are opened relative to it, so that the folder cannot be exchanged meanwhile.
package final class OpenFolder: Sendable {
  package let descriptor: Int32

  private init(_ parent: Int32, _ name: String, flags: Int32) throws {
    descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags)
    guard descriptor >= 0 else { throw SystemError.current }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Opens the folder that contains a file, and returns it with the file's name. Missing folders are created inside the
  /// location's own folder only.
  package static func containing(_ file: FileLocation, isCreating: Bool) throws -> (OpenFolder, String) {
    switch file {
    case .path(let path):
      let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
      guard isName(name) else { throw SystemError(code: path.isEmpty ? ENOENT : EISDIR) }
      return (try OpenFolder(AT_FDCWD, path.folderPath, flags: 0), name)
    case .inside(let folder, let path):
      var names = path.pathNames.map(String.init)
      guard names.allSatisfy(isName), let last = names.popLast() else { throw SystemError(code: EINVAL) }
      var current = try OpenFolder(AT_FDCWD, folder, flags: 0)
      for name in names {
        if isCreating, mkdirat(current.descriptor, name, 0o700) != 0, errno != EEXIST { throw SystemError.current }
        current = try OpenFolder(current.descriptor, name, flags: O_NOFOLLOW)
      }
      return (current, last)
    case .memory: throw SystemError(code: EROFS)
    }
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name != "." && name != ".." && !name.utf8.contains(0)
  }
}
