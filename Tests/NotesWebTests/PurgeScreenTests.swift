import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesWeb

@Suite struct PurgeScreenTests {
  private let fakes = Fakes(notes: [
    .sample(1, title: "Tea") { $0.trashed = $0.modified }, .sample(2, title: "Jam") { $0.trashed = $0.modified },
    .sample(3, title: "Bread"),
  ])

  private var titles: [String] { fakes.repository.all.map(\.title) }

  @Test func `the trash offers to delete each note, and all of them`() async throws {
    let front = try await Front(fakes)
    let trash = try await front.get("/?view=trash")
    #expect(trash.text.contains("href=\"\(path(1))/purge\"") && trash.text.contains("href=\"/trash/purge\""))
    #expect(try await !front.get("/").text.contains("/purge\""))
  }

  @Test func `an empty trash offers nothing to delete`() async throws {
    let page = try await Front().get("/?view=trash")
    #expect(page.text.contains("The trash is empty.") && !page.text.contains("/trash/purge"))
  }

  @Test func `a page asks before a note is deleted permanently`() async throws {
    let page = try await Front(fakes).get(path(1) + "/purge")
    #expect(page.text.contains("This cannot be undone") && page.text.contains("<li>Tea</li>"))
    #expect(page.text.contains(">Delete this note permanently</button>"))
    #expect(titles.count == 3)
  }

  @Test func `a confirmed note is deleted permanently, and no other`() async throws {
    let page = try await Front(fakes).post(path(1) + "/purge", ["count": "1"])
    #expect(page.status == 303 && page.location == "/?view=trash")
    #expect(titles == ["Jam", "Bread"])
  }

  @Test func `a note outside of the trash is not deleted`() async throws {
    let front = try await Front(fakes)
    #expect(try await front.get(path(3) + "/purge").status == 409)
    #expect(try await front.post(path(3) + "/purge", ["count": "1"]).status == 409)
    #expect(titles.count == 3)
  }

  @Test func `the whole trash is deleted permanently`() async throws {
    let front = try await Front(fakes)
    #expect(try await front.get("/trash/purge").text.contains("Delete these 2 notes permanently"))
    _ = try await front.post("/trash/purge", ["count": "2"])
    #expect(titles == ["Bread"])
  }

  @Test func `a conflict that keeps a text of a deleted note is named`() async throws {
    // Given
    let (note, copy) = (try #require(fakes.repository.all.first), Note.sample(7, title: "Copy"))
    _ = try await fakes.repository.add(
      NoteConflict(note: note.id, copy: copy.id, base: nil, theirs: note, ours: copy, detected: FixedClock.start),
      copy: copy)
    // When
    let page = try await Front(fakes).post(path(1) + "/purge", ["count": "1"])
    // Then
    #expect(page.status == 200 && titles == ["Jam", "Bread", "Copy"])
    #expect(
      page.text.contains("Deleted 1 note permanently. 1 conflict keeps a text of them. To settle, see Conflicts."))
  }

  @Test func `a trash that changed since the question asks again`() async throws {
    let page = try await Front(fakes).post("/trash/purge", ["count": "1"])
    #expect(page.status == 200 && page.text.contains("The trash has changed meanwhile."))
    #expect(titles.count == 3)
  }
}
