import HTTPTypes
import Mustache
import NotesDomain
import NotesTestSupport
import NotesViewModels
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

@MainActor
@Suite struct TemplateFieldsTests {
  @Test func `templates find every property of the values that are not reflected on`() throws {
    let note = Note.sample(1, title: "Tea") { note in
      note.notebook = Notebook("Kitchen") ?? .root
      note.tags = Tag("green").map { [$0] } ?? []
    }
    let row = NoteRow(note.summary, TimeText(zone: UTC()), snippet: "tea")
    let choice = Choice(name: "a", address: "/", isCurrent: true)
    let place = Sidebar.Place(name: "a", address: "/", count: "1", isCurrent: true)
    for value in [row, choice, place] as [any MustacheParent] {
      for property in Mirror(reflecting: value).children {
        let name = try #require(property.label)
        #expect(value.child(named: name) != nil, "\(name)")
      }
      #expect(value.child(named: "none") == nil)
    }
    #expect(NoteRow(Note.sample(1).summary, TimeText(zone: UTC())).child(named: "snippet") == nil)
  }
}
