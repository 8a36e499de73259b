import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesWeb

@Suite struct ListScreenTests {
  @Test func `the list has a link to each note`() async throws {
    let front = try await Front(Fakes(notes: [.sample(1, title: "Tea & <toast>")]))
    let page = try await front.get("/")
    #expect(page.status == 200)
    #expect(page.text.contains("href=\"\(path(1))\">Tea &amp; &lt;toast&gt;</a>"))
  }

  @Test(arguments: ["9223372036854775807", "-9223372036854775808", "99999999999999999999", "0", "x"])
  func `a page that there cannot be is empty or the first one`(page: String) async throws {
    let front = try await Front(Fakes(notes: [.sample(1)]))
    #expect(try await front.get("/?page=\(page)").status == 200)
  }
}
