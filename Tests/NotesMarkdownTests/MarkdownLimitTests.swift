import Foundation
import NotesDomain
import NotesMarkdown
import Testing

/// Texts that were made to exhaust stack, memory or time.
@Suite(.timeLimit(.minutes(5))) struct MarkdownLimitTests {
  @Test func `quotes nested a hundred thousand times have the deepest level's content`() throws {
    let tree = Markdown(parsing: String(repeating: ">", count: 100_000) + "a *b*")

    #expect(Self.depth(of: tree.blocks) == Markdown.maximumDepth)
    var blocks = tree.blocks
    while case .quote(let inner)? = blocks.first { blocks = inner }
    #expect(blocks == [.paragraph([.text("a "), .emphasis([.text("b")])])])
  }

  @Test func `lists nested by their indentation end at the limit`() {
    let text = (0..<300).map { String(repeating: "  ", count: $0) + "- item \($0)\n" }.joined()
    let tree = Markdown(parsing: text)

    #expect(Self.depth(of: tree.blocks) == Markdown.maximumDepth)
    let words = Self.paragraphs(in: tree.blocks).map(\.plainText)
    #expect(words == (0..<300).map { "item \($0)" })
  }

  @Test func `blocks after a nest that is too deep are in their places`() {
    let tree = Markdown(parsing: String(repeating: ">", count: 200) + "a\n\n> b\n\nc\n")
    #expect(tree.blocks.count == 3)
    #expect(tree.blocks.dropFirst() == [.quote([.paragraph([.text("b")])]), .paragraph([.text("c")])])
  }

  @Test func `spans nested ten thousand times keep their text`() throws {
    let text = String(repeating: "*a **b ", count: 5_000) + "c" + String(repeating: " d** e*", count: 5_000)
    let inlines = try #require(Self.paragraphs(in: Markdown(parsing: text).blocks).first)

    #expect(Self.depth(of: inlines) == Markdown.maximumDepth)
    #expect(inlines.plainText.filter { $0 != " " }.count == 20_001)
  }

  @Test func `a small stack is enough for the deepest tree`() async {
    let text =
      String(repeating: "> - ", count: 90) + String(repeating: "*a **b ", count: 100) + "c"
      + String(repeating: " d** e*", count: 100)
    let depths = await withCheckedContinuation { continuation in
      let thread = Thread {
        let tree = Markdown(parsing: text)
        // These walk the whole tree, too.
        let isEqual = tree == Markdown(parsing: text) && Set([tree, Markdown(parsing: text)]).count == 1
        let inlines = Self.paragraphs(in: tree.blocks).first ?? []
        continuation.resume(returning: isEqual ? [Self.depth(of: tree.blocks), Self.depth(of: inlines)] : [])
      }
      // The size of the threads that Dispatch makes on macOS.
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(depths == [Markdown.maximumDepth, Markdown.maximumDepth])
  }

  @Test func `more lists on a line than people write make the text verbatim`() {
    let text = String(repeating: "- ", count: 100_000) + "a\n" + String(repeating: "\n", count: 100_000)
    #expect(Markdown(parsing: text).blocks == [.code(info: "", text)])
    #expect(Markdown(parsing: text).isVerbatim)
  }

  @Test(arguments: [String(repeating: "-", count: 5_000), String(repeating: "1", count: 5_000) + ". a"])
  func `long lines of marks are no lists`(text: String) {
    #expect(Markdown(parsing: text).blocks != [.code(info: "", text)])
  }

  @Test func `a table with more missing cells than bytes is not filled up`() {
    let columns = 3_000
    let text =
      String(repeating: "|a", count: columns) + "\n" + String(repeating: "|---", count: columns) + "\n"
      + String(repeating: "|b\n", count: columns)
    // One release of the parser has no such tables, and another has them.
    #expect(Self.size(of: Markdown(parsing: text).blocks) < 20 * text.utf8.count)
  }

  @Test func `one long destination is not copied to each of many links`() {
    let text = "[a]: " + String(repeating: "b", count: 500_000) + "\n\n" + String(repeating: "[a]\n", count: 100_000)
    #expect(Self.size(of: Markdown(parsing: text).blocks) < 20 * text.utf8.count)
  }

  @Test func `a text up to the limit is parsed, and a larger one is verbatim`() {
    let line = "Some *words* in [a link](https://example.com/a) and `code`, with [[a note]].\n\n"
    let count = 250_000 / line.utf8.count
    #expect(Markdown(parsing: String(repeating: line, count: count)).blocks.count == count)
    let long = String(repeating: line, count: count + 1)
    #expect(Markdown(parsing: long).blocks == [.code(info: "", long)])
  }

  @Test(arguments: [
    "http://a.b/(", "www.a.b/((", "*http://a.b*", "_www.a.b_", "http://x.y ", "a@", "a.@", "a@b.c_", "![[", "![[a",
    "![[a|b]",
    "www.", ")http://a",
  ])
  func `a text of nothing but addresses is read in a moment`(piece: String) {
    let text = String(repeating: piece, count: 249_000 / piece.utf8.count)
    #expect(Self.size(of: Markdown(parsing: text).blocks) < 20 * text.utf8.count)
  }

  @Test func `an address at the deepest level is text`() throws {
    let text = String(repeating: "*a **b ", count: 60) + "https://example.com" + String(repeating: " d** e*", count: 60)
    let inlines = try #require(Self.paragraphs(in: Markdown(parsing: text).blocks).first)
    #expect(Self.depth(of: inlines) == Markdown.maximumDepth)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `no text makes the parser fail`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let text = random.markdown(pieces: 60)
      let tree = Markdown(parsing: text)
      #expect(Self.depth(of: tree.blocks) <= Markdown.maximumDepth, "seed \(seed)")
      for paragraph in Self.paragraphs(in: tree.blocks) { #expect(!paragraph.isEmpty, "seed \(seed): \(text)") }
    }
  }

  // MARK: Measures of a tree

  /// Returns the number of quotes and lists around the innermost block.
  private static func depth(of blocks: [Markdown.Block]) -> Int {
    blocks.reduce(0) { deepest, block in
      switch block {
      case .quote(let inner): max(deepest, 1 + depth(of: inner))
      case .list(let list): max(deepest, 1 + (list.items.map { depth(of: $0.blocks) }.max() ?? 0))
      case .heading, .paragraph, .code, .rule, .table: deepest
      }
    }
  }

  private static func depth(of inlines: [Markdown.Inline]) -> Int {
    inlines.reduce(0) { deepest, inline in
      switch inline {
      case .emphasis(let inner), .strong(let inner), .strikethrough(let inner), .link(let inner, _, _),
        .wikiLink(let inner, _):
        max(deepest, 1 + depth(of: inner))
      case .text, .code, .image, .embed, .softBreak, .hardBreak: deepest
      }
    }
  }

  private static func paragraphs(in blocks: [Markdown.Block]) -> [[Markdown.Inline]] {
    blocks.flatMap { block -> [[Markdown.Inline]] in
      switch block {
      case .paragraph(let inlines): [inlines]
      case .quote(let inner): paragraphs(in: inner)
      case .list(let list): list.items.flatMap { paragraphs(in: $0.blocks) }
      case .heading, .code, .rule, .table: []
      }
    }
  }

  /// Returns about the number of bytes of a tree of paragraphs, code and tables.
  private static func size(of blocks: [Markdown.Block]) -> Int {
    blocks.reduce(0) { sum, block in
      switch block {
      case .paragraph(let inlines), .heading(_, let inlines): sum + size(of: inlines)
      case .code(_, let code): sum + code.utf8.count
      case .table(let table): sum + table.rows.reduce(0) { $0 + $1.reduce(0) { $0 + 8 + size(of: $1) } }
      case .quote, .list, .rule: sum
      }
    }
  }

  private static func size(of inlines: [Markdown.Inline]) -> Int {
    inlines.reduce(0) { sum, inline in
      if case .link(let content, let destination, _) = inline {
        return sum + destination.utf8.count + content.plainText.utf8.count
      }
      return sum + [inline].plainText.utf8.count
    }
  }
}

extension SplitMix64 {
  /// Returns a text of marks, words and difficult characters.
  fileprivate mutating func markdown(pieces: Int) -> String {
    let pieces = (0..<Int.random(in: 0...pieces, using: &self)).compactMap { _ in
      [
        "a", "word", " ", "  ", "    ", "\t", "\n", "\n\n", "\r\n", "\r", "*", "**", "_", "~~", "`", "```", "~~~",
        "#", "# ", ">", "> ", "- ", "+ ", "1. ", "12) ", "- [ ] ", "- [x] ", "[", "]", "[[", "]]", "![", "](", ")", "(",
        "|", "|---|---|", "|\n|---|\n|", "\\", "\\|", "<", ">", "<b>", "<!--", "&", "&amp;", "&#0;", "&nosuch;",
        "http://", "https://a.b/c",
        "www.", "www.a.b", "@", "a@b.c", "[a]: b", "[a]:", "'", "\"", "---", "===", "\u{0}", "é", "e\u{301}", "日本", "🍞",
        "\u{200B}", "\u{202E}", "\u{1B}[31m", "\u{FFFD}",
      ].randomElement(using: &self)
    }
    return pieces.joined()
  }
}
