import Foundation
import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesPersistence

/// The rules by which tags, names, links and words are found in texts, of which stores keep the results.
@Suite("Rules of the indexes") struct IndexRulesTests {
  /// What the rules find in the samples since ``NoteSchema/rulesVersion``.
  private static let recorded = ContentDigest(value: 9_439_127_048_641_750_308)

  /// Pieces of texts that the rules tell apart.
  private static let pieces = [
    "#rye", "#a/b", "#1", "#\u{301}", "#️⃣ ", "#ü", "[[Rye]]", "[[a|b]]", "[x](rye.md)", "[[../a]]", "![[a.png]]", "`",
    "```\n", "    ",
    "<!--", "-->", "\n", "\n\n", "> ", "- ", "# ", "\\", "é", "e\u{301}", "在Windows上", "ß", "\u{600}", "/", "|",
    "---\n", "x", " ", "&amp;", "[x\n", "](rye.md)", "|---|\n",
  ]

  @Test func `rules that differ from those of the stores have a version of their own`() throws {
    // Given
    var random = SplitMix64(seed: 1)
    var found: [UInt8] = []
    func record(_ names: [String]) { found += (names.joined(separator: " ") + "\n").utf8 }
    for _ in 0..<4000 {
      let text = (0..<12).map { _ in Self.pieces[Int(random.next() % UInt64(Self.pieces.count))] }.joined()
      let alias = Self.pieces[Int(random.next() % UInt64(Self.pieces.count))]
      let note = Note.sample(1, title: String(text.prefix(20)), body: text, notebook: "a/b") {
        $0.foreignFrontMatter = "aliases: [\(alias), b]\n"
      }
      // When
      record(InlineTags.find(in: text).map(\.name))
      record(note.names.map(\.key))
      record(NoteLink.names(in: text).map(\.key))
      var tokenizer = WordTokenizer()
      tokenizer.forEachWord(in: Array(text.utf8).span) { word, _ in
        for index in word.indices { found.append(word[index]) }
        found.append(UInt8(ascii: " "))
        return true
      }
    }
    // Then
    #expect(
      ContentDigest(of: found) == Self.recorded,
      """
      The rules changed: what stores have of their notes was found by others. Add a script, set NoteSchema.rulesVersion to its \
      number, and record the digest here.
      """)
    #expect(NoteSchema.rulesVersion <= NoteSchema().version)
  }
}
