import NotesDomain
import NotesTestSupport
import NotesTransfer
import Testing

@testable import NotesFiles
@testable import NotesFrontMatter

@Suite("Attachments in front matter")
struct AttachmentFrontMatterTests {
  private let folder: TemporaryFolder
  private let vault = DiskMarkdownFolder(zone: UTC())

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

  @Test("A file without the key differs from one with an empty list")
  func nothing() throws {
    #expect(try document("title: a").attachments == nil)
    #expect(try document("note-attachments:").attachments == nil)
    #expect(try document("note-attachments: []").attachments == [])
  }

  @Test("Another program's key is preserved")
  func foreign() throws {
    let read = try document("attachments: [x.png]")
    #expect(read.attachments == nil && read.foreignFrontMatter == "attachments: [x.png]\n")
  }

  @Test(
    "Only a list of different paths is accepted",
    arguments: ["x.png", "[[a]]", "{a: b}", "[a/x.png, a/x.png]"])
  func malformed(_ value: String) throws {
    let read = try document("note-attachments: \(value)")
    #expect(read.attachments == nil && read.frontMatterProblem != nil)
    #expect(read.foreignFrontMatter == "note-attachments: \(value)\n")
  }

  @Test(
    "Missing attachments need a digest, a size and a valid name",
    arguments: ["x.png", "[a]", "[aa 3 a]", "['\(BlobDigest.of([1])) -1 a']", "['\(BlobDigest.of([1])) 1 ..']"])
  func malformedMissing(_ value: String) throws {
    let malformed = try document("note-attachments-missing: \(value)")
    #expect(malformed.missingAttachments.isEmpty && malformed.frontMatterProblem != nil)
    let read = try document("note-attachments-missing: ['\(BlobDigest.of([1])) 1 a b']")
    #expect(read.missingAttachments == [.sample("a b", [1])] && read.attachments == nil)
  }

  @Test("A missing attachment keeps a path that is not the default one")
  func missingPath() throws {
    let photo = try #require(
      Attachment(name: "a b.png", digest: .of([1]), size: 1, path: "images/Über uns/b.png"))
    let document = MarkdownDocument(
      path: "b.md", fileModified: FixedClock.start, missingAttachments: [photo], body: "b",
      digest: ContentDigest(value: 0))
    try vault.write(document, in: folder.path, replacing: true)
    let read = try vault.read(MarkdownFileEntry(path: "b.md", bytes: 1), in: folder.path)
    #expect(read.missingAttachments == [photo])
    let hidden = try self.document("note-attachments-missing: ['\(BlobDigest.of([1])) 1 a/.git/config']")
    #expect(hidden.missingAttachments.isEmpty && hidden.frontMatterProblem != nil)
  }

  @Test("An empty list is written as one, and no list is not written")
  func writing() throws {
    for attachments in [nil, [], ["attachments/a/b.jpg"]] as [[String]?] {
      let document = MarkdownDocument(
        path: "b.md", fileModified: FixedClock.start, attachments: attachments, body: "b",
        digest: ContentDigest(value: 0))
      try vault.write(document, in: folder.path, replacing: true)
      #expect(try vault.read(MarkdownFileEntry(path: "b.md", bytes: 1), in: folder.path).attachments == attachments)
    }
  }
}
