import Foundation
import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesFiles

/// A sign that makes one `Character` with the one behind it.
private let prefix = "\u{600}"

@Suite("Texts are bytes in files") struct TextBytesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func bytes(_ text: some StringProtocol) -> [UInt8] { Array(text.utf8) }

  @Test func `each draft has a lock of its own, in a folder of any name`() async throws {
    let directory = folder.file(String(repeating: "\u{FC}", count: 40))
    let drafts = FileDraftStore(settings: DraftSettings(directory: directory))
    let (open, other) = (
      try await drafts.create(named: "Bread", text: "a"), try await drafts.create(named: "Tea", text: "b")
    )
    let lease = drafts.open(open)
    let stored = try await drafts.drafts()
    #expect(stored.filter(\.isOpen).map(\.draft.path) == [open.path])
    #expect(stored.filter { !$0.isOpen }.map(\.draft.path) == [other.path])
    withExtendedLifetime(lease) {}
  }

  @Test func `drafts and templates have names that end with a mark`() async throws {
    let drafts = FileDraftStore(settings: DraftSettings(directory: folder.path))
    _ = try await drafts.create(named: "x\(prefix)", text: "a")
    #expect(try await drafts.drafts().map { bytes($0.name) } == [bytes("x\(prefix)")])
    try folder.write("x".utf8, to: "templates/y\(prefix).md")
    let templates = FileNoteTemplates(settings: NoteTemplateSettings(directory: folder.file("templates")))
    #expect(try templates.names().map(bytes) == [bytes("y\(prefix)")])
  }
}
