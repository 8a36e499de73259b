import NotesDomain
import NotesTestSupport
import NotesViewModels
import Testing

@MainActor
@Suite struct CompletionViewModelTests {
  private let fakes: Fakes = {
    var fakes = Fakes(notes: [
      .sample(1, title: "Green Twine", tags: ["garden"], notebook: "Shed") { $0.attachments = .sample(("a.pdf", 1)) },
      .sample(2, title: "Tea", body: "#kitchen", notebook: "My Kitchen"),
      .sample(3, title: "Greyhound") { $0.trashed = FixedClock.start },
    ])
    fakes.searches = SavedSearches(["reading": "tag:books"])
    fakes.templates.texts = ["meeting": "x", "today": "x"]
    return fakes
  }()

  private func complete(_ kind: CompletedValue, _ word: String, note: String? = nil) async throws -> [String] {
    let model = try viewModel(CompletionViewModel.self, fakes)
    await model.complete(kind, word, note: note)
    return model.state.completions.map(\.text)
  }

  @Test func `a note is completed by its title without case, with its notebook and tags beside it`() async throws {
    let model = try viewModel(CompletionViewModel.self, fakes)
    await model.complete(.note, "gre")
    #expect(model.state.completions == [Completion("green Twine", "Shed #garden")])
  }

  @Test func `a note is completed by an alias in its front matter and by its file name, with its title beside them`()
    async throws
  {
    let fakes = Fakes(notes: [
      .sample(1, title: "Rye bread") {
        ($0.foreignFrontMatter, $0.fileName) = ("aliases: [Roggenbrot, dark loaf]\n", "2026-bread")
      }
    ])
    let model = try viewModel(CompletionViewModel.self, fakes)
    for (word, text) in [("rog", "roggenbrot"), ("Dark", "Dark loaf"), ("2026", "2026-bread")] {
      await model.complete(.note, word)
      #expect(model.state.completions == [Completion(text, "Rye bread")], "\(word)")
    }
  }

  @Test func `without a beginning, the notes that changed last are completed`() async throws {
    #expect(try await complete(.note, "") == ["Tea", "Green Twine"])
  }

  @Test func `a note is completed by its id`() async throws {
    #expect(try await complete(.note, "0000").first == String(reference(1)))
  }

  @Test func `completing writes no numbers of a list`() async throws {
    _ = try await complete(.note, "")
    #expect(fakes.listed.load().isEmpty)
  }

  @Test(
    arguments: [
      (.trashedNote, "g", ["greyhound"]), (.tag, "", ["garden", "kitchen"]), (.tag, "GAR", ["GARden"]),
      (.notebook, "s", ["shed"]), (.attachment, "a", ["a.pdf"]),
      (.query, "ta", ["tag:garden", "tag:kitchen"]), (.query, "notebook:", ["notebook:Shed"]),
      (.query, "@r", ["@reading"]), (.template, "me", ["meeting"]),
      (.query, "is:p", ["is:pinned"]), (.draft, "", []), (.conflict, "", []),
    ] as [(CompletedValue, String, [String])])
  func `each kind of values is completed`(kind: CompletedValue, word: String, found: [String]) async throws {
    #expect(try await complete(kind, word, note: "Green Twine").sorted() == found)
  }

  @Test func `drafts are completed by their ids, and conflicts by their copies`() async throws {
    _ = try await fakes.drafts.create(named: "Tea", text: "x")
    #expect(try await complete(.draft, "") == ["1"])
    _ = try await fakes.repository.add(.sample(note: 1, copy: 9), copy: .sample(9))
    #expect(try await complete(.conflict, "").count == 1)
  }

  @Test func `attachments of an unknown note, or of none, are not completed`() async throws {
    #expect(try await complete(.attachment, "") == [])
    #expect(try await complete(.attachment, "", note: "xyz") == [])
  }
}
