import Foundation
import NotesDomain

/// A folder that is open, so that nobody can put another in its place while a file in it is made or read.
final class OpenFolder: Sendable {
  let descriptor: Int32

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Opens the folder that a file is in.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - isCreating: Whether to make the folders on the way, inside of a folder that is there.
  /// - Returns: The folder, and the file's name in it.
  static func of(_ file: FilePlace, isCreating: Bool) throws(PrivateFiles.Failure) -> (OpenFolder, String) {
    switch file {
    case .path(let path):
      let parent = path.parentPath
      let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
      guard isName(name) else { throw PrivateFiles.Failure(code: path.isEmpty ? ENOENT : EISDIR) }
      return (try OpenFolder(AT_FDCWD, parent.isEmpty ? "." : parent, flags: 0), name)
    case .inside(let folder, let path):
      var names = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard names.allSatisfy(isName), let last = names.popLast() else { throw PrivateFiles.Failure(code: EINVAL) }
      var place = try OpenFolder(AT_FDCWD, folder, flags: 0)
      for name in names {
        if isCreating, mkdirat(place.descriptor, name, 0o700) != 0, errno != EEXIST { throw .current }
        place = try OpenFolder(place.descriptor, name, flags: O_NOFOLLOW)
      }
      return (place, last)
    }
  }

  private convenience init(_ parent: Int32, _ name: String, flags: Int32) throws(PrivateFiles.Failure) {
    let descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags)
    guard descriptor >= 0 else { throw .current }
    self.init(descriptor)
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name != "." && name != ".." && !name.utf8.contains(0)
  }
}
