import Foundation
import NotesDisk
import NotesDomain
import NotesTransfer
import Synchronization

/// Archives on the disk, unpacked into the system's folder for temporary files.
struct DiskArchiveUnpacker: ArchiveUnpacker {
  /// The folder in which archives are unpacked.
  var temporaryDirectory = FileManager.default.temporaryDirectory.path
  /// The descriptor of standard input.
  var standardInput = STDIN_FILENO
  private let locks = ArchiveLocks()

  func unpack(_ path: String) throws(ArchiveError) -> UnpackedArchive {
    guard let format = ArchiveFormat(path: path) else { throw .unknownFormat(path: path) }
    do {
      let opened = path == ArchiveFormat.standardInput ? nil : (try OpenFile(.path(path)), try canonicalPath(of: path))
      ArchiveFolder.removeAbandoned(in: temporaryDirectory)
      let folder = try ArchiveFolder(in: temporaryDirectory)
      do {
        let (file, root) = try opened ?? copyStandardInput(to: folder)
        let problems =
          switch format {
          case .joplin: try JoplinArchive(file, path: path).unpack(into: folder)
          case .evernote: try EvernoteArchive(file, path: path).unpack(into: folder)
          case .json, .jsonLines: try JSONArchive(file, path: path).unpack(into: folder)
          }
        folder.discard(Self.scratch)
        locks.keep(folder)
        return UnpackedArchive(directory: folder.path, root: root, problems: problems)
      } catch {
        folder.remove()
        throw error
      }
    } catch {
      throw ArchiveError(error, path: path)
    }
  }

  func remove(_ archive: UnpackedArchive) {
    ArchiveFolder(path: archive.directory).remove()
    locks.release(archive.directory)
  }

  /// The hidden folder of the copy of standard input.
  private static let scratch = ".input"

  /// Copies standard input to a scratch file. Its fingerprint is a part of the root: of two inputs, equal paths are
  /// different notes, while the same input again is the same import.
  private func copyStandardInput(to folder: ArchiveFolder) throws -> (OpenFile, root: String) {
    let path = Self.scratch + "/json"
    let writer = try folder.createFile(at: path)
    var digest = ContentDigest(of: [])
    while case let bytes = try FileContents.readStream(standardInput, limit: 1 << 16), !bytes.isEmpty {
      digest.append(bytes)
      try writer.append(bytes)
    }
    try writer.finish()
    return (try folder.open(path), "/dev/stdin/\(digest.value.hexadecimal)")
  }

  private func canonicalPath(of path: String) throws -> String {
    guard let resolved = realpath(path, nil) else { throw SystemError.current }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

/// The locks of the folders that were unpacked and not removed yet.
private final class ArchiveLocks: Sendable {
  private let locks = Mutex<[String: FileLock]>([:])

  func keep(_ folder: ArchiveFolder) { locks.withLock { $0[folder.path] = folder.lock } }

  func release(_ path: String) { locks.withLock { $0[path] = nil } }
}

extension ArchiveError {
  /// Translates an error of reading an archive. Errors of writing are translated where they occur.
  fileprivate init(_ error: any Error, path: String) {
    switch error {
    case let error as ArchiveError: self = error
    case FileError.notAFile: self = .notAFile(path: path)
    case let error as SystemError:
      switch error.code {
      case ENOENT, ENOTDIR: self = .missing(path: path)
      case EISDIR: self = .notAFile(path: path)
      default: self = .unreadable(path: path, reason: error.reason)
      }
    // The adapter throws no other errors.
    default: self = .unreadable(path: path, reason: "\(error)")
    }
  }

  /// Translates an error of writing to the folder of an archive.
  init(_ error: SystemError, writing path: String) {
    switch error.code {
    case ENOSPC, EDQUOT: self = .diskFull(path: path)
    default: self = .unwritable(path: path, reason: error.reason)
    }
  }
}
