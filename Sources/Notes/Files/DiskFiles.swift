import Crypto
import Foundation
import NotesDisk
import NotesDomain

/// Files on the disk, and those that are in memory already.
struct DiskFiles: FileAccess {
  /// The number of bytes that are read at a time.
  private static let pieceBytes = 1 << 20

  var temporaryKind = TemporaryFile.Kind.unnamed

  func size(of file: FileLocation) throws(FileError) -> Int {
    if case .memory(_, let bytes) = file { return bytes.count }
    return try FileError.translated(reading: file) { try OpenFile(file).size }
  }

  func describe(_ file: FileLocation) throws(FileError) -> FileDescription {
    try FileError.translated(reading: file) {
      var hash = SHA256()
      var size = 0
      if case .memory(_, let bytes) = file {
        hash.update(data: bytes)
        size = bytes.count
      } else {
        let open = try OpenFile(file)
        while true {
          let bytes = try open.bytes(from: size, limit: Self.pieceBytes)
          hash.update(data: bytes)
          size += bytes.count
          if bytes.count < Self.pieceBytes { break }
        }
      }
      guard let digest = BlobDigest(bytes: Array(hash.finalize())) else { throw FileError.changed(path: file.path) }
      return FileDescription(digest: digest, size: size)
    }
  }

  func read(_ file: FileLocation, from offset: Int, limit: Int) throws(FileError) -> [UInt8] {
    if case .memory(_, let bytes) = file { return Array(bytes.dropFirst(offset).prefix(limit)) }
    return try FileError.translated(reading: file) { try OpenFile(file).bytes(from: offset, limit: limit) }
  }

  func create(_ file: FileLocation, replacing: Bool) throws(FileError) -> any FileWriter {
    try FileError.translated(writing: file) {
      try DiskFileWriter(file, replacing: replacing, kind: temporaryKind)
    }
  }
}

/// A regular file that is open for reading.
final class OpenFile {
  private let descriptor: Int32
  /// The size in bytes at the time of opening.
  let size: Int

  init(_ location: FileLocation) throws {
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

  func bytes(from offset: Int, limit: Int) throws -> [UInt8] {
    try FileContents.read(descriptor, from: offset, limit: limit)
  }
}

/// An open folder. Its files are opened relative to it, so that the folder cannot be exchanged meanwhile.
final class OpenFolder: Sendable {
  let descriptor: Int32

  private init(_ parent: Int32, _ name: String, flags: Int32) throws {
    descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags)
    guard descriptor >= 0 else { throw SystemError.current }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Opens the folder that contains a file, and returns it with the file's name. Missing folders are created inside the
  /// location's own folder only.
  static func containing(_ file: FileLocation, isCreating: Bool) throws -> (OpenFolder, String) {
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

extension FileError {
  /// Runs a closure and translates its errors to those of reading a file.
  static func translated<Value>(reading file: FileLocation, _ read: () throws -> Value) throws(FileError) -> Value {
    try SystemError.translated(
      { error -> FileError in
        switch error.code {
        case ENOENT, ENOTDIR: .missing(path: file.path)
        case EISDIR: .notAFile(path: file.path)
        default: .unreadable(path: file.path, reason: error.fileReason)
        }
      }, read)
  }

  /// Runs a closure and translates its errors to those of writing a file.
  static func translated<Value>(writing file: FileLocation, _ write: () throws -> Value) throws(FileError) -> Value {
    try SystemError.translated(
      { error -> FileError in
        switch error.code {
        case ENOSPC, EDQUOT: .diskFull(path: file.path)
        case EEXIST: .exists(path: file.path)
        case EISDIR: .notAFile(path: file.path)
        default: .unwritable(path: file.path, reason: error.fileReason)
        }
      }, write)
  }
}

extension SystemError {
  /// The message, which is more precise than the system's for links and for paths that lead out of a folder.
  fileprivate var fileReason: String {
    switch code {
    case ELOOP: "It is a symbolic link, or behind one"
    case EINVAL: "The path leads out of the folder"
    default: reason
    }
  }
}
