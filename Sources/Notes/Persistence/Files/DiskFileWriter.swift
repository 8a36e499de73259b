import Crypto
import Foundation
import NotesDomain
import Synchronization

/// A file on the disk that is being written, and gets its name when it is finished.
final class DiskFileWriter: FileWriter {
  private let place: FileLocation
  private let isReplacing: Bool
  private let folder: OpenFolder
  private let name: String
  /// What is written; `nil` when it is finished, or gone.
  private let file: Mutex<TemporaryFile?>
  private let hash = Mutex(SHA256())

  init(_ place: FileLocation, replacing: Bool, unfinished: TemporaryFile.Kind) throws(FileError) {
    self.place = place
    isReplacing = replacing
    let found: mode_t?
    do throws(SystemError) {
      (folder, name) = try OpenFolder.of(place, isCreating: true)
      found = Self.kind(of: name, in: folder)
    } catch {
      throw FileError(error, writing: place)
    }
    // Whoever may write into a folder may replace anything there: root even /dev/null.
    switch found {
    case nil: break
    case S_IFDIR: throw .notAFile(path: place.path)
    case S_IFREG, S_IFLNK: if !replacing { throw .exists(path: place.path) }
    default: throw .notReplaceable(path: place.path)
    }
    do throws(SystemError) {
      file = Mutex(try TemporaryFile(unfinished, in: folder.descriptor))
    } catch {
      throw FileError(error, writing: place)
    }
  }

  deinit { taken()?.close(in: folder.descriptor) }

  func append(_ bytes: [UInt8]) throws(FileError) {
    try written { () throws(SystemError) in
      guard let file = file.withLock({ $0 }) else { throw SystemError(code: EBADF) }
      try PrivateFiles.append(bytes, to: file.descriptor)
      hash.withLock { $0.update(data: bytes) }
    }
  }

  func finish(as digest: BlobDigest) throws(FileError) -> Bool {
    try written { () throws(SystemError) in
      guard let file = taken() else { throw SystemError(code: EBADF) }
      defer { file.close(in: folder.descriptor) }
      guard Array(hash.withLock { $0.finalize() }) == digest.bytes else { return false }
      try file.commit(as: name, in: folder.descriptor, replacing: isReplacing)
      return true
    }
  }

  private func taken() -> TemporaryFile? {
    file.withLock { file in
      defer { file = nil }
      return file
    }
  }

  /// What is at a name: a file, a folder, a link, or something else; `nil` for nothing.
  private static func kind(of name: String, in folder: OpenFolder) -> mode_t? {
    var status = stat()
    guard fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return status.st_mode & S_IFMT
  }

  private func written<Value>(_ write: () throws(SystemError) -> Value) throws(FileError) -> Value {
    do {
      return try write()
    } catch {
      throw FileError(error, writing: place)
    }
  }
}
