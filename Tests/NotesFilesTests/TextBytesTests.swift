import Foundation
import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesFiles

/// An accent makes one `Character` with the sign before it, and `prefix` with the one behind it.
private let accent = "\u{301}"
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

  @Test(
    arguments: [
      ("tags: a,\(accent)b", ["a", "\(accent)b"]), ("tags: a\(prefix) b", ["a\(prefix)", "b"]),
      ("tags: ['a,\(accent)b']", ["a", "\(accent)b"]), ("tags: ['a \(accent)b']", ["a-\(accent)b"]),
    ] as [(String, [String])])
  func `tags in front matter are split at commas and spaces`(line: String, tags: [String]) {
    let document = YAMLDocumentParser(zone: UTC()).document("---\n\(line)\n---\nx", modified: FixedClock.start)
    #expect(document.tags.map { bytes($0.name) } == tags.map(bytes))
  }

  @Test func `front matter that is not valid keeps what follows a colon`() {
    let reader = LenientFrontMatterReader("modified:\n  #\(accent) a\n", zone: UTC())
    #expect(reader.hasOpenModified)
    #expect(bytes(reader.exported(besides: [], modified: "x")) == bytes("modified: x\n  #\(accent) a\n"))
  }

  @Test(arguments: [
    ("*\(accent)a*", "\\*\(accent)a\\*"), ("#\(accent)a", "#\(accent)a"), ("- \(accent)a", "\\- \(accent)a"),
    ("a`\(accent)", "a\\`\(accent)"), ("[[\(accent)a", "\\[[\(accent)a"), ("e\u{301}_a", "e\u{301}_a"),
    ("\(prefix)*a*", "\(prefix)\\*a\\*"),
  ])
  func `signs of Markdown are escaped`(text: String, escaped: String) {
    #expect(bytes(MarkdownText.escaped(text, after: nil, before: nil, isInLink: false)) == bytes(escaped))
  }

  @Test func `the parts of an archive's texts are found by bytes`() {
    #expect(bytes("a|\(accent)b".inTableCell) == bytes("a\\|\(accent)b"))
    #expect(bytes(MarkdownText.escapedLabel("[\(accent)]\\")) == bytes("\\[\(accent)\\]\\\\"))
    #expect(ArchiveMetadata.tags(["a//\(accent)b"]).map { bytes($0.name) } == [bytes("a/\(accent)b")])
    #expect(ENMLStyle("a:b\(prefix);--en-codeblock:true").isCodeBlock)
  }
}
