import NotesDomain
import Testing

@Suite("Search queries")
struct SearchQueryTests {
  @Test(
    "A text is parsed into terms",
    arguments: [
      ("tea", [.init("tea")]), ("  green\ttea\n", [.init("green"), .init("tea")]),
      ("\"green tea\"", [.init("green tea")]),
      ("tomat*", [.init("tomat", isPrefix: true)]), ("\"green t\"*", [.init("green t", isPrefix: true)]),
      ("tea -green", [.init("tea"), .init("green", isExcluded: true)]),
      ("-\"green tea\"", [.init("green tea", isExcluded: true)]),
      ("-gr*", [.init("gr", isPrefix: true, isExcluded: true)]),
      ("\"never closed", [.init("never closed")]), ("a\"b c\"d", [.init("a"), .init("b c"), .init("d")]),
      ("a-b", [.init("a-b")]),
      ("--a", [.init("-a", isExcluded: true)]), ("a\u{0}b", [.init("a"), .init("b")]),
      ("a**", [.init("a", isPrefix: true)]),
      ("don't", [.init("don't")]), ("🍞", [.init("🍞")]),
    ] as [(String, [SearchQuery.Term])])
  func terms(_ text: String, _ expected: [SearchQuery.Term]) {
    #expect(SearchQuery(text).terms == expected)
  }

  @Test(
    "Meaningless characters are not terms",
    arguments: ["", " ", "\"", "\"\"", "\" \"", "*", "**", "- ", "-*", "--", "\u{0}\n"])
  func nothing(_ text: String) {
    #expect(SearchQuery(text).terms == [])
  }

  @Test("Only the first terms of a long text count")
  func long() {
    #expect(SearchQuery(String(repeating: "a ", count: 10_000)).terms.count == SearchQuery.maximumTerms)
  }

  @Test("Any text is parsed without a crash", arguments: 1...4 as ClosedRange<UInt64>)
  func anyText(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<1000 {
      let text = random.text(maximumLength: 20)
      for term in SearchQuery(text).terms {
        #expect(!term.text.isEmpty, "seed \(seed): \(text)")
        #expect(!term.text.contains("\""), "seed \(seed): \(text)")
      }
    }
  }

  @Test(
    "Terms without a word, and those of scripts without spaces, are literal",
    arguments: [
      ("tea", false), ("c++", false), ("don't", false), ("é", false), ("1", false), ("Ελλάδα", false), ("мир", false),
      ("שלום", false), ("हिन्दी", false), ("🍞", true), ("->", true), ("%", true), ("世界", true), ("東京Tower", true),
      ("ひらがな", true), ("สวัสดี", true), ("김치", true), ("ខ្មែរ", true), ("🍞 bread", false), ("\u{301}", true),
    ])
  func literal(_ text: String, _ expected: Bool) {
    #expect(SearchQuery.Term(text).isLiteral == expected)
  }
}
