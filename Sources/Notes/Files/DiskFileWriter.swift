import Crypto
import Foundation
import NotesDisk
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

  init(_ location: FileLocation, replacing: Bool, kind: TemporaryFile.Kind) throws {
    self.location = location
    isReplacing = replacing
    (folder, name) = try OpenFolder.containing(location, isCreating: true)
    // A user with write access to a folder can replace anything in it: root even /dev/null.
    switch stat(of: name, in: folder.descriptor, followsLinks: false)?.kind {
    // The name is free.
    case nil: break
    case S_IFDIR: throw FileError.notAFile(path: location.path)
    case S_IFREG, S_IFLNK: if !replacing { throw FileError.exists(path: location.path) }
    default: throw FileError.notReplaceable(path: location.path)
    }
    file = Mutex(try TemporaryFile(kind, in: folder.descriptor))
  }

  deinit { takeFile()?.close(in: folder.descriptor) }

  func append(_ bytes: [UInt8]) throws(FileError) {
    try FileError.translated(writing: location) {
      guard let file = file.withLock({ $0 }) else { throw SystemError(code: EBADF) }
      try PrivateFiles.append(bytes, to: file.descriptor)
      hash.withLock { $0.update(data: bytes) }
    }
  }

  func finish(as digest: BlobDigest) throws(FileError) -> Bool {
    try FileError.translated(writing: location) {
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
}
