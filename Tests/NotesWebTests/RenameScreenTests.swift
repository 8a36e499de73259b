import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesWeb

@Suite struct RenameScreenTests {
  private let fakes = Fakes(notes: [
    .sample(1, title: "Tea", tags: ["kitchen", "kitchen/tea"], notebook: "Kitchen"),
    .sample(2, title: "Rye", tags: ["bread"], notebook: "Kitchen/Bread"),
  ])

  private func notes(_ front: Front) -> [Note] { front.fakes.repository.all }

  @Test func `a tag is renamed in all notes, with those nested in it`() async throws {
    let front = try await Front(fakes)
    let page = try await front.post("/tags/rename", ["old": "kitchen", "new": "#food"])
    #expect(page.status == 303 && page.location == "/?tag=food")
    #expect(notes(front).first?.tags.map(\.name) == ["food", "food/tea"])
  }

  @Test func `a notebook is renamed with those inside it`() async throws {
    let front = try await Front(fakes)
    let page = try await front.post("/notebooks/rename", ["old": "Kitchen", "new": "Food"])
    #expect(page.status == 303 && page.location == "/?notebook=Food")
    #expect(notes(front).map(\.notebook.path) == ["Food", "Food/Bread"])
  }

  @Test func `a notebook is merged with another one only after a question`() async throws {
    let front = try await Front(fakes)
    _ = try await front.fakes.repository.insert([.sample(3, notebook: "Food")])
    let question = try await front.post("/notebooks/rename", ["old": "Kitchen", "new": "food"])
    #expect(question.status == 200 && question.text.contains("“food” has 1 note already."))
    #expect(notes(front).map(\.notebook.path) == ["Kitchen", "Kitchen/Bread", "Food"])
    let page = try await front.post("/notebooks/rename", ["old": "Kitchen", "new": "food", "merge": "yes"])
    #expect(page.status == 303)
    #expect(notes(front).map(\.notebook.path) == ["Food", "Food/Bread", "Food"])
  }

  @Test func `the list of a tag or a notebook has the form, and other lists have none`() async throws {
    let front = try await Front(fakes)
    #expect(try await front.get("/?tag=kitchen").text.contains("action=\"/tags/rename\""))
    #expect(try await front.get("/?notebook=Kitchen").text.contains("action=\"/notebooks/rename\""))
    #expect(try await !front.get("/").text.contains("/rename\""))
    #expect(try await !front.get("/?notebook=%2F").text.contains("/rename\""))
  }

  @Test func `an invalid name changes nothing, and says what a name is`() async throws {
    let front = try await Front(fakes)
    let page = try await front.post("/tags/rename", ["old": "kitchen", "new": "a b"])
    #expect(page.status == 422 && page.text.contains("&#39;a b&#39; is not a valid tag."))
    #expect(try await front.post("/notebooks/rename", ["old": "Kitchen", "new": ".git"]).status == 422)
    #expect(try await front.post("/tags/rename", ["old": "kitchen"]).status == 400)
    #expect(notes(front).first?.tags.first?.name == "kitchen")
  }
}
