import NotesDomain
import NotesMarkdown
import Testing

/// The scanners of titles, tags and links against the tree that people see, on the same texts.
@Suite("What a text is scanned for is what a page shows")
struct MarkdownAgreementTests {
  /// Parts of lines that open, continue and close blocks. `W` stands for a word of its own.
  private static let beginnings = [
    "", "", "", "", " ", "  ", "   ", "    ", "\t", "      ", "> ", ">", "- ", "* ", "+ ", "1. ", "2) ", "10. ",
    "# ", "## ",
    "###### ", "#######", "#", "> - ", "- > ", "  - ", "    - ",
  ]
  private static let contents = [
    "W", "W", "W", "W W", "W #", "", "===", "---", "- - -", "***", "=", "--", "--- W", "-\tW", "```", "~~~", "````",
    "``` swift",
    "```W```",
    "#W", "[[W]]", "`#W`", "`[[W]]` [[W]]", "(#W)", "é #W", "#W,",
  ]

  private static func text(using random: inout SplitMix64) -> String {
    var number = 0
    let lines = (0..<Int.random(in: 1...8, using: &random)).map { _ in
      let content = contents.randomElement(using: &random) ?? ""
      // Not what md4c does otherwise than CommonMark: it opens fences that are indented like code, forgets that a fence ends with
      // its item or quote, and goes on with an item that begins with two blank lines.
      let isFence = ["```", "~~~"].contains(where: content.hasPrefix)
      let beginnings = isFence ? [""] : content.isEmpty ? ["", "  ", "> "] : Self.beginnings
      let line = (beginnings.randomElement(using: &random) ?? "") + content
      return line.split(separator: "W", omittingEmptySubsequences: false).enumerated().map { index, part in
        if index > 0 { number += 1 }
        return (index > 0 ? "w\(number)" : "") + part
      }.joined()
    }
    let ending = ["\n", "\n", "\n", "\r\n"].randomElement(using: &random) ?? ""
    return lines.joined(separator: ending)
  }

  @Test("The title is the first heading of the page", arguments: 0..<40 as Range<UInt64>)
  func titles(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let text = Self.text(using: &random)
      let shown = Markdown(parsing: text).blocks.lazy.compactMap { block -> String? in
        guard case .heading(_, let inlines) = block else { return nil }
        return NoteTitle.cleaned(inlines.plainText) == nil ? nil : inlines.words.joined(separator: " ")
      }.first
      let scanned = NoteTitle.heading(of: text).map { title in title.words.joined(separator: " ") }
      #expect(scanned ?? "" == shown ?? "", "seed \(seed): \(text.debugDescription)")
    }
  }

  /// Parts of links and code, which may go over the ends of lines.
  private static let parts = [
    "[W", "[W", "W](W.md)", "](", "W.md", "`", "``", "W", "\n", "\n", "\n  ", "\n\n", "[[W", "]]", "(<W.md>", " \"W\")",
    " 'W", "')", ")", "[", "]",
  ]
  /// Parts of blocks in which they end. With md4c a table has no others behind it, and bars part its cells, which are one line here.
  private static let blocks = ["\n> ", "\n> ", "\n- ", "\n# ", "\n===\n", "\n```\n", "[[W|", "| W "]

  @Test("Links and code that go over the ends of lines are those of the page", arguments: 0..<40 as Range<UInt64>)
  func linksOverLines(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let parts = Self.parts + (Bool.random(using: &random) ? Self.blocks : ["\n|---|\n"])
      var number = 0
      let text = (0..<Int.random(in: 1...10, using: &random)).map { _ in
        let part = parts.randomElement(using: &random) ?? ""
        return part.split(separator: "W", omittingEmptySubsequences: false).enumerated().map { index, part in
          if index > 0 { number += 1 }
          return (index > 0 ? "w\(number)" : "") + part
        }.joined()
      }.joined()
      let shown = Markdown(parsing: text).blocks.flatMap(\.inlines).flatMap(\.destinations)
      let scanned = NoteLink.occurrences(in: text).filter { !$0.isWiki }.map(\.link.target)
      #expect(scanned.sorted() == shown.sorted(), "seed \(seed): \(text.debugDescription)")
    }
  }

  @Test("Tags and links are those outside of code", arguments: 0..<40 as Range<UInt64>)
  func tagsAndLinks(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let text = Self.text(using: &random)
      let shown = Markdown(parsing: text).blocks.flatMap(\.inlines)
      let tags = shown.flatMap(\.tags)
      let links = shown.flatMap(\.links)
      #expect(Set(InlineTags.find(in: text).map(\.name)) == Set(tags), "seed \(seed): \(text.debugDescription)")
      #expect(NoteLink.occurrences(in: text).map(\.link.target) == links, "seed \(seed): \(text.debugDescription)")
    }
  }
}

extension String {
  /// The words of a random text.
  fileprivate var words: [String] { matches(of: /w[0-9]+/).map { String($0.output) } }

  /// The note to which a destination leads, if any.
  fileprivate var notes: [String] {
    NoteLink(markdown: self, label: "", isEmbedded: false).map { [$0.target] } ?? []
  }
}

extension [Markdown.Inline] {
  fileprivate var words: [String] { plainText.words }
}

extension Markdown.Block {
  /// The lines of inlines in the block, without code.
  fileprivate var inlines: [[Markdown.Inline]] {
    switch self {
    case .heading(_, let inlines), .paragraph(let inlines): [inlines]
    case .quote(let blocks): blocks.flatMap(\.inlines)
    case .list(let list): list.items.flatMap { $0.blocks.flatMap(\.inlines) }
    case .table(let table): table.header + table.rows.flatMap(\.self)
    case .code, .rule: []
    }
  }
}

extension [Markdown.Inline] {
  /// The tags of a random text: `#w1` after the beginning of a line, a space or a bracket.
  fileprivate var tags: [String] {
    var text = ""
    for inline in self {
      switch inline {
      case .text(let content): text += content
      case .softBreak, .hardBreak: text += "\n"
      case .code, .wikiLink: text += ","
      default: break
      }
    }
    return InlineTags.find(in: text).map(\.name)
  }

  /// The notes of a random text to which Markdown links and images lead.
  fileprivate var destinations: [String] {
    flatMap { inline -> [String] in
      switch inline {
      case .emphasis(let content), .strong(let content), .strikethrough(let content), .wikiLink(let content, _):
        content.destinations
      case .link(let content, let destination, _): content.destinations + destination.notes
      case .image(_, let source, _): source.notes
      case .text, .code, .embed, .softBreak, .hardBreak: []
      }
    }
  }

  fileprivate var links: [String] {
    compactMap { inline in
      if case .wikiLink(_, let target) = inline { target } else { nil }
    }
  }
}
