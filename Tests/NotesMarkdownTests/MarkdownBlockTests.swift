import NotesMarkdown
import Testing

@Suite struct MarkdownBlockTests {
  private func blocks(_ text: String) -> [Markdown.Block] { Markdown(parsing: text).blocks }

  private func paragraph(_ text: String) -> Markdown.Block { .paragraph([.text(text)]) }

  @Test(arguments: ["", "\n", "  \n\t\n", "\r\n"])
  func `a text without content has no blocks`(text: String) {
    #expect(blocks(text) == [])
  }

  @Test(arguments: 1...6)
  func `a heading has its level and no marks`(level: Int) {
    let marks = String(repeating: "#", count: level)
    #expect(blocks("\(marks) Rye bread \(marks)\n") == [.heading(level: level, [.text("Rye bread")])])
  }

  @Test func `a line under a paragraph makes it a heading`() {
    #expect(
      blocks("One\n===\n\nTwo\n---\n") == [.heading(level: 1, [.text("One")]), .heading(level: 2, [.text("Two")])])
  }

  @Test func `a hashtag is no heading`() {
    #expect(blocks("#garden") == [paragraph("#garden")])
  }

  @Test(arguments: ["a\n\nb", "a\r\n\r\nb\r\n", "a\n \nb"])
  func `a blank line separates paragraphs`(text: String) {
    #expect(blocks(text) == [paragraph("a"), paragraph("b")])
  }

  @Test func `a quote contains blocks`() {
    #expect(
      blocks("> # A\n> b\n> > c\n") == [
        .quote([.heading(level: 1, [.text("A")]), paragraph("b"), .quote([paragraph("c")])])
      ])
  }

  @Test func `a list without blank lines is tight, and its items have paragraphs all the same`() {
    let list = Markdown.List(
      marker: .bullet, isTight: true, items: [.init(blocks: [paragraph("a")]), .init(blocks: [paragraph("b")])])
    #expect(blocks("- a\n- b\n") == [.list(list)])
  }

  @Test func `a list with blank lines is loose`() {
    let list = Markdown.List(
      marker: .bullet, isTight: false,
      items: [.init(blocks: [paragraph("a"), paragraph("more")]), .init(blocks: [paragraph("b")])])
    #expect(blocks("* a\n\n  more\n* b\n") == [.list(list)])
  }

  @Test(arguments: ["7. a\n8. b\n", "7) a\n7) b\n"])
  func `an ordered list begins with its first number`(text: String) {
    let items = [Markdown.List.Item(blocks: [paragraph("a")]), .init(blocks: [paragraph("b")])]
    #expect(blocks(text) == [.list(.init(marker: .number(from: 7), isTight: true, items: items))])
  }

  @Test func `the text of an item precedes its inner list`() {
    let inner = Markdown.List(marker: .number(from: 1), isTight: true, items: [.init(blocks: [paragraph("b")])])
    let outer = Markdown.List(
      marker: .bullet, isTight: true,
      items: [.init(blocks: [paragraph("a"), .list(inner)]), .init(blocks: [paragraph("c")])])
    #expect(blocks("- a\n  1. b\n- c\n") == [.list(outer)])
  }

  @Test func `tasks are items with a box`() {
    let items: [Markdown.List.Item] = [
      .init(isChecked: false, blocks: [paragraph("a")]), .init(isChecked: true, blocks: [paragraph("b")]),
      .init(isChecked: true, blocks: [paragraph("c")]), .init(blocks: [paragraph("d")]),
    ]
    #expect(
      blocks("- [ ] a\n- [x] b\n- [X] c\n- d\n") == [.list(.init(marker: .bullet, isTight: true, items: items))])
  }

  @Test func `an item can be empty`() {
    let items = [Markdown.List.Item(blocks: []), .init(blocks: [paragraph("a")])]
    #expect(blocks("-\n- a\n") == [.list(.init(marker: .bullet, isTight: true, items: items))])
  }

  @Test func `fenced code is verbatim, and has the text after its fence`() {
    let text = "```swift  \nlet a = \"*b*\" &amp;\n\n  c\td\n```\n"
    #expect(blocks(text) == [.code(info: "swift", "let a = \"*b*\" &amp;\n\n  c\td\n")])
  }

  @Test(arguments: [("    a\n      b\n", "a\n  b\n"), ("~~~\na", "a\n"), ("```\n```", "")])
  func `code has no marks`(text: String, code: String) {
    #expect(blocks(text) == [.code(info: "", code)])
  }

  @Test(arguments: ["---", "* * *", "___\n"])
  func `a rule is a block of its own`(text: String) {
    #expect(blocks(text) == [.rule])
  }

  @Test func `a table has a header, rows and an alignment for each column`() {
    let text = """
      | a | b | c | d |
      |---|:--|:-:|--:|
      | 1 | *2* | 3 \\| 4 |
      """
    let table = Markdown.Table(
      alignments: [.none, .left, .center, .right],
      header: [[.text("a")], [.text("b")], [.text("c")], [.text("d")]],
      rows: [[[.text("1")], [.emphasis([.text("2")])], [.text("3 | 4")], []]])
    #expect(blocks(text) == [.table(table)])
  }

  @Test func `each table has its own columns`() {
    let one = Markdown.Table(alignments: [.none], header: [[.text("a")]], rows: [])
    let two = Markdown.Table(alignments: [.right], header: [[.text("b")]], rows: [[[.text("c")]]])
    #expect(blocks("|a|\n|---|\n\n|b|\n|--:|\n|c|\n") == [.table(one), .table(two)])
  }

  @Test(arguments: ["<div>*a*</div>", "<!-- *a* -->", "<script>*a*</script>"])
  func `a block of HTML is a paragraph of text`(text: String) {
    let parts = text.split(separator: "*", omittingEmptySubsequences: false).map { Markdown.Inline.text(String($0)) }
    #expect(blocks(text) == [.paragraph([parts[0], .emphasis([parts[1]]), parts[2]])])
  }
}
