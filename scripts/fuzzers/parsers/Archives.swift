import Foundation
import NotesDomain
import NotesTransfer

@testable import NotesArchives
@testable import NotesFiles

/// Exports of other programs, and notes as JSON, which are unpacked to folders of Markdown.
enum Archives {
  /// The folder of the archive and of what it is unpacked to; in memory where the system has such a folder.
  private static let folder: String = {
    let parent =
      FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : FileManager.default.temporaryDirectory.path
    let path = parent + "/notesctl-fuzzer-\(ProcessInfo.processInfo.processIdentifier)"
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return path
  }()

  static func check(_ bytes: [UInt8], as format: ArchiveFormat) {
    let path = "\(folder)/Export.\(format.rawValue)"
    guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else { fatalError("\(path)") }
    let first = notes(path)
    Fuzzing.check(notes(path) == first, "two readings differ")
  }

  /// Unpacks an archive, and returns its notes with the problems; `nil` if it is no archive of its format.
  private static func notes(_ path: String) -> Unpacked? {
    let unpacker = DiskArchiveUnpacker(temporaryDirectory: folder)
    let archive: UnpackedArchive
    do {
      archive = try unpacker.unpack(path)
    } catch {
      guard case .malformed = error else { fatalError("an unexpected error: \(error)") }
      return nil
    }
    defer { unpacker.remove(archive) }
    for problem in archive.problems {
      // A malformed note may have no title.
      if case .malformed = problem.reason { continue }
      Fuzzing.check(!problem.item.isEmpty, "a problem of nothing: \(problem)")
    }
    let markdown = DiskMarkdownFolder(zone: Greenwich())
    do {
      let documents = try markdown.entries(in: archive.directory).map { entry in
        var document = try markdown.read(entry, in: archive.directory)
        document.fileModified = Timestamp(millisecondsSince1970: 0)
        return document
      }
      for document in documents {
        Fuzzing.check(
          document.frontMatterProblem == nil || path.hasSuffix("json"), "unreadable front matter in \(document.path)")
        for file in document.attachments ?? [] {
          _ = try DiskFiles().describe(.inside(folder: archive.directory, path: file))
        }
      }
      return Unpacked(documents: documents, problems: archive.problems)
    } catch {
      fatalError("what was unpacked cannot be imported: \(error)")
    }
  }

  /// The result of unpacking.
  private struct Unpacked: Equatable {
    let documents: [MarkdownDocument]
    let problems: [ArchiveProblem]
  }
}
