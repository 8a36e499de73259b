import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesPersistence

@Suite("The attachments of a file of Markdown")
struct AttachmentFrontMatterTests {
  private let folder: TemporaryFolder
  private let vault = MarkdownVault()

  init() throws {
    folder = try TemporaryFolder()
  }

  private func document(_ frontMatter: String) throws -> MarkdownDocument {
    try folder.write("---\n\(frontMatter)\n---\nText.\n".utf8, to: "a.md")
    return try vault.read(MarkdownFileEntry(path: "a.md", bytes: 1), in: folder.path)
  }

  @Test("They are listed by their paths")
  func list() throws {
    let read = try document("note-attachments:\n  - attachments/a/b.jpg\n  - \"attachments/a/c d.pdf\"")
    #expect(read.attachments == ["attachments/a/b.jpg", "attachments/a/c d.pdf"])
    #expect(read.foreignFrontMatter == "")
  }

  @Test("A file that says nothing of them is not one that has none")
  func nothing() throws {
    #expect(try document("title: a").attachments == nil)
    #expect(try document("note-attachments:").attachments == nil)
    #expect(try document("note-attachments: []").attachments == [])
  }

  @Test("What other programs call attachments is left alone")
  func foreign() throws {
    let read = try document("attachments: [x.png]")
    #expect(read.attachments == nil && read.foreignFrontMatter == "attachments: [x.png]\n")
  }

  @Test(
    "Anything else than a list of paths with different names is refused",
    arguments: ["x.png", "[[a]]", "{a: b}", "[a/x.png, b/x.png]"])
  func malformed(_ value: String) throws {
    #expect(throws: MarkdownFileError.self) { try document("note-attachments: \(value)") }
  }

  @Test(
    "What is not in the folder is named with its digest and size, and nothing else is",
    arguments: ["x.png", "[a]", "[aa 3 a]", "['\(BlobDigest.of([1])) -1 a']", "['\(BlobDigest.of([1])) 1 ..']"])
  func malformedMissing(_ value: String) throws {
    #expect(throws: MarkdownFileError.self) { try document("note-attachments-missing: \(value)") }
    let read = try document("note-attachments-missing: ['\(BlobDigest.of([1])) 1 a b']")
    #expect(read.missingAttachments == [.sample("a b", [1])] && read.attachments == nil)
  }

  @Test("No files are written as none, and nothing as nothing")
  func writing() throws {
    for attachments in [nil, [], ["attachments/a/b.jpg"]] as [[String]?] {
      let document = MarkdownDocument(
        path: "b.md", fileModified: FixedClock.start, attachments: attachments, body: "b",
        digest: ContentDigest(value: 0))
      try vault.write(document, in: folder.path)
      #expect(try vault.read(MarkdownFileEntry(path: "b.md", bytes: 1), in: folder.path).attachments == attachments)
    }
  }
}
