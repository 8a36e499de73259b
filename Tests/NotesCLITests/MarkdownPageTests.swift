import NotesDomain
import NotesFronts
import NotesTestSupport
import Testing

@testable import NotesCLI

@Suite struct MarkdownPageTests {
  private func text(_ markdown: String, width: Int = 40, hasColor: Bool = false) -> String {
    MarkdownPage(width: width, hasColor: hasColor).text(markdown).rendered(hasColor: hasColor)
  }

  @Test(arguments: [40, 100])
  func `a note is readable without colours`(width: Int) throws {
    try expectGolden(text(Self.sample, width: width), named: "markdown-\(width)")
  }

  @Test func `colours take the place of marks`() throws {
    try expectGolden(text(Self.sample, width: 60, hasColor: true), named: "markdown-terminal")
  }

  @Test func `a line of an address stays one, also in lists and quotes`() {
    #expect(text("Ada Example\n1 Main Street\nLondon") == "Ada Example\n1 Main Street\nLondon\n")
    #expect(text("- Ada\n  London") == "• Ada\n  London\n")
    #expect(text("> Ada\n> London") == "│ Ada\n│ London\n")
  }

  @Test func `strict Markdown joins lines`() {
    let page = MarkdownPage(width: 40, hasColor: false, lineBreaks: .join)
    #expect(
      page.text("Ada Example\n1 Main Street  \nLondon").rendered(hasColor: false)
        == "Ada Example 1 Main Street\nLondon\n")
  }

  @Test func `a text without content prints nothing`() {
    #expect(text("\n \n").isEmpty)
  }

  @Test func `lines of prose have at most 100 columns`() {
    let lines = text(String(repeating: "word ", count: 100), width: 300).split(separator: "\n")
    #expect(lines.map(\.count) == Array(repeating: 99, count: 5))
  }

  @Test func `without a width there are 100 columns`() {
    let page = MarkdownPage(width: nil, hasColor: false)
    #expect(page.text("---") == page.text("***"))
    #expect(page.text("---").rendered(hasColor: false) == String(repeating: "─", count: 100) + "\n")
  }

  @Test func `a word wider than the line is whole, on a line of its own`() {
    let address = "https://example.com/" + String(repeating: "a", count: 60)
    #expect(text("see <\(address)> there") == "see\n\(address)\nthere\n")
  }

  @Test func `formatting inside a word does not break it`() {
    #expect(text("aa **bb**cc", width: 8) == "aa\n**bb**cc\n")
  }

  @Test(arguments: [
    ("日本語の文章です。", "日本語の文\n章です。\n"), ("「引用」、「引用」です", "「引用」、\n「引用」で\nす\n"), ("Tee 日本 abc", "Tee 日本\nabc\n"),
    ("한국어 텍스트 입니다", "한국어\n텍스트\n입니다\n"),
    ("e\u{301}e\u{301}e\u{301}e\u{301}e\u{301} aaaa", "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301} aaaa\n"),
  ])
  func `lines break by columns, also in scripts without spaces`(markdown: String, expected: String) {
    #expect(text(markdown, width: 10) == expected)
  }

  @Test func `a control character is escaped, and measured as it is printed`() {
    #expect(text("aaa \u{1B}[31m bbb", width: 10) == "aaa ^[[31m\nbbb\n")
    #expect(text("    \u{1B}[31m") == "    ^[[31m\n")
    #expect(text("`\u{202E}`", hasColor: true) == "\u{1B}[35m<U+202E>\u{1B}[0m\n")
  }

  @Test(arguments: [
    ("`a`", "`a`"), ("`` a`b ``", "`` a`b ``"), ("*a* __b__ ~~c~~", "*a* **b** ~~c~~"), ("***a***", "***a***"),
  ])
  func `without colours, formatted text has its marks`(markdown: String, expected: String) {
    #expect(text(markdown) == expected + "\n")
  }

  @Test(arguments: [
    ("[a](b)", "a (b)"), ("[](b)", "(b)"), ("[b](b)", "b"), ("<https://a.b>", "https://a.b"), ("a@b.cd", "a@b.cd"),
    ("[a](b \"title\").", "a (b)."), ("![a *b*](c)", "[image: a b]"), ("![](c)", "[image: c]"),
    ("[![a](b)](c)", "[image: a] (c)"), ("[[A]]", "[[A]]"), ("[[A#B|c]]", "[[A#B|c]]"),
  ])
  func `links name their destination once`(markdown: String, expected: String) {
    #expect(text(markdown) == expected + "\n")
  }

  @Test func `levels of headings differ without colours`() {
    let rules = (1...6).map { text(String(repeating: "#", count: $0) + " Ab").split(separator: "\n") }
    #expect(rules.map(\.first) == Array(repeating: "Ab", count: 6))
    #expect(Set(rules.map(\.last)).count == 6)
    #expect(rules.allSatisfy { $0.last?.count == 2 })
  }

  @Test func `numbers are aligned`() {
    #expect(text("9. a\n10. b\n11. c") == " 9. a\n10. b\n11. c\n")
  }

  @Test func `an item without text has its mark`() {
    #expect(text("-\n- a\n- [ ] \n\n1.\n   > - b\n2.\n") == "•\n• a\n[ ]\n\n1. │ • b\n2.\n")
  }

  @Test func `marks that leave no room are on lines of their own`() {
    let markdown = String(repeating: "- ", count: 20) + "a word and another"
    let lines = text(markdown, width: 30).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 30 })
    #expect(lines.joined().count { $0 == "•" } == 20)
    #expect(lines.suffix(2).map { $0.drop { $0 == " " } } == ["• a word and", "another"])
  }

  @Test func `no line has spaces at its end`() {
    #expect(!text(Self.sample).split(separator: "\n").contains { $0.last == " " })
  }

  @Test func `code is neither wrapped nor formatted`() {
    let line = "let a = *b* " + String(repeating: "very ", count: 20) + "long"
    #expect(text("```\n\(line)\n\n  c\n```") == "    \(line)\n\n      c\n")
  }

  @Test(arguments: [
    (":--", "ab    d\n────  ─\n1     x\n"), ("--:", "  ab  d\n────  ─\n   1  x\n"),
    (":-:", " ab   d\n────  ─\n 1    x\n"),
  ])
  func `the columns of a table are aligned`(alignment: String, expected: String) {
    let lines = text("|ab|d|\n|\(alignment)|---|\n|1|x|\n|水水|y|").split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.prefix(3).joined(separator: "\n") + "\n" == expected)
    #expect(lines[3] == "水水  y")
  }

  @Test func `a table uses all columns of a wide terminal`() {
    let row = "|" + String(repeating: "a", count: 70) + "|" + String(repeating: "b", count: 70) + "|\n"
    let table = row + "|---|---|\n" + row
    #expect(text(table, width: 142).split(separator: "\n").map(\.count) == [142, 142, 142])
    #expect(text(table, width: 141).split(separator: "\n").first?.hasSuffix("…: ") == false)
  }

  @Test func `a table wider than the terminal is written row by row`() {
    let table = "|Name|Where it grows|\n|---|---|\n|Tomato|in the greenhouse, behind the shed|\n|Bean||\n"
    let expected = """
      Name: Tomato
      Where it grows: in the greenhouse,
        behind the shed

      Name: Bean

      """
    #expect(text(table) == expected)
  }

  @Test func `a header too long for a label is written once`() {
    let header = String(repeating: "header ", count: 10).dropLast()
    let page = text("|\(header)|\n|---|\n|a|\n|b|\n")
    #expect(page.components(of: "header") == 10 + 2 * 4)
    #expect(page.hasSuffix("header header header header hea…: b\n"))
  }

  @Test(.timeLimit(.minutes(5)))
  func `a megabyte is rendered`() {
    let count = 1_000_000 / Self.sample.utf8.count
    let page = text(String(repeating: Self.sample, count: count), width: 80, hasColor: true)
    #expect(page.components(of: "Sourdough") == count * 2)
  }

  private static let sample = #"""
    # Sourdough *bread* for everybody who bakes on weekends

    Some *emphasis*, **strong**, ***both***, ~~gone~~, `code with spaces`, a
    [link](https://example.com/a/long/path "title"), <https://swift.org> and me@example.com.
    A hard break\
    here: &copy; 1 &lt; 2 &nosuch; <b>no HTML</b>. ![a **picture**](plan.png) [![logo](l.png)](http://x.yz)
    and [[Sourdough Starter|the starter]], [[Ovens]].

    ## Steps

    1. Mix
       - flour, which is a long item that has to be wrapped at the width of the terminal
       - water
         1. cold
         2. warm
    2. Wait
    3. Bake

    * [ ] open task
    * [x] done task with `code`
    * neither

    + loose

      second paragraph

    + with code

      ```swift
      let answer = 42 // This line is not wrapped, however narrow the terminal is.

        indented
      ```

    ### Third
    #### Fourth
    ##### Fifth
    ###### Sixth

    > A quote that is long enough to be wrapped, with **bold** text.
    >
    > > nested
    >
    > - list in a quote

    ---

    | Name | Amount | Note |
    |:-----|-------:|:----:|
    | Flour | 500 g | *white* |
    | 水 | 350 ml | [[Water]] |
    | Salt | 10 g | |

    | A wide column with a long header | Another column that is quite wide |
    |---|---|
    | the value of the first row goes on and on | and so does this one |
    | x | y |

    日本語の文章は単語の間に空白がないので、行の途中で折り返す必要があります。「引用」も同じです。

    Setext
    ======

    """#
}

extension String {
  /// Returns the number of times that a text occurs.
  fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
