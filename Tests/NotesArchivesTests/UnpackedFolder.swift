import Foundation
import NotesDisk
import NotesDomain
import NotesTestSupport
import NotesTransfer
import Testing

@testable import NotesArchives
@testable import NotesFiles
@testable import NotesFrontMatter

/// An archive that a test wrote and unpacked, in a folder that is removed with it.
final class UnpackedFolder {
  let problems: [ArchiveProblem]
  private let folder: TemporaryFolder
  private let directory: String

  /// Writes an archive and unpacks it.
  init(_ bytes: [UInt8], named name: String) throws {
    folder = try TemporaryFolder()
    try folder.write(bytes, to: name)
    try FileManager.default.createDirectory(atPath: folder.file("temporary"), withIntermediateDirectories: true)
    let unpacker = DiskArchiveUnpacker(temporaryDirectory: folder.file("temporary"))
    let archive = try unpacker.unpack(folder.file(name))
    (directory, problems) = (archive.directory, archive.problems)
  }

  convenience init(_ export: JoplinExport) throws { try self.init(export.bytes, named: "Export.jex") }

  convenience init(_ export: EvernoteExport) throws { try self.init(export.bytes, named: "Export.enex") }

  /// The paths of the notes, in ascending order.
  var notes: [String] {
    get throws { try MarkdownFileEnumerator(path: directory).entries().map(\.path) }
  }

  /// The paths of all files and folders, in ascending order.
  var paths: [String] {
    get throws { try FileManager.default.subpathsOfDirectory(atPath: directory).sorted() }
  }

  /// The names of the files that were made for the archive, before they are removed.
  var leftovers: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.file("temporary")).sorted() }
  }

  func permissions(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path.isEmpty ? directory : directory + "/" + path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
  }

  func bytes(_ path: String) throws -> [UInt8] {
    try FileContents(path: directory + "/" + path, limit: .max).bytes
  }

  /// The whole file of a note.
  func text(_ path: String) throws -> String { String(decoding: try bytes(path), as: UTF8.self) }

  /// The text of a note, after its front matter.
  func body(_ path: String) throws -> String {
    let bytes = try bytes(path)
    return String(decoding: bytes[MarkdownFile(bytes).body], as: UTF8.self)
  }

  /// Reads a note as an import does.
  func document(_ path: String) throws -> MarkdownDocument {
    var document = MarkdownDocument(
      path: path, fileModified: FixedClock.start, body: try body(path), digest: ContentDigest(value: 0))
    let text = try text(path)
    let parts = MarkdownFile(Array(text.utf8))
    let frontMatter = Array(text.utf8)[try #require(parts.frontMatter)]
    try FrontMatterReader(String(decoding: frontMatter, as: UTF8.self), zone: FixedOffset()).read(into: &document)
    return document
  }
}

/// A time zone without an offset.
private struct FixedOffset: TimeZoneOffsets {
  func secondsEastOfUTC(at time: Timestamp) -> Int { 0 }
}
