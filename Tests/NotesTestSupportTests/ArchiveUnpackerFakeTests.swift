import NotesDomain
import NotesTestSupport
import NotesTransfer
import Testing

@Suite("The archives in memory")
struct ArchiveUnpackerFakeTests {
  private let folder = InMemoryMarkdownFolder()
  private let files = InMemoryFiles()

  @Test("Fulfill the contract of their port", arguments: ArchiveUnpackerContract.clauses)
  func contract(_ clause: ArchiveUnpackerContract.Clause) async throws {
    let archives = InMemoryArchiveUnpacker(folder: folder, files: files)
    let photo = "attachments/Kitchen/Bread/photo.png"
    let bread = MarkdownDocument(
      path: "Kitchen/Bread.md", title: "Bread", tags: ["rye"].compactMap { NotesDomain.Tag($0) },
      created: FixedClock.start, fileModified: FixedClock.start, attachments: [photo],
      body: "![photo](../\(photo))\n", digest: ContentDigest(value: 0))
    let plan = MarkdownDocument(
      path: "Kitchen/Plan.md", title: "Plan", fileModified: FixedClock.start, body: "Bake.\n",
      digest: ContentDigest(value: 0))
    let problem = ArchiveProblem(item: "Damaged", reason: .malformed(line: 3, detail: "unexpected end"))
    archives.add(
      [bread, plan], attachments: [photo: ArchiveUnpackerContract.photo], problems: [problem],
      at: "/exports/Kitchen.jex")
    try await clause.check(
      ArchiveUnpackerContract.Subject(
        unpacker: archives, folder: folder, files: files, archive: "/exports/Kitchen.jex"))
  }

  @Test("Know the folders that were not removed")
  func directories() throws {
    let archives = InMemoryArchiveUnpacker(folder: folder, files: files)
    archives.add([], at: "/a.enex")
    let archive = try archives.unpack("/a.enex")
    #expect(archives.directories == [archive.directory])
    archives.remove(archive)
    #expect(archives.directories == [])
  }

  @Test("Fail when a test says so")
  func failure() {
    let archives = InMemoryArchiveUnpacker(folder: folder, files: files)
    archives.failure = .diskFull(path: "/tmp")
    #expect(throws: ArchiveError.diskFull(path: "/tmp")) { try archives.unpack("/a.jex") }
  }
}
