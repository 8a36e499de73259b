import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesWeb

@Suite struct ListScreenTests {
  @Test(arguments: ["9223372036854775807", "-9223372036854775808", "99999999999999999999", "0", "x"])
  func `a page that there cannot be is empty or the first one`(page: String) async throws {
    let front = try await Front(Fakes(notes: [.sample(1)]))
    #expect(try await front.get("/?page=\(page)").status == 200)
  }

  @Test func `a page behind the last one leads to the first`() async throws {
    let front = try await Front(Fakes(notes: [.sample(1)]))
    let page = try await front.get("/?sort=title&page=2").text
    #expect(page.contains("There are no more notes. <a href=\"/?sort=title\">") && !page.contains("No notes here"))
  }

  @Test(arguments: [(50, "50 notes", false), (51, "More than 50 notes", true)])
  func `a search says whether there are more notes than the page has`(
    count: UInt64, found: String, hasMore: Bool
  ) async throws {
    let front = try await Front(Fakes(notes: (1...count).map { .sample($0, body: "tea") }))
    let page = try await front.get("/search?q=tea").text
    #expect(page.contains(">\(found)<") && page.contains("There are more: add a word.") == hasMore)
  }

  @Test func `a search that is not finished keeps its page, and says why`() async throws {
    let front = try await Front(Fakes(notes: [.sample(1)]))
    let page = try await front.get("/search?q=tea%20before:no")
    #expect(page.status == 400 && page.text.contains("value=\"tea before:no\""))
    let results = try #require(page.text.firstMatch(of: /(?s)id="results".*/)).output
    #expect(results.contains("Invalid date &#39;no&#39; for before:") && results.contains("Dates are 2026-10-04"))
    #expect(!page.text.contains("No notes"))
  }

  @Test func `the side has as many tags as fit, and the number of others`() async throws {
    let notes = (1...302).map { number in
      Note.sample(UInt64(number)) { $0.tags = Tag("t\(number)").map { [$0] } ?? [] }
    }
    let page = try await Front(Fakes(notes: notes)).get("/help").text
    #expect(
      page.matches(of: /<bdi>#t\d+<\/bdi>/).count == 300 && page.contains("and 2 more: search for <code>tag:NAME"))
  }
}
