import Foundation
import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesWeb

@Suite struct NoteLinkScreenTests {
  private let fakes = Fakes(notes: [
    .sample(1, title: "Tea", body: "[[Jam]] and [[Jam|jam again]], [[Scones & cream]]."), .sample(2, title: "Jam"),
  ])

  @Test func `a note lists the notes that it links to, each once`() async throws {
    let page = try await Front(fakes).get(path(1))
    let row = "<li><a href=\"\(path(2))\">Jam</a></li>"
    #expect(page.text.components(separatedBy: row).count == 2)
  }

  @Test func `a link to no note is marked, and leads to the page that adds it`() async throws {
    let front = try await Front(fakes)
    let page = try await front.get(path(1))
    #expect(
      page.text.contains(
        "<span class=\"badge\">no such note</span> <a href=\"/go?name=Scones%20%26%20cream\">Scones &amp; cream</a>"))
    #expect(
      try await front.get("/go?name=Scones%20%26%20cream").location == "/notes/new?title=Scones%20%26%20cream")
  }

  @Test func `a note lists its backlinks`() async throws {
    let page = try await Front(fakes).get(path(2))
    #expect(page.text.contains("<h2>Backlinks</h2>") && page.text.contains("href=\"\(path(1))\"><bdi>Tea</bdi></a>"))
  }

  @Test func `a note without links has no such lists`() async throws {
    let page = try await Front(Fakes(notes: [.sample(1)])).get(path(1))
    #expect(!page.text.contains("<h2>Links</h2>") && !page.text.contains("<h2>Backlinks</h2>"))
  }
}
