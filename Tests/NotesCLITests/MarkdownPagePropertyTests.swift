import NotesDomain
import Testing

@testable import NotesCLI

/// Properties of the pages of random documents.
@Suite struct MarkdownPagePropertyTests {
  @Test(arguments: 0..<60 as Range<UInt64>)
  func `every word is on the page, in order, and lines are as wide as the terminal at most`(seed: UInt64) {
    var document = DocumentGenerator(seed: seed)
    let markdown = document.markdown()
    for width in [44, 60, 80, 130] {
      for hasColor in [true, false] {
        let page = MarkdownPage(width: width, hasColor: hasColor).text(markdown)

        let text = page.pieces.map(\.text).joined()
        #expect(Self.missing(document.words, in: text) == nil, "seed \(seed), width \(width):\n\(markdown)")
        let wide = text.split(separator: "\n").filter { DisplayWidth.of(String($0)) > min(width, 100) }
        #expect(wide == [], "seed \(seed), width \(width):\n\(markdown)")
      }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `no text makes a page with control characters`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<50 {
      let text = MarkdownPage(width: 50, hasColor: false).text(random.markup()).rendered(hasColor: false)
      let controls = text.unicodeScalars.filter { $0.isTerminalControl && $0 != "\n" && $0 != "\t" }
      #expect(controls.isEmpty, "seed \(seed)")
    }
  }

  /// Returns the first of some words that does not follow the ones before it in a text.
  private static func missing(_ words: [String], in text: String) -> String? {
    // A word of a script without spaces may be on two lines.
    var rest = text.filter { !$0.isWhitespace && $0 != "│" }[...]
    for word in words {
      guard let place = rest.firstRange(of: word) else { return word }
      rest = rest[place.upperBound...]
    }
    return nil
  }
}

/// A generator of documents that remembers the words of their prose.
private struct DocumentGenerator {
  private var random: SplitMix64
  private(set) var words: [String] = []

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  mutating func markdown() -> String {
    let lines = (0..<Int.random(in: 1...8, using: &random)).flatMap { _ in block(depth: 0) + [""] }
    return lines.joined(separator: "\n")
  }

  /// Returns the lines of a block.
  private mutating func block(depth: Int) -> [String] {
    switch Int.random(in: 0...(depth < 6 ? 9 : 4), using: &random) {
    case 0: return ["\(String(repeating: "#", count: Int.random(in: 1...6, using: &random))) \(prose(maximum: 8))"]
    case 1: return ["***"]
    case 2: return ["```", word(), "", word(), "```"]
    case 3 where depth == 0: return table()
    case 3, 4: return paragraph()
    case 5, 6: return blocks(depth: depth + 1).map { "> " + $0 }
    case 7: return item("- ", depth: depth)
    case 8: return item("12) ", depth: depth)
    default: return item("* [x] ", indent: 2, depth: depth)
    }
  }

  private mutating func blocks(depth: Int) -> [String] {
    (0..<Int.random(in: 1...3, using: &random)).flatMap { block in
      (block == 0 ? [] : [""]) + self.block(depth: depth)
    }
  }

  /// Returns the lines of an item, which begins with a paragraph.
  private mutating func item(_ mark: String, indent: Int? = nil, depth: Int) -> [String] {
    let lines = paragraph() + [""] + blocks(depth: depth + 1)
    let margin = String(repeating: " ", count: indent ?? mark.count)
    return lines.enumerated().map { index, line in line.isEmpty ? "" : (index == 0 ? mark : margin) + line }
  }

  private mutating func paragraph() -> [String] {
    (0..<Int.random(in: 1...4, using: &random)).map { _ in prose(maximum: 12) }
  }

  private mutating func table() -> [String] {
    let rows = (0..<Int.random(in: 2...4, using: &random)).map { _ in "| \(word()) | *\(word())* |" }
    return [rows[0], "|---|--:|"] + rows.dropFirst()
  }

  /// Returns words, some of them formatted.
  private mutating func prose(maximum: Int) -> String {
    (0..<Int.random(in: 1...maximum, using: &random)).map { _ in
      switch Int.random(in: 0...15, using: &random) {
      case 0: "*\(word())*"
      case 1: "**\(word()) \(word())**"
      case 2: "~~\(word())~~"
      case 3: "`\(word())  \(word())`"
      case 4: "[\(word()) *\(word())*](https://a.bc/d)"
      case 5: "![\(word())](e.png)"
      case 6: "[[\(word())]]"
      case 7: "<i>\(word())</i>"
      default: word()
      }
    }.joined(separator: " ")
  }

  /// Returns a word that occurs once, sometimes in wide or combining characters.
  private mutating func word() -> String {
    let letters = ["w", "W", "é", "e\u{301}", "水", "かな", "한글", "🍞", "ж", "שלום"].randomElement(using: &random) ?? "w"
    words.append("\(letters)\(words.count)z")
    return words[words.count - 1]
  }
}

extension SplitMix64 {
  /// Returns a text of marks and of characters that control a terminal.
  fileprivate mutating func markup() -> String {
    (0..<Int.random(in: 0...40, using: &self)).compactMap { _ in
      [
        "a ", "\n", "\n\n", "*", "`", "```\n", "> ", "- ", "1. ", "# ", "[a](", ")", "[[", "]]", "![", "|",
        "\n|---|\n|",
        "\u{1B}[2J", "\u{7}", "\u{7F}", "\u{9B}", "\u{202E}", "\u{200E}", "\u{FEFF}", "\u{0}", "&#27;", "&#x9B;", "\r",
        "\t", "日本",
      ].randomElement(using: &self)
    }.joined()
  }
}
