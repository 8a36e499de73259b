import Crypto
import Foundation
import NotesDomain
import Synchronization

/// A writer of a file that gets its name when it is complete.
final class DiskFileWriter: FileWriter {
  private let location: FileLocation
  private let isReplacing: Bool
  private let folder: OpenFolder
  private let name: String
  /// The file; `nil` when it is finished or discarded.
  private let file: Mutex<TemporaryFile?>
  private let hash = Mutex(SHA256())

  init(_ location: FileLocation, replacing: Bool, kind: TemporaryFile.Kind) throws(FileError) {
    self.location = location
    isReplacing = replacing
    (folder, name) = try FileError.translated(writing: location) { () throws(SystemError) in
      try OpenFolder.containing(location, isCreating: true)
    }
    // A user with write access to a folder can replace anything in it: root even /dev/null.
    switch Self.type(of: name, in: folder) {
    case nil: break
    case S_IFDIR: throw .notAFile(path: location.path)
    case S_IFREG, S_IFLNK: if !replacing { throw .exists(path: location.path) }
    default: throw .notReplaceable(path: location.path)
    }
    file = Mutex(
      try FileError.translated(writing: location) { [folder] () throws(SystemError) in
        try TemporaryFile(kind, in: folder.descriptor)
      })
  }

  deinit { takeFile()?.close(in: folder.descriptor) }

  func append(_ bytes: [UInt8]) throws(FileError) {
    try FileError.translated(writing: location) { () throws(SystemError) in
      guard let file = file.withLock({ $0 }) else { throw SystemError(code: EBADF) }
      try PrivateFiles.append(bytes, to: file.descriptor)
      hash.withLock { $0.update(data: bytes) }
    }
  }

  func finish(as digest: BlobDigest) throws(FileError) -> Bool {
    try FileError.translated(writing: location) { () throws(SystemError) in
      guard let file = takeFile() else { throw SystemError(code: EBADF) }
      defer { file.close(in: folder.descriptor) }
      guard Array(hash.withLock { $0.finalize() }) == digest.bytes else { return false }
      try file.commit(as: name, in: folder.descriptor, replacing: isReplacing)
      return true
    }
  }

  private func takeFile() -> TemporaryFile? {
    file.withLock { file in
      defer { file = nil }
      return file
    }
  }

  /// The type of what has a name, `S_IFREG` for example; `nil` for a free name.
  private static func type(of name: String, in folder: OpenFolder) -> mode_t? {
    var status = stat()
    guard fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return status.st_mode & S_IFMT
  }
}

extension FileError {
  /// Runs a closure and translates its errors to those of writing a file.
  fileprivate static func translated<Value>(
    writing location: FileLocation, _ write: () throws(SystemError) -> Value
  ) throws(FileError) -> Value {
    do { return try write() } catch { throw FileError(error, writing: location) }
  }
}
