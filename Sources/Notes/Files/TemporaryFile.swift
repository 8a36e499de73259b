import Foundation
import NotesDisk

/// A file that is being written and has no name yet, so that it disappears with the process.
///
/// On systems and file systems without such files it has a random name, which only an orderly end removes.
struct TemporaryFile: Sendable {
  enum Kind: Sendable {
    /// Without a name where the system supports it.
    case unnamed
    case named
  }

  let descriptor: Int32
  /// Its random name; `nil` for an unnamed file.
  private let name: String?

  /// Creates a file that only its owner can read, in the folder of a descriptor.
  init(_ kind: Kind, in folder: Int32) throws {
    if kind == .unnamed, let unnamed = Self.unnamed(in: folder) {
      (name, descriptor) = (nil, unnamed)
    } else {
      (name, descriptor) = try PrivateFiles.makeFile(beginning: Self.prefix, ending: "", in: folder)
    }
  }

  func commit(as finalName: String, in folder: Int32, replacing: Bool) throws {
    // Some file systems report a full disk only when a descriptor is closed; closing a duplicate is enough.
    let copy = dup(descriptor)
    guard copy >= 0, Foundation.close(copy) == 0 else { throw SystemError.current }
    guard replacing else {
      // A link fails when the name is taken; a rename would replace the file.
      guard link(as: finalName, in: folder) else { throw SystemError.current }
      return
    }
    // A link cannot replace a file, and an unnamed file cannot be renamed.
    let intermediate = try intermediateName(in: folder)
    guard renameat(folder, intermediate, folder, finalName) == 0 else {
      let error = SystemError.current
      unlinkat(folder, intermediate, 0)
      throw error
    }
  }

  /// Closes the file, and removes its random name.
  func close(in folder: Int32) {
    Foundation.close(descriptor)
    if let name { unlinkat(folder, name, 0) }
  }

  private static let prefix = ".notesctl-"

  private func intermediateName(in folder: Int32) throws -> String {
    if let name { return name }
    while true {
      let intermediate = Self.prefix + PrivateFiles.randomName()
      if link(as: intermediate, in: folder) { return intermediate }
      guard errno == EEXIST else { throw SystemError.current }
    }
  }

  /// Links the file under another name. Returns `false` on failure, with the error in `errno`.
  private func link(as newName: String, in folder: Int32) -> Bool {
    if let name { return linkat(folder, name, folder, newName, 0) == 0 }
    return linkat(AT_FDCWD, Self.path(of: descriptor), folder, newName, AT_SYMLINK_FOLLOW) == 0
  }

  #if os(Linux)
    /// `O_TMPFILE`, whose macro Swift cannot import.
    private static let withoutName = 0o20_000_000 | O_DIRECTORY

    /// Creates an unnamed file; `nil` where the system or the file system has none.
    private static func unnamed(in folder: Int32) -> Int32? {
      let descriptor = openat(folder, ".", withoutName | O_WRONLY | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return nil }
      // Linking needs /proc.
      guard faccessat(AT_FDCWD, path(of: descriptor), F_OK, 0) == 0 else {
        Foundation.close(descriptor)
        return nil
      }
      return descriptor
    }
  #else
    private static func unnamed(in folder: Int32) -> Int32? { nil }
  #endif

  private static func path(of descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }
}
