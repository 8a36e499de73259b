import HTTPTypes
import Testing

@testable import NotesWeb

@Suite("HTML of texts")
struct HTMLTests {
  @Test(
    arguments: [
      ("<script>", "&lt;script&gt;"), ("\"\u{301}onload=x", "&quot;\u{301}onload=x"),
      ("a & 'b'", "a &amp; &#39;b&#39;"),
    ])
  func `every sign with a meaning in HTML is escaped, also before a combining mark`(text: String, escaped: String)
    throws
  {
    let html: HTML = "<p>\(text)</p>"
    #expect(html.text.utf8.elementsEqual("<p>\(escaped)</p>".utf8))
    let page = try Templates().render(.error, WebFailure(status: .notFound, message: text))
    #expect(page.text.contains("<h1>\(escaped)</h1>"))
    #expect(!page.text.contains("<h1>\(text)"))
  }
}
