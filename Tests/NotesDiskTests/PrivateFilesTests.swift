import Foundation
import NotesDisk
import NotesTestSupport
import Testing

/// The calls of the system that adapters share.
@Suite struct PrivateFilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // An accent makes one `Character` with the sign before it, and U+0600 with the one behind it.
  @Test(arguments: [
    ("a/\u{301}b", "a"), ("/\u{301}b", "/"), ("a\u{600}/b", "a\u{600}"), ("a\u{600}/b/", "a\u{600}"),
    ("/", "/"), ("a", ""), ("", ""), ("//a", "/"),
  ])
  func `the folder of a path ends at the last slash`(path: String, parent: String) {
    #expect(Array(path.parentPath.utf8) == Array(parent.utf8))
  }

  @Test func `a file replaces another one as a whole, readable by its owner only`() throws {
    // Given
    try folder.write("old and longer".utf8, to: "a.txt")
    // When
    try PrivateFiles.write(["new"], to: folder.file("a.txt"), isDurable: true)
    // Then
    #expect(try folder.read("a.txt") == Array("new".utf8))
    #expect(try folder.permissions("a.txt") == 0o600 && folder.names() == ["a.txt"])
  }

  @Test func `missing folders are made for their owner only, and present ones are left`() throws {
    try PrivateFiles.makeFolder(folder.file("a/b"))
    try PrivateFiles.makeFolder(folder.file("a/b"))
    #expect(try folder.permissions("a") == 0o700 && folder.permissions("a/b") == 0o700)
  }

  @Test func `a failed call says why`() {
    #expect(throws: SystemError.self) { try PrivateFiles.write(["x"], to: "/dev/null/x", isDurable: false) }
    #expect(SystemError(code: ENOSPC).reason == "No space left on device")
  }
}
