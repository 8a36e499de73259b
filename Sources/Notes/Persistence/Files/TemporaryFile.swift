import Foundation

/// A file that is being written and has no name yet, so that nothing is left of it however the program ends. Where the system
/// knows no such files it has a name that means nothing, which only an orderly end removes.
struct TemporaryFile: Sendable {
  /// Whether a file has a name before it gets its own.
  enum Kind: Sendable {
    /// Not where the system can do without.
    case unnamed
    /// In any case.
    case named
  }

  /// The open file.
  let descriptor: Int32
  /// Its name in its folder; `nil` for none.
  private let name: String?

  /// Makes a file that only its owner can read.
  ///
  /// - Parameters:
  ///   - kind: Whether it has a name.
  ///   - folder: The open folder that it is in.
  init(_ kind: Kind, in folder: Int32) throws(SystemError) {
    if kind == .unnamed, let unnamed = Self.unnamed(in: folder) {
      (name, descriptor) = (nil, unnamed)
    } else {
      (name, descriptor) = try PrivateFiles.makeFile(beginning: Self.prefix, ending: "", in: folder)
    }
  }

  /// Gives the file the name that it is made for.
  ///
  /// - Parameters:
  ///   - finalName: The name.
  ///   - folder: The folder that the file is in.
  ///   - replacing: Whether it may take the place of another file.
  func commit(as finalName: String, in folder: Int32, replacing: Bool) throws(SystemError) {
    // Some file systems say only when a file is closed that there is no space, also when it is still open elsewhere.
    let copy = dup(descriptor)
    guard copy >= 0, Foundation.close(copy) == 0 else { throw .current }
    guard replacing else {
      // Unlike renaming, a second name is not given when it is taken.
      guard link(as: finalName, in: folder) else { throw .current }
      return
    }
    // No call puts a file without a name in the place of another.
    let passing = try intermediateName(in: folder)
    guard renameat(folder, passing, folder, finalName) == 0 else {
      let failure = SystemError.current
      unlinkat(folder, passing, 0)
      throw failure
    }
  }

  /// Closes the file. It is gone, unless it has settled.
  ///
  /// - Parameter folder: The folder that the file is in.
  func close(in folder: Int32) {
    Foundation.close(descriptor)
    if let name { unlinkat(folder, name, 0) }
  }

  /// What the names begin with that mean nothing.
  private static let prefix = ".notesctl-"

  private func intermediateName(in folder: Int32) throws(SystemError) -> String {
    if let name { return name }
    while true {
      let passing = Self.prefix + PrivateFiles.randomName()
      if link(as: passing, in: folder) { return passing }
      guard errno == EEXIST else { throw .current }
    }
  }

  /// - Returns: Whether the file has one more name; if not, `errno` says why.
  private func link(as newName: String, in folder: Int32) -> Bool {
    if let name { return linkat(folder, name, folder, newName, 0) == 0 }
    return linkat(AT_FDCWD, Self.path(of: descriptor), folder, newName, AT_SYMLINK_FOLLOW) == 0
  }

  #if os(Linux)
    /// `O_TMPFILE`, which is no constant that Swift could import.
    private static let withoutName = 0o20_000_000 | O_DIRECTORY

    /// - Returns: `nil` where the file system, or the system, knows no files without a name.
    private static func unnamed(in folder: Int32) -> Int32? {
      let descriptor = openat(folder, ".", withoutName | O_WRONLY | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { return nil }
      // Without /proc it could never get one.
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
