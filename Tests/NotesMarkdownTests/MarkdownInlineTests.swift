import NotesMarkdown
import Testing

@Suite struct MarkdownInlineTests {
  /// Returns the inlines of a text of one paragraph.
  private func inlines(_ text: String) -> [Markdown.Inline] {
    guard case .paragraph(let inlines)? = Markdown(parsing: text).blocks.first else { return [] }
    return inlines
  }

  private func link(_ text: String, _ destination: String, title: String = "") -> Markdown.Inline {
    .link([.text(text)], destination: destination, title: title)
  }

  @Test(
    arguments: [
      ("*a*", .emphasis([.text("a")])),
      ("__a__", .strong([.text("a")])),
      ("***a***", .emphasis([.strong([.text("a")])])),
      ("~~a~~", .strikethrough([.text("a")])),
      ("`a`", .code("a")),
      ("``a ` *b* &lt;``", .code("a ` *b* &lt;")),
    ] as [(String, Markdown.Inline)])
  func `formatted text has no marks`(text: String, inline: Markdown.Inline) {
    #expect(inlines("x \(text) y") == [.text("x "), inline, .text(" y")])
  }

  @Test(arguments: ["a_b_c", "2 * 3 * 4", "\\*a\\*", "**", "[a]", "[a](b", "a | b"])
  func `marks that format nothing are text`(text: String) {
    #expect(inlines(text).plainText == text.replacing("\\", with: ""))
    #expect(inlines(text) == [.text(text.replacing("\\", with: ""))])
  }

  @Test func `a link has a destination and a title`() {
    #expect(inlines("[a](https://example.com/b 'c &amp; d')") == [link("a", "https://example.com/b", title: "c & d")])
  }

  @Test func `a link can have its destination elsewhere`() {
    #expect(
      inlines("[a][B] and [b]\n\n[b]: <c d> \"e\"") == [
        link("a", "c d", title: "e"), .text(" and "), link("b", "c d", title: "e"),
      ])
  }

  @Test(arguments: [
    ("<https://example.com>", "https://example.com", "https://example.com"),
    ("<ada@example.com>", "ada@example.com", "mailto:ada@example.com"),
  ])
  func `an address in angle brackets is a link`(text: String, content: String, destination: String) {
    #expect(inlines("see \(text) there") == [.text("see "), link(content, destination), .text(" there")])
  }

  @Test(arguments: [
    ("https://example.com/a_b?c=d&e", "https://example.com/a_b?c=d&e"), ("HTTP://example.com", "HTTP://example.com"),
    ("www.example.com", "http://www.example.com"), ("https://example.com/(a)", "https://example.com/(a)"),
    ("https://de.wikipedia.org/wiki/Käse", "https://de.wikipedia.org/wiki/Käse"),
    ("http://[::1]:80/", "http://[::1]:80/"),
    ("ada@example.com", "mailto:ada@example.com"),
    ("ada.b+c-d_e@mail.example.com", "mailto:ada.b+c-d_e@mail.example.com"),
  ])
  func `a bare address is a link`(text: String, destination: String) {
    #expect(inlines("see \(text) there") == [.text("see "), link(text, destination), .text(" there")])
    #expect(inlines("(\(text)).") == [.text("("), link(text, destination), .text(").")])
    #expect(inlines("*\(text)*") == [.emphasis([link(text, destination)])])
    #expect(inlines("見\(text)") == [.text("見"), link(text, destination)])
  }

  @Test(arguments: [
    "https://", "http:///", "www.", "www.x", "xhttps://example.com", "javascript:a", "ada@", "@example.com",
    "ada@example",
    "ada@.com", "ftp://www.example.com", "a:b.c!", "`https://example.com`", "[https://example.com]()", "10:30",
  ])
  func `what is no bare address has no link in it`(text: String) {
    for inline in inlines(text) {
      if case .link(let content, let destination, _) = inline { #expect(content.count == 1 && destination.isEmpty) }
    }
  }

  @Test(arguments: [
    ("![[cup.png]]", "cup.png", "cup.png"), ("![[cup.png|A cup]]", "cup.png", "A cup"),
    ("![[Rye#Crust]]", "Rye#Crust", "Rye#Crust"), ("![[images/my cup.png|300]]", "images/my cup.png", "300"),
    ("![[cup.png|\u{301}x]]", "cup.png", "\u{301}x"),
  ])
  func `an embedded file has a target and a label`(text: String, target: String, label: String) {
    #expect(inlines("a\(text) b") == [.text("a"), .embed(label, target: target), .text(" b")])
  }

  @Test(arguments: ["![[", "![[]]", "![[a]", "![[a[b]]", "`![[a]]`", "![a"])
  func `what embeds nothing is text`(text: String) {
    #expect(inlines(text).plainText == text.replacing("`", with: ""))
    for inline in inlines(text) {
      if case .embed = inline { Issue.record("\(text)") }
    }
  }

  @Test func `an exclamation mark that is escaped does not embed the link behind it`() {
    #expect(inlines("\\![[a]]") == [.text("!"), .wikiLink([.text("a")], target: "a")])
  }

  @Test func `an image is described in plain text`() {
    #expect(inlines("![a *b* `c` ![d](e)](f 'g')") == [.image("a b c d", source: "f", title: "g")])
  }

  @Test(arguments: [
    ("[[Rye bread]]", "Rye bread", "Rye bread"), ("[[Rye bread|the bread]]", "Rye bread", "the bread"),
    ("[[Rye#Crust|crust]]", "Rye#Crust", "crust"),
  ])
  func `a wiki link has a target and a label`(text: String, target: String, label: String) {
    #expect(inlines("a \(text)") == [.text("a "), .wikiLink([.text(label)], target: target)])
  }

  @Test func `the bar of a wiki link is escaped in a table`() {
    let table = Markdown.Table(
      alignments: [.none, .none], header: [[.text("a")], [.text("b")]],
      rows: [[[.wikiLink([.text("the bread")], target: "Rye")], [.text("c")]]])
    #expect(Markdown(parsing: "|a|b|\n|---|---|\n|[[Rye\\|the bread]]|c|").blocks == [.table(table)])
  }

  @Test(arguments: ["a  \nb", "a\\\nb"])
  func `a hard break is one that is asked for`(text: String) {
    #expect(inlines(text) == [.text("a"), .hardBreak, .text("b")])
  }

  @Test func `a soft break is the end of a line`() {
    #expect(inlines("a\n  b\r\nc") == [.text("a"), .softBreak, .text("b"), .softBreak, .text("c")])
  }

  @Test func `code has no line breaks`() {
    #expect(inlines("`a\nb`") == [.code("a b")])
  }

  @Test(arguments: [
    ("&auml;", "ä"), ("&Omega;", "Ω"), ("&sigmaf;&sigma;", "ςσ"), ("&euro;", "€"), ("&nbsp;", "\u{A0}"),
    ("&yuml;", "ÿ"),
    ("&hArr;", "⇔"), ("&#228;", "ä"), ("&#xE4;", "ä"), ("&#X1f35e;", "🍞"), ("&#0;", "\u{FFFD}"),
    ("&#xD800;", "\u{FFFD}"), ("&#1114112;", "\u{FFFD}"), ("&amp;lt;", "&lt;"), ("&quot;&apos;", "\"'"),
  ])
  func `a character reference is the character`(text: String, expected: String) {
    #expect(inlines("x\(text)y") == [.text("x\(expected)y")])
  }

  @Test(arguments: [
    "&nosuch;", "&;", "&#;", "&#xg;", "&auml", "AT&T", "&#12345678;", "&CounterClockwiseContourIntegral;",
  ])
  func `what names no character is text`(text: String) {
    #expect(inlines(text) == [.text(text)])
  }

  @Test func `destinations have character references too`() {
    #expect(inlines("[a](/?b&amp;c=&auml;&nosuch;)") == [link("a", "/?b&c=ä&nosuch;")])
  }

  @Test func `a zero byte is replaced`() {
    #expect(inlines("a\u{0}b") == [.text("a\u{FFFD}b")])
  }

  @Test(arguments: ["<b>a</b>", "a <br> b", "<img src=x onerror=y>"])
  func `HTML is text`(text: String) {
    #expect(inlines(text) == [.text(text)])
  }

  @Test func `other scripts, emoji and combining marks are kept`() {
    #expect(inlines("*日本* e\u{301} 👩‍👩‍👧 שלום") == [.emphasis([.text("日本")]), .text(" e\u{301} 👩‍👩‍👧 שלום")])
  }

  @Test func `plain text has no formatting`() {
    let text = inlines("*a* **b**\n~~c~~ `d` [e](f) ![g](h) [[i|j]]").plainText
    #expect(text == "a b c d e g j")
  }
}
