import Foundation
import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesFiles

@Suite("Drafts in files")
struct FileDraftStoreTests {
  private let folder: TemporaryFolder
  private let drafts: FileDraftStore

  init() throws {
    folder = try TemporaryFolder()
    drafts = FileDraftStore(settings: DraftSettings(directory: folder.file("state/drafts")))
  }

  @Test("A draft is a file that an editor can change")
  func edit() async throws {
    let draft = try await drafts.create(named: "Bread", text: "Rye")
    try "Rye bread".write(toFile: draft.path, atomically: true, encoding: .utf8)
    #expect(try await drafts.text(of: draft) == "Rye bread")
  }

  @Test("A draft that an editor replaces by another file stays open")
  func open() async throws {
    let draft = try await drafts.create(named: "Bread", text: "Rye")
    let lease = drafts.open(draft)
    try "Rye bread".write(toFile: draft.path, atomically: true, encoding: .utf8)
    #expect(try await drafts.drafts().map(\.isOpen) == [true])
    withExtendedLifetime(lease) {}
  }

  @Test("Nothing is left of a draft that was open and is removed")
  func leavesNothing() async throws {
    let draft = try await drafts.create(named: "Bread", text: "Rye")
    do { _ = drafts.open(draft) }
    try await drafts.remove(draft)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("state/drafts")).isEmpty)
  }

  @Test("Fulfills the contract of its port", arguments: DraftStoreContract.clauses)
  func contract(_ clause: DraftStoreContract.Clause) async throws {
    try await clause.check(drafts)
  }

  @Test("Drafts are readable by their owner only")
  func permissions() async throws {
    let draft = try await drafts.create(named: "Bread", text: "Rye")
    let name = try #require(draft.path.split(separator: "/").last)
    #expect(try folder.permissions("state/drafts/" + name) == 0o600)
    #expect(try folder.permissions("state/drafts") == 0o700)
    #expect(try folder.permissions("state") == 0o700)
  }

  @Test("A draft that is not UTF-8 is refused with the offset")
  func notUTF8() async throws {
    let draft = try await drafts.create(named: "Bread", text: "")
    try Data("é".utf8 + [0x61, 0xC3, 0x28]).write(to: URL(fileURLWithPath: draft.path))
    await #expect(throws: DraftError.notUTF8(path: draft.path, offset: 3)) { try await drafts.text(of: draft) }
  }

  @Test("A folder that cannot be created is an error")
  func unwritable() async throws {
    try folder.write([1], to: "file")
    let drafts = FileDraftStore(settings: DraftSettings(directory: folder.file("file/drafts")))
    await #expect(throws: DraftError.unwritable(path: folder.file("file/drafts"), reason: "Not a directory")) {
      try await drafts.create(named: "x", text: "")
    }
  }
}
