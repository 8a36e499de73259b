import Foundation
import NotesDisk
import NotesDomain
import NotesTestSupport
import NotesTransfer
import Testing

@testable import NotesArchives
@testable import NotesFiles
@testable import NotesFrontMatter

@Suite("Archives on the disk")
struct DiskArchiveUnpackerTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.file("temporary"), withIntermediateDirectories: true)
  }

  private var unpacker: DiskArchiveUnpacker { DiskArchiveUnpacker(temporaryDirectory: folder.file("temporary")) }

  /// The export that the contract describes.
  private static func kitchen(_ format: ArchiveFormat) -> [UInt8] {
    switch format {
    case .joplin:
      var export = JoplinExport()
      export.add(
        .note, id: "a", title: "Bread", body: "![](:/\(JoplinExport.id("c")))", ["parent_id": JoplinExport.id("1")])
      export.add(.notebook, id: "1", title: "Kitchen")
      export.add(.note, id: "b", title: "Plan", body: "Bake.", ["parent_id": JoplinExport.id("1")])
      export.addResource("c", title: "photo.png", ending: "png", ArchiveUnpackerContract.photo)
      export.add(.tag, id: "d", title: "rye")
      export.add(.noteTag, id: "e", ["note_id": JoplinExport.id("a"), "tag_id": JoplinExport.id("d")])
      export.tar.add("Damaged", [], kind: "0", size: "77777777777")
      return export.bytes
    case .evernote:
      var export = EvernoteExport()
      let photo = EvernoteExport.resource(ArchiveUnpackerContract.photo, type: "image/png", name: "photo.png")
      let hash = "e2c865db4162bed963bfaa9ef6ac18f0"
      export.add("Bread", "<en-media type=\"image/png\" hash=\"\(hash)\"/>", elements: "<tag>rye</tag>" + photo)
      export.notes.append("<note><title>Damaged</title><content>x</title></note>")
      export.add("Plan", "Bake.")
      return export.bytes
    case .json: return Array("[\(kitchen.joined(separator: ",\n"))]\n".utf8)
    case .jsonLines: return Array(kitchen.map { $0 + "\n" }.joined().utf8)
    }
  }

  private static let kitchen = [
    #"{"title":"Bread","tags":["rye"],"notebook":"Kitchen","created":"2026-03-14T09:26:53Z","body":"x"}"#,
    #"{"title":"Damaged","created":"yesterday","body":"x"}"#,
    #"{"title":"Plan","notebook":"Kitchen","body":"Bake."}"#,
  ]

  @Test("Fulfill the contract of their port", arguments: ArchiveUnpackerContract.clauses, ArchiveFormat.allCases)
  func contract(_ clause: ArchiveUnpackerContract.Clause, format: ArchiveFormat) async throws {
    try folder.write(Self.kitchen(format), to: "Kitchen.\(format.rawValue)")
    try await clause.check(
      ArchiveUnpackerContract.Subject(
        unpacker: unpacker, folder: DiskMarkdownFolder(zone: UTC()), files: DiskFiles(),
        archive: folder.file("Kitchen.\(format.rawValue)"),
        hasAttachments: format == .joplin || format == .evernote))
  }

  @Test("Folders and files are readable by their owner only", arguments: ArchiveFormat.allCases)
  func permissions(_ format: ArchiveFormat) throws {
    let unpacked = try UnpackedFolder(Self.kitchen(format), named: "Kitchen.\(format.rawValue)")
    for path in try unpacked.paths + [""] {
      let isFile = path.hasSuffix(".md") || path.hasSuffix(".png")
      #expect(try unpacked.permissions(path) == (isFile ? 0o600 : 0o700), "\(path)")
    }
    #expect(try !unpacked.paths.contains { $0.hasPrefix(".") })
  }

  @Test("The ending of a name may be in upper case")
  func upperCase() throws {
    let unpacked = try UnpackedFolder(Self.kitchen(.evernote), named: "Kitchen.ENEX")
    #expect(try unpacked.notes.count == 2)
  }

  @Test("A file of another format is refused, and leaves nothing", arguments: ArchiveFormat.allCases)
  func otherFormat(_ format: ArchiveFormat) throws {
    // A list without notes is written as an empty file of lines.
    let empty: [[UInt8]] = format == .joplin || format == .evernote ? [[]] : []
    for bytes in empty + [Array("Just text.\n".utf8), Array(0...255), [UInt8](repeating: 0, count: 4096)] {
      let path = folder.file("x.\(format.rawValue)")
      try folder.write(bytes, to: "x.\(format.rawValue)")
      let error = #expect(throws: ArchiveError.self) { try unpacker.unpack(path) }
      guard case .malformed(path, _, _) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("temporary")) == [])
  }

  @Test("Folders and pipes are not read, and pipes are not waited for", arguments: ArchiveFormat.allCases)
  func otherThings(_ format: ArchiveFormat) throws {
    let directory = folder.file("folder.\(format.rawValue)")
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    #expect(throws: ArchiveError.notAFile(path: directory)) { try unpacker.unpack(directory) }
    let pipe = folder.file("pipe.\(format.rawValue)")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(throws: ArchiveError.notAFile(path: pipe)) { try unpacker.unpack(pipe) }
  }

  @Test("A folder that cannot be made is reported")
  func unwritable() throws {
    try folder.write(Self.kitchen(.joplin), to: "a.jex")
    let unpacker = DiskArchiveUnpacker(temporaryDirectory: folder.file("missing"))
    let reason = SystemError(code: ENOENT).reason
    #expect(throws: ArchiveError.unwritable(path: folder.file("missing"), reason: reason)) {
      try unpacker.unpack(folder.file("a.jex"))
    }
  }

  @Test("Thousands of notes with one title have files in a moment", .timeLimit(.minutes(5)))
  func equalTitles() throws {
    let archive = try ArchiveFolder(in: folder.file("temporary"))
    let paths = (0..<30_000).map { _ in archive.reserveNote(title: "Rye", notebook: "") }
    #expect(paths.prefix(3) == ["Rye.md", "Rye 2.md", "Rye 3.md"])
    #expect(archive.reserveNote(title: "Rye 30001", notebook: "") == "Rye 30001.md")
    #expect(archive.reserveNote(title: "rye", notebook: "") == "rye 30002.md")
    #expect(Set(paths).count == 30_000)
  }

  @Test("The folder of a program that was ended is removed by the next import")
  func abandoned() throws {
    try folder.write([1], to: "temporary/notesctl-import-abcdef/Private.md")
    try folder.write([1], to: "temporary/other/a")
    try folder.write([1], to: "outside/a")
    let link = folder.file("temporary/notesctl-import-link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.file("outside"))
    try folder.write(Self.kitchen(.joplin), to: "a.jex")
    let unpacker = unpacker
    let archive = try unpacker.unpack(folder.file("a.jex"))
    unpacker.remove(archive)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.file("temporary")).sorted()
    #expect(left == ["notesctl-import-link", "other"])
    #expect(try folder.read("outside/a") == [1])
  }

  @Test("A folder that is in use stays, also for other programs")
  func inUse() throws {
    try folder.write(Self.kitchen(.joplin), to: "a.jex")
    let (one, other) = (unpacker, unpacker)
    let first = try one.unpack(folder.file("a.jex"))
    let second = try other.unpack(folder.file("a.jex"))
    #expect(FileManager.default.fileExists(atPath: first.directory))
    other.remove(second)
    one.remove(first)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("temporary")) == [])
  }

  @Test("Only a folder of an archive is removed")
  func removal() throws {
    try folder.write([1], to: "mine/a")
    unpacker.remove(UnpackedArchive(directory: folder.file("mine"), root: "/a.jex"))
    #expect(try folder.read("mine/a") == [1])
  }

  @Test(
    "A full disk is reported as such",
    arguments: [
      (ENOSPC, .diskFull(path: "p")), (EDQUOT, .diskFull(path: "p")),
      (EACCES, .unwritable(path: "p", reason: "Permission denied")),
    ] as [(Int32, ArchiveError)])
  func writingFails(_ code: Int32, _ expected: ArchiveError) {
    #expect(ArchiveError(SystemError(code: code), writing: "p") == expected)
  }
}
