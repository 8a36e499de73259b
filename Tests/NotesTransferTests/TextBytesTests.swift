import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesTransfer

/// An accent makes one `Character` with the sign before it.
private let accent = "\u{301}"

@Suite("Paths are bytes in imports") struct TextBytesTests {
  private func bytes(_ text: some StringProtocol) -> [UInt8] { Array(text.utf8) }

  private func source(nested: [String] = [], former: [String] = []) -> ImportSource {
    ImportSource(
      directory: "/n", root: "/n", entries: [], files: LinkedFiles([]), nested: nested,
      former: Set(former.map(PathKey.init)), missing: [], recorded: [:], owners: [:], paths: [])
  }

  private func record(_ directory: String, _ path: String) -> ImportRecord {
    ImportRecord(directory: directory, path: path, digest: ContentDigest(value: 1), note: .sample(1))
  }

  @Test func `a file is recorded inside of a folder whose files begin with an accent`() {
    let paths = source(nested: ["a/", "e\u{301}/"]).recordedPaths(of: "a/\(accent)b.md")
    #expect(paths.map(bytes) == ["a/\(accent)b.md", "\(accent)b.md"].map(bytes))
    #expect(source(nested: ["e\u{301}/"]).recordedPaths(of: "\u{E9}/b.md").count == 1)
  }

  @Test func `folders of both forms of composition are two`() {
    let source = source(former: ["/e\u{301}"])
    #expect(!source.isFormer(record("/\u{E9}", "a.md")) && source.isFormer(record("/e\u{301}", "a.md")))
    #expect(source.isRecord(record("/n", "a.md"), of: "a.md") && !source.isRecord(record("/N", "a.md"), of: "a.md"))
  }

  @Test func `files of both forms of composition are two attachments`() {
    let names = ["\u{FC}.png", "u\u{308}.png"]
    func attachment(_ name: String, _ number: UInt8) -> NotesDomain.Attachment? {
      NotesDomain.Attachment(name: name, digest: .sample(number), size: 1, path: "img/\(name)")
    }
    let known = zip(names, [1, 2] as [UInt8]).compactMap { attachment($0, $1) }
    let changed = [attachment(names[1], 3)].compactMap(\.self).map { attachment in
      ImportedAttachments.Found.File(path: attachment.path, attachment: attachment)
    }
    let attachments = ImportedAttachments.Found(files: changed).attachments(over: known)
    #expect(attachments.named(names[0])?.digest == .sample(1))
    #expect(attachments.named(names[1])?.digest == .sample(3) && attachments.count == 2)
  }
}
