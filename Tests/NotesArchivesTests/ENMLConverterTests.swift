import NotesTestSupport
import Testing

@testable import NotesArchives

@Suite("Evernote's markup as Markdown")
struct ENMLConverterTests {
  private func markdown(_ content: String) throws -> String {
    let document = try ENMLDocument("<en-note>\(content)</en-note>")
    var converter = ENMLConverter(media: EvernoteMedia(note: "a.md"), tasks: [], noteTitles: [:])
    return converter.markdown(of: document)
  }

  @Test(
    "Lines stay lines, and empty lines stay empty",
    arguments: [
      ("", ""), ("text", "text\n"), ("<div>a</div><div>b</div>", "a\nb\n"),
      ("<div>a</div>\n  <div><br/></div><div><br clear=\"none\"/></div><div>b</div>", "a\n\nb\n"),
      ("a<br/>b<br/><br/>c<br/>", "a\nb\n\nc\n"), ("<p>a</p><p>b<br/>c</p>d", "a\n\nb\nc\n\nd\n"),
      ("<div><div>a</div>b<div><div>c</div></div></div>", "a\nb\nc\n"),
      ("<div>a\n   b&nbsp;&nbsp;c </div>", "a b c\n"), ("x<hr/>y", "x\n\n---\n\ny\n"),
      ("<div style=\"display: none\">secret</div>a<span style=\"display:none !important\">b</span>", "a\n"),
    ])
  func lines(_ content: String, _ expected: String) throws {
    #expect(try markdown(content) == expected)
  }

  @Test(
    "Bold, italic, struck and code have their marks, outside of which spaces are",
    arguments: [
      ("<b>a</b> <strong>b</strong>", "**a** **b**\n"), ("<i>a</i><em>b</em>", "*ab*\n"),
      ("x<b> a </b>y", "x **a** y\n"),
      ("<b>a<i>b</i></b><i>c</i>", "**a*b***<em>c</em>\n"), ("<i>a<b>b</b></i>", "*a**b***\n"),
      ("<s>a</s> <strike>b</strike> <del>c</del>", "~~a~~ ~~b~~ ~~c~~\n"),
      ("<u>a</u> <font color=\"x\">b</font>", "a b\n"),
      ("<b> </b>a<b></b>", "a\n"), ("<b><div>a</div><div>b</div></b>", "**a**\n**b**\n"),
      ("<span style=\"font-weight:bold;\">a</span> <span style=\"font-style: italic\">b</span>", "**a** *b*\n"),
      ("<code>a *b* &lt;c&gt;</code>", "`a *b* <c>`\n"), ("<code>`a</code>", "`` `a ``\n"),
      ("x<sup>2</sup>", "x<sup>2</sup>\n"),
    ])
  func styles(_ content: String, _ expected: String) throws {
    #expect(try markdown(content) == expected)
  }

  @Test(
    "Links have text and address",
    arguments: [
      ("<a href=\"https://e.com/a b(c)\">the [link]</a>", "[the \\[link\\]](https://e.com/a%20b%28c%29)\n"),
      ("<a href=\"https://e.com/x_y?a=1&amp;b=2\">https://e.com/x_y?a=1&amp;b=2</a>", "<https://e.com/x_y?a=1&b=2>\n"),
      ("<a href=\"x\"><b>a</b> b</a>c", "[**a** b](x)c\n"), ("<a>a</a> <a href=\"\">b</a>", "a b\n"),
      ("Wow!<a href=\"x\">a</a>", "Wow\\![a](x)\n"), ("<a href=\"x\"><div>a</div></a>", "[a](x)\n"),
      ("<img src=\"https://e.com/a.png\" alt=\"[x]\"/>", "![\\[x\\]](https://e.com/a.png)\n"),
    ])
  func links(_ content: String, _ expected: String) throws {
    #expect(try markdown(content) == expected)
  }

  @Test(
    "A text of open brackets, and links in each other, are converted in a moment", .timeLimit(.minutes(5)),
    arguments: [("[a", "", "[a", ""), ("[a", "]", "[a", "]"), ("<a href=\"http://a\">", "</a>", "[", "](http://a)")])
  func manyBrackets(_ opening: String, _ closing: String, _ before: String, _ after: String) throws {
    // Given
    let text = String(repeating: opening, count: opening.hasPrefix("<") ? 95 : 200_000)
    let end = opening.hasPrefix("<") ? String(repeating: closing, count: 95) : closing
    let content = opening.hasPrefix("<") ? String(repeating: "a", count: 1_000_000) : ""
    // When
    let markdown = try markdown(text + content + end)
    // Then
    let expected = opening.hasPrefix("<") ? before + content + after : text + after
    #expect(markdown.utf8.elementsEqual((expected + "\n").utf8))
  }

  @Test("A table is not filled up to many more cells than it has", .timeLimit(.minutes(5)))
  func largeTables() throws {
    let wide = "<tr>" + String(repeating: "<td>a</td>", count: 30_000) + "</tr>"
    let text = try markdown("<table>\(wide)\(String(repeating: "<tr><td>b</td></tr>", count: 30_000))</table>")
    #expect(text.hasPrefix("a\na\n"))
    #expect(text.utf8.count == 120_000)
    let spans = String(repeating: "<td colspan=\"100\">a</td>", count: 3)
    #expect(try markdown("<table><tr>\(spans)</tr></table>") == "a\na\na\n")
  }

  @Test("Headings have levels, and are one line")
  func headings() throws {
    #expect(
      try markdown("a<h1>1. One<br/>two</h1><h6><div># Six</div></h6>b") == "a\n\n# 1. One two\n\n###### # Six\n\nb\n")
  }

  @Test("Lists are nested, wherever the inner list is")
  func lists() throws {
    let content = """
      <div>before</div>
      <ul>
        <li><div>one</div></li>
        <li>two<ul><li>in item</li></ul></li>
        <ul><li>in list</li></ul>
        <li style="list-style: none"><ol><li>alone</li></ol></li>
      </ul>
      <ol start="9"><li>nine</li><li><div>ten</div><div>more</div><p>para</p></li></ol>
      <div>after</div>
      """
    #expect(
      try markdown(content) == """
        before

        - one
        - two
          - in item
          - in list
          1. alone

        9. nine
        10. ten
            more

            para

        after

        """)
  }

  @Test("Check boxes of both generations are tasks")
  func checkBoxes() throws {
    let content = """
      <ul style="--en-todo:true;"><li style="--en-checked:true;"><div>a</div></li><li style="--en-checked:false;">b</li></ul>
      <div><en-todo checked="true"/>c</div><div><en-todo checked="false"/> <b>d</b></div><div>after</div>
      <ul><li><en-todo/>e</li></ul>x <en-todo checked="true"/>y
      """
    #expect(
      try markdown(content) == """
        - [x] a
        - [ ] b

        - [x] c
        - [ ] **d**

        after

        - [ ] e

        x [x] y

        """)
  }

  @Test("Quotes and code are set off, with their lines")
  func quotesAndCode() throws {
    let content = """
      <blockquote><div>a</div><div><br/></div><ul><li>b</li></ul></blockquote>
      <div style="font-size: 12px; -en-codeblock:true;"><div>if a  &lt; b {</div><div><br/></div><div>&nbsp;&nbsp;```</div></div>
      <div style="--en-codeblock:true;--en-syntaxLanguage:swift;">one<br/>two</div>
      <pre>
      *a*
        b</pre>
      """
    #expect(
      try markdown(content) == """
        > a
        >
        > - b

        ````
        if a  < b {

          ```
        ````

        ```swift
        one
        two
        ```

        ```
        *a*
          b
        ```

        """)
  }

  @Test("Tables have a row of dashes after the first row, and lines in cells stay lines")
  func tables() throws {
    let content = """
      <table><caption>Caption</caption><colgroup><col/></colgroup><tbody>
      <tr><th>A</th><td><div>B | c</div></td></tr>
      <tr><td><div>1</div><div>2</div></td><td><ul><li>x</li><li>y</li></ul></td></tr>
      <tr><td colspan="2">wide</td></tr><tr/>
      </tbody></table>
      <table><tr><td><div>a frame</div><div>with text</div></td></tr></table>
      """
    #expect(
      try markdown(content) == """
        Caption

        | A | B \\| c |
        | --- | --- |
        | 1<br>2 | - x<br>- y |
        | wide |  |
        |  |  |

        a frame
        with text

        """)
  }

  @Test("Encrypted text is kept")
  func encrypted() throws {
    #expect(
      try markdown("a<en-crypt cipher=\"AES\" hint=\"&quot;x&quot;\">RU5D\nMA==</en-crypt>") == """
        a

        ```en-crypt
        <en-crypt cipher="AES" hint="&quot;x&quot;">RU5D
        MA==</en-crypt>
        ```

        """)
  }

  @Test("Deep nesting is flattened")
  func depth() throws {
    for element in ["div", "ul", "b", "blockquote"] {
      let content =
        String(repeating: "<\(element)>", count: 5000) + "x" + String(repeating: "</\(element)>", count: 5000)
      #expect(try markdown(content).contains("x"))
    }
  }
}

@Suite("The escaping of text in Markdown")
struct MarkdownEscapingTests {
  @Test(
    "Characters are escaped where they would mean something",
    arguments: [
      ("a*b*", "a\\*b\\*"), ("2 * 3", "2 * 3"), ("snake_case_name", "snake_case_name"), ("_x_ a _ b", "\\_x\\_ a _ b"),
      ("`x`", "\\`x\\`"), ("~~x~~ ~y", "\\~\\~x\\~\\~ ~y"), ("[a](b) [c]", "\\[a](b) [c]"), ("[[a]]", "\\[[a]]"),
      ("[^1] [x] a [ ]", "\\[^1] \\[x] a \\[ ]"), ("<b> 1 < 2 <3", "\\<b> 1 < 2 <3"),
      ("AT&T &amp; &x", "AT&T \\&amp; &x"),
      (#"C:\dir \*"#, #"C:\dir \\\*"#), ("#tag", "#tag"), ("# a", "\\# a"), ("####### a", "####### a"),
      ("- a", "\\- a"),
      ("-a", "-a"), ("---", "\\---"), ("+ a", "\\+ a"), ("* a", "\\* a"), ("1. a", "1\\. a"), ("1.5 a", "1.5 a"),
      ("12) a", "12\\) a"), ("2024", "2024"), ("> a", "\\> a"), ("===", "\\==="), ("= a", "= a"),
      ("a - b # c", "a - b # c"),
      ("é_é", "é_é"), ("🍞*", "🍞\\*"),
    ])
  func escaping(_ text: String, _ expected: String) {
    let run = MarkdownRun(content: .text(text), style: .init())
    #expect(MarkdownText.line([run]) == expected)
  }

  @Test("Text after a mark at the beginning of a line is not its beginning")
  func notAtStart() {
    let run = MarkdownRun(content: .text("# a"), style: .init())
    #expect(MarkdownText.line([run], isStart: false) == "# a")
    let bold = MarkdownRun(content: .text("1. a"), style: .init(isBold: true))
    #expect(MarkdownText.line([bold]) == "**1. a**")
  }
}
