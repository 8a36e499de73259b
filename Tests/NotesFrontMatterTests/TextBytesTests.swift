import NotesDomain
import NotesTestSupport
import NotesTransfer
import Testing

@testable import NotesFrontMatter

/// An accent makes one `Character` with the sign before it, and `prefix` with the one behind it.
private let accent = "\u{301}"
private let prefix = "\u{600}"

@Suite("Texts are bytes in front matter") struct TextBytesTests {
  private func bytes(_ text: some StringProtocol) -> [UInt8] { Array(text.utf8) }

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
}
