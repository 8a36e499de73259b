import Foundation
import NotesDomain
import Synchronization

/// A file on the disk that is being written, under a name that means nothing until it is finished.
final class DiskFileWriter: FileWriter {
  private let place: FilePlace
  private let isReplacing: Bool
  private let folder: OpenFolder
  private let name: String
  private let temporary: String
  /// The open file; `nil` when it is finished, or gone.
  private let descriptor: Mutex<Int32?>

  init(_ place: FilePlace, replacing: Bool) throws(FileError) {
    self.place = place
    isReplacing = replacing
    do throws(PrivateFiles.Failure) {
      (folder, name) = try OpenFolder.of(place, isCreating: true)
      var status = stat()
      if fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 {
        guard status.st_mode & S_IFMT != S_IFDIR else { throw PrivateFiles.Failure(code: EISDIR) }
        guard replacing else { throw PrivateFiles.Failure(code: EEXIST) }
      }
      let made: Int32
      (temporary, made) = try PrivateFiles.makeFile(beginning: ".notesctl-", ending: "", in: folder.descriptor)
      descriptor = Mutex(made)
    } catch {
      throw FileError(error, writing: place)
    }
  }

  deinit { discard() }

  func append(_ bytes: [UInt8]) throws(FileError) {
    try written { () throws(PrivateFiles.Failure) in
      guard let descriptor = descriptor.withLock({ $0 }) else { throw PrivateFiles.Failure(code: EBADF) }
      try PrivateFiles.append(bytes, to: descriptor)
    }
  }

  func finish() throws(FileError) {
    try written { () throws(PrivateFiles.Failure) in
      let descriptor = descriptor.withLock { descriptor in
        defer { descriptor = nil }
        return descriptor
      }
      guard let descriptor else { throw PrivateFiles.Failure(code: EBADF) }
      // Some file systems say only here that there is no space.
      let isClosed = close(descriptor) == 0
      let moved = isClosed ? move() : nil
      guard isClosed, moved == nil else {
        let failure = moved ?? .current
        unlinkat(folder.descriptor, temporary, 0)
        throw failure
      }
    }
  }

  /// - Returns: Why the file is not in its place; `nil` when it is.
  private func move() -> PrivateFiles.Failure? {
    if isReplacing {
      return renameat(folder.descriptor, temporary, folder.descriptor, name) == 0 ? nil : .current
    }
    // Unlike renaming, a second name is not given when it is taken.
    guard linkat(folder.descriptor, temporary, folder.descriptor, name, 0) == 0 else { return .current }
    unlinkat(folder.descriptor, temporary, 0)
    return nil
  }

  private func discard() {
    let left = descriptor.withLock { descriptor in
      defer { descriptor = nil }
      return descriptor
    }
    guard let left else { return }
    close(left)
    unlinkat(folder.descriptor, temporary, 0)
  }

  private func written(_ write: () throws(PrivateFiles.Failure) -> Void) throws(FileError) {
    do {
      try write()
    } catch {
      throw FileError(error, writing: place)
    }
  }
}
