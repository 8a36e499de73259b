import NotesDomain
import NotesTestSupport
import NotesTransfer
import Testing

@testable import NotesFiles
@testable import NotesFrontMatter

@Suite("Documents on standard input")
struct YAMLDocumentParserTests {
  private let parser = YAMLDocumentParser(zone: UTC())

  @Test("Fulfill the contract of their port", arguments: MarkdownDocumentParserContract.clauses)
  func contract(_ clause: MarkdownDocumentParserContract.Clause) async throws { try await clause.check(parser) }

  @Test("Are read like a file of a folder, which keeps a key 'notebook'")
  func likeFiles() throws {
    let text = "---\ntitle: Rye\nnotebook: Kitchen\n# a comment\naliases: [Roggen]\n---\r\nBake.\r\n"
    let folder = try TemporaryFolder()
    try folder.write(text.utf8, to: "vault/document.md")
    let entry = MarkdownFileEntry(path: "document.md", bytes: text.utf8.count)
    var file = try DiskMarkdownFolder(zone: UTC()).read(entry, in: folder.file("vault"))
    #expect(file.foreignFrontMatter == "notebook: Kitchen\n# a comment\naliases: [Roggen]\n")
    file.foreignFrontMatter = "# a comment\naliases: [Roggen]\n"
    file.path = "Kitchen/document.md"
    #expect(parser.document(text, modified: file.fileModified) == file)
  }

  @Test("Have a byte order mark before the front matter removed")
  func byteOrderMark() {
    let document = parser.document("\u{FEFF}---\ntitle: Rye\n---\nx", modified: FixedClock.start)
    #expect(document.title == "Rye" && document.body == "x")
  }

  @Test("Between rules are text, if no line there has a key")
  func rules() {
    let text = "---\nJust a line.\n---\nx"
    #expect(parser.document(text, modified: FixedClock.start).body == text)
  }
}
