import Crypto
import Foundation
import NotesDomain

/// Files on the disk.
struct DiskFiles: FileAccess {
  /// How many bytes are read at a time.
  private static let piece = 1 << 20

  /// How a file is kept until it is finished.
  var unfinished = TemporaryFile.Kind.unnamed

  func size(of file: FileLocation) throws(FileError) -> Int {
    try OpenFile(file).size
  }

  func describe(_ file: FileLocation) throws(FileError) -> FileDescription {
    let open = try OpenFile(file)
    var hash = SHA256()
    var size = 0
    while true {
      let bytes = try open.bytes(from: size, limit: Self.piece)
      hash.update(data: bytes)
      size += bytes.count
      if bytes.count < Self.piece { break }
    }
    guard let digest = BlobDigest(bytes: Array(hash.finalize())) else { throw .changed(path: file.path) }
    return FileDescription(digest: digest, size: size)
  }

  func read(_ file: FileLocation, from offset: Int, limit: Int) throws(FileError) -> [UInt8] {
    try OpenFile(file).bytes(from: offset, limit: limit)
  }

  func create(_ file: FileLocation, replacing: Bool) throws(FileError) -> any FileWriter {
    try DiskFileWriter(file, replacing: replacing, unfinished: unfinished)
  }
}

/// A regular file that is open for reading.
final class OpenFile {
  private let place: FileLocation
  private let descriptor: Int32
  /// How many bytes it had when it was opened.
  let size: Int

  init(_ place: FileLocation) throws(FileError) {
    self.place = place
    do throws(SystemError) {
      let (folder, name) = try OpenFolder.of(place, isCreating: false)
      var flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC
      if case .inside = place { flags |= O_NOFOLLOW }
      // Opening a pipe without O_NONBLOCK would wait for somebody to write to it.
      descriptor = openat(folder.descriptor, name, flags)
      guard descriptor >= 0 else { throw .current }
    } catch {
      throw FileError(error, reading: place)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .notAFile(path: place.path)
    }
    size = Int(status.st_size)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func bytes(from offset: Int, limit: Int) throws(FileError) -> [UInt8] {
    do throws(SystemError) {
      return try FileContents.read(descriptor, from: offset, limit: limit)
    } catch {
      throw FileError(error, reading: place)
    }
  }
}

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
  static func of(_ file: FileLocation, isCreating: Bool) throws(SystemError) -> (OpenFolder, String) {
    switch file {
    case .path(let path):
      let parent = path.parentPath
      let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) } ?? path
      guard isName(name) else { throw SystemError(code: path.isEmpty ? ENOENT : EISDIR) }
      return (try OpenFolder(AT_FDCWD, parent.isEmpty ? "." : parent, flags: 0), name)
    case .inside(let folder, let path):
      var names = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      guard names.allSatisfy(isName), let last = names.popLast() else { throw SystemError(code: EINVAL) }
      var place = try OpenFolder(AT_FDCWD, folder, flags: 0)
      for name in names {
        if isCreating, mkdirat(place.descriptor, name, 0o700) != 0, errno != EEXIST { throw .current }
        place = try OpenFolder(place.descriptor, name, flags: O_NOFOLLOW)
      }
      return (place, last)
    }
  }

  private convenience init(_ parent: Int32, _ name: String, flags: Int32) throws(SystemError) {
    let descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags)
    guard descriptor >= 0 else { throw .current }
    self.init(descriptor)
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name != "." && name != ".." && !name.utf8.contains(0)
  }
}

extension FileError {
  /// Why something could not be read.
  init(_ failure: SystemError, reading place: FileLocation) {
    switch failure.code {
    case ENOENT, ENOTDIR: self = .missing(path: place.path)
    case EISDIR: self = .notAFile(path: place.path)
    default: self = .unreadable(path: place.path, reason: failure.words)
    }
  }

  /// Why something could not be written.
  init(_ failure: SystemError, writing place: FileLocation) {
    switch failure.code {
    case ENOSPC, EDQUOT: self = .diskFull(path: place.path)
    case EEXIST: self = .exists(path: place.path)
    case EISDIR: self = .notAFile(path: place.path)
    default: self = .unwritable(path: place.path, reason: failure.words)
    }
  }
}

extension SystemError {
  /// What happened, in words that say more than the system's where it speaks of links and of paths that lead out.
  fileprivate var words: String {
    switch code {
    case ELOOP: "It is a link, or lies behind one"
    case EINVAL: "The path leads out of the folder"
    default: reason
    }
  }
}
