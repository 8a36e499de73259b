import NotesTestSupport
import Testing

@testable import NotesWeb

/// A page is requested from the front, over fakes of all ports, by a browser that is signed in.
@Suite struct ExampleScreenTests {
  @Test func `the list has a link to each note`() async throws {
    // Given
    let front = try await Front(Fakes(notes: [.sample(1, title: "Tea & <toast>")]))
    // When
    let page = try await front.get("/")
    // Then
    #expect(page.status == 200)
    #expect(page.text.contains("href=\"\(path(1))\"><bdi>Tea &amp; &lt;toast&gt;</bdi></a>"))
  }
}
