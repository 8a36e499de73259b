import Foundation
import NotesDomain
import NotesFronts
import NotesTestSupport
import Testing

@testable import NotesFiles

@Suite("Configuration files on the disk") struct DiskConfigurationFilesTests {
  private let folder: TemporaryFolder
  private let files = DiskConfigurationFiles()
  private var path: String { folder.file("notesctl/config.yaml") }

  init() throws { folder = try TemporaryFolder() }

  @Test("Fulfill the contract of their port", arguments: ConfigurationFilesContract.clauses)
  func contract(_ clause: ConfigurationFilesContract.Clause) async throws {
    let path = path
    try await clause.check(
      ConfigurationFilesContract.Subject(files: files, path: path) {
        try Data($0.utf8).write(to: URL(fileURLWithPath: path))
      })
  }

  @Test func `a created file and its folder are for their owner only`() throws {
    try files.create(path, containing: "editor: vim\n")
    #expect(try folder.permissions("notesctl") == 0o700)
    #expect(try folder.permissions("notesctl/config.yaml") == 0o600)
  }

  @Test func `a link to a file is followed`() throws {
    try folder.write(Data("editor: vim\n".utf8), to: "dotfile.yaml")
    try FileManager.default.createSymbolicLink(atPath: folder.file("link.yaml"), withDestinationPath: "dotfile.yaml")
    #expect(try files.read(folder.file("link.yaml"))?.entries.map(\.value) == ["vim"])
  }

  @Test(arguments: [(0o666, false), (0o664, true), (0o644, true)])
  func `a file that all users can write is refused`(permissions: Int, isAccepted: Bool) throws {
    try folder.write(Data("editor: vim\n".utf8), to: "config.yaml")
    let path = folder.file("config.yaml")
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
    if isAccepted {
      #expect(try files.read(path) != nil)
    } else {
      #expect(throws: ConfigurationFileError.writableByOthers(path: path)) { try files.read(path) }
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
  func `a file of another user is refused`() throws {
    try folder.write(Data("editor: vim\n".utf8), to: "config.yaml")
    let path = folder.file("config.yaml")
    try FileManager.default.setAttributes([.ownerAccountID: 12_345], ofItemAtPath: path)
    #expect(throws: ConfigurationFileError.writableByOthers(path: path)) { try files.read(path) }
  }

  @Test func `a folder, and bytes that are not UTF-8, are reported`() throws {
    #expect(throws: ConfigurationFileError.self) { try files.read(folder.path) }
    try folder.write(Data([0xFF]), to: "bad.yaml")
    #expect(throws: ConfigurationFileError.unreadable(path: folder.file("bad.yaml"), reason: "it is not UTF-8")) {
      try files.read(folder.file("bad.yaml"))
    }
  }

  @Test(arguments: [
    ("a: [", 2), ("a:\n - b\n", 2), ("searches:\n  a:\n    b: c\n", 3), ("? [a]\n: b\n", 1), ("a: b\n!tag a: c\n", 2),
  ])
  func `invalid YAML and other structures are reported with their line`(text: String, line: Int) throws {
    try folder.write(Data(text.utf8), to: "bad.yaml")
    let error = #expect(throws: ConfigurationFileError.self) { try files.read(folder.file("bad.yaml")) }
    guard case .malformed(let location, _) = error else { throw CancellationError() }
    #expect(location.line == line)
  }
}
