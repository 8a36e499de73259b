import Foundation
import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesFiles

@Suite("Files on the disk")
struct DiskFilesTests {
  private let folder: TemporaryFolder
  private let files = DiskFiles()

  init() throws {
    folder = try TemporaryFolder()
  }

  private func inside(_ path: String) -> FileLocation { .inside(folder: folder.path, path: path) }

  @Test(
    "Fulfill the contract of their port, with unnamed and named temporary files",
    arguments: FileAccessContract.clauses, [TemporaryFile.Kind.unnamed, .named])
  func contract(_ clause: FileAccessContract.Clause, kind: TemporaryFile.Kind) async throws {
    let files = DiskFiles(temporaryKind: kind)
    try await clause.check(FileAccessContract.Subject(files: files, folder: folder.path))
  }

  #if os(Linux)
    @Test("A file that is being written leaves nothing in the folder until it is finished", arguments: [false, true])
    func unfinished(isReplacing: Bool) throws {
      if isReplacing { try folder.write([1], to: "photo.jpg") }
      let before = try folder.names()
      let writer = try files.create(inside("photo.jpg"), replacing: isReplacing)
      try writer.append([2])
      #expect(try folder.names() == before)
      #expect(try writer.finish(as: .of([2])))
      #expect(try folder.names() == ["photo.jpg"])
      #expect(try folder.read("photo.jpg") == [2])
    }
  #endif

  @Test("Devices and pipes are not replaced", arguments: [false, true])
  func specialFiles(isReplacing: Bool) throws {
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    for path in ["/dev/null", folder.file("pipe")] {
      #expect(throws: FileError.notReplaceable(path: path)) {
        try files.create(.path(path), replacing: isReplacing)
      }
    }
    #expect(try folder.names() == ["pipe"])
  }

  @Test("A file is readable by its owner only, and nothing is left beside it, finished or not")
  func permissions() throws {
    let writer = try files.create(inside("Kitchen/photo.jpg"), replacing: false)
    try writer.append([1])
    #expect(try writer.finish(as: .of([1])))
    try files.create(inside("Kitchen/other.jpg"), replacing: false).append([2])
    #expect(throws: FileError.self) { try files.create(inside("Kitchen/photo.jpg"), replacing: false) }
    #expect(try folder.permissions("Kitchen/photo.jpg") == 0o600)
    let again = try files.create(inside("Kitchen/photo.jpg"), replacing: true)
    #expect(try again.finish(as: .of([])))
    #expect(try folder.permissions("Kitchen/photo.jpg") == 0o600)
    #expect(try folder.permissions("Kitchen") == 0o700)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("Kitchen")) == ["photo.jpg"])
  }

  @Test("A file of several pieces is read completely")
  func longFile() throws {
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    try folder.write(bytes, to: "long")
    let location = FileLocation.path(folder.file("long"))
    #expect(try files.describe(location).size == 3_000_000)
    #expect(try files.read(location, from: 1_048_000, limit: 1000) == Array(bytes[1_048_000..<1_049_000]))
    try folder.write(Array("abc".utf8), to: "short")
    #expect(
      try files.describe(.path(folder.file("short"))).digest.description
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test("Folders and pipes are not read as files, and pipes are not waited for")
  func otherThings() throws {
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    #expect(throws: FileError.notAFile(path: folder.file("pipe"))) {
      try files.describe(.path(folder.file("pipe")))
    }
    #expect(throws: FileError.notAFile(path: folder.path)) { try files.describe(.path(folder.path)) }
    #expect(throws: FileError.notAFile(path: folder.path + "/")) { try files.describe(.path(folder.path + "/")) }
    #expect(throws: FileError.notAFile(path: folder.path)) { try files.create(.path(folder.path), replacing: true) }
  }

  @Test("A link is followed in a path from the user, and not inside a folder")
  func links() throws {
    let secret = try TemporaryFolder()
    try secret.write(Array("secret".utf8), to: "key")
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: secret.file("key"))
    try manager.createSymbolicLink(atPath: folder.file("linked"), withDestinationPath: secret.path)
    #expect(try files.describe(.path(folder.file("link"))).size == 6)
    for path in ["link", "linked/key"] {
      #expect(throws: FileError.self, "\(path)") { try files.describe(inside(path)) }
      #expect(throws: FileError.self, "\(path)") { try files.read(inside(path), from: 0, limit: 9) }
    }
    #expect(throws: FileError.self) { try files.create(inside("linked/new"), replacing: false) }
    #expect(try secret.names() == ["key"])
    // Replaces the link, not its target.
    let writer = try files.create(inside("link"), replacing: true)
    try writer.append([1])
    #expect(try writer.finish(as: .of([1])))
    #expect(try secret.read("key") == Array("secret".utf8))
    #expect(try folder.read("link") == [1])
  }

  @Test("A missing folder in a path from the user is not created")
  func missingFolder() throws {
    let location = FileLocation.path(folder.file("no/photo.jpg"))
    #expect(throws: FileError.self) { try files.create(location, replacing: false) }
    #expect(try folder.names() == [])
  }
}
