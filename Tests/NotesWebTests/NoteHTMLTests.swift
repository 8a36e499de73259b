import NotesDomain
import NotesFronts
import NotesTestSupport
import Testing

@testable import NotesWeb

@Suite("Text of a note as HTML")
struct NoteHTMLTests {
  private func html(_ body: String, title: String = "Tea", attachments: [NotesDomain.Attachment] = []) -> String {
    var note = Note.sample(1, title: title, body: body)
    note.attachments = attachments
    return NoteHTML(note: note).html.text
  }

  @Test(
    arguments: [
      "[x](javascript:alert(1))", "[x](JavaScript:alert(1))", "[x](data:text/html,x)", "[x](vbscript:x)",
      "[x](//example.org)", "[x](file:///etc/passwd)", "[x](javascript:\u{301}x)", "[x](//\u{301}x)",
    ])
  func `a link that a browser should not follow is text`(link: String) {
    #expect(html(link) == "<p>x</p>\n")
  }

  @Test func `a link to the web opens beside the notes, and does not say where it comes from`() {
    #expect(
      html("[x](https://example.org/?a=1&b=2)")
        == #"<p><a href="https://example.org/?a=1&amp;b=2" rel="noopener noreferrer" target="_blank">x</a></p>"# + "\n")
  }

  @Test(
    arguments: [
      ("[[Rye bread]]", "/go?name=Rye%20bread", "Rye bread"), ("[[Rye|loaf]]", "/go?name=Rye", "loaf"),
      ("[loaf](Rye%20bread.md)", "/go?name=Rye%20bread", "loaf"),
      ("[[Rye#Crust|loaf]]", "/go?name=Rye", "loaf"), ("[loaf](../Rye.md#crust)", "/go?name=Rye", "loaf"),
    ])
  func `a link to a note leads to it`(text: String, address: String, label: String) {
    #expect(html(text) == "<p><a href=\"\(address)\">\(label)</a></p>\n")
  }

  @Test(arguments: ["[[#Crust|x]]", "[x](#crust)"])
  func `a link to a heading of the same note is text`(link: String) {
    #expect(html(link) == "<p>x</p>\n")
  }

  @Test(
    arguments: [
      ("https://example.org/a?b=1.", "https://example.org/a?b=1"), ("www.example.org", "http://www.example.org"),
      ("ada@example.org", "mailto:ada@example.org"),
    ])
  func `an address without brackets is a link`(text: String, address: String) {
    #expect(html(text).contains("<a href=\"\(address)\""))
  }

  @Test(arguments: [("![[cup.png]]", "cup.png"), ("![[cup.png|A cup]]", "A cup"), ("![[cup.png|300]]", "cup.png")])
  func `an embedded picture is shown`(text: String, description: String) {
    let html = html(text, attachments: [.sample("cup.png", [1])])
    #expect(html.contains("<img src=\"\(path(1))/attachments/cup.png\" alt=\"\(description)\""))
  }

  @Test(arguments: ["![[tea.pdf]]", "![tea.pdf](tea.pdf)"])
  func `an embedded file that is no picture is a link`(text: String) {
    let address = "\(path(1))/attachments/tea.pdf"
    #expect(html(text, attachments: [.sample("tea.pdf", [1])]) == "<p><a href=\"\(address)\">tea.pdf</a></p>\n")
  }

  @Test func `an embedded note is a link`() {
    #expect(html("![[Rye#Crust|the crust]]") == "<p><a href=\"/go?name=Rye\">the crust</a></p>\n")
  }

  @Test func `a text that is too large to be formatted says so`() {
    #expect(html(String(repeating: "*a* ", count: 70_000)).hasPrefix("<p class=\"notice\">This text is too large"))
  }

  @Test func `HTML in a note is text`() {
    #expect(html("<b onclick=\"x\">bold</b>") == "<p>&lt;b onclick=&quot;x&quot;&gt;bold&lt;/b&gt;</p>\n")
  }

  @Test func `a picture of the web is a link, since no page loads it`() {
    let text = html("![A cup](https://example.org/cup.png)")
    #expect(
      !text.contains("<img") && text.contains("href=\"https://example.org/cup.png\"") && text.contains(">A cup</a>"))
  }

  @Test func `an attached picture is shown`() {
    let text = html("![A \"cup\"](cup.png)", attachments: [.sample("cup.png", [1])])
    #expect(text.contains("<img src=\"\(path(1))/attachments/cup.png\" alt=\"A &quot;cup&quot;\""))
  }

  @Test(arguments: ["![A cup](images/cup.png)", "![A cup](images%2Fcup.png)"])
  func `a picture of an imported folder is shown by the path that its text has`(text: String) throws {
    let attachment = NotesDomain.Attachment(name: "cup.png", digest: .of([1]), size: 1, path: "images/cup.png")
    let cup = try #require(attachment)
    #expect(html(text, attachments: [cup]).contains("<img src=\"\(path(1))/attachments/cup.png\""))
    #expect(html("[[images/cup.png]]", attachments: [cup]).contains("href=\"\(path(1))/attachments/cup.png\""))
  }

  @Test func `a line ends where it ends in the text, and not in strict Markdown`() {
    #expect(html("Ada\nLondon") == "<p>Ada<br>\nLondon</p>\n")
    let note = Note.sample(1, title: "Tea", body: "Ada\nLondon")
    #expect(NoteHTML(note: note, lineBreaks: .join).html.text == "<p>Ada\nLondon</p>\n")
  }

  @Test func `a heading that repeats the title is left out, and others are below it`() {
    #expect(html("# Tea\n\n# Green") == "<h2>Green</h2>\n")
  }
}
