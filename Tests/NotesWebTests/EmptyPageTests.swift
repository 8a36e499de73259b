import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesWeb

/// What pages say only if there is something, or nothing.
@Suite struct EmptyPageTests {
  @Test(arguments: [
    ("/", "No notes here."), ("/?view=trash", "The trash is empty."), ("/search?q=tea", "No note matches"),
  ])
  func `a page without notes says so`(path: String, text: String) async throws {
    #expect(try await Front().get(path).text.contains(text))
  }

  @Test func `a first list leads to the notes of another device`() async throws {
    #expect(try await Front().get("/").text.contains("or <a href=\"/account\">sign in</a>"))
  }

  @Test func `open conflicts are at the side, and no entry if there are none`() async throws {
    let fakes = Fakes(notes: [.sample(1), .sample(2)])
    let front = try await Front(fakes)
    #expect(try await !front.get("/").text.contains("href=\"/conflicts\""))
    try await fakes.repository.write { (transaction) throws(StoreError) in
      try transaction.record(conflict: .sample(note: 1, copy: 2))
    }
    #expect(try await front.get("/").text.contains("href=\"/conflicts\">Conflicts"))
  }

  @Test func `a list with notes does not say that it is empty`() async throws {
    let page = try await Front(Fakes(notes: [.sample(1, title: "Tea")])).get("/")
    #expect(!page.text.contains("No notes here."))
  }

  @Test func `backlinks have a heading, and a note without them has none`() async throws {
    let front = try await Front(
      Fakes(notes: [.sample(1, title: "Tea"), .sample(2, title: "Cake", body: "with [[Tea]]")]))
    #expect(try await front.get(path(1)).text.contains("<h2>Backlinks</h2>"))
    #expect(try await !front.get(path(2)).text.contains("<h2>Backlinks</h2>"))
  }
}
