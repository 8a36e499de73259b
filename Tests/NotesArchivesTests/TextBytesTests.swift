import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesArchives

/// An accent makes one `Character` with the sign before it, and `prefix` with the one behind it.
private let accent = "\u{301}"
private let prefix = "\u{600}"

@Suite("Texts are bytes in archives") struct TextBytesTests {
  private func bytes(_ text: some StringProtocol) -> [UInt8] { Array(text.utf8) }

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
