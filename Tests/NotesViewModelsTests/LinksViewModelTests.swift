import NotesDomain
import NotesTestSupport
import NotesTransfer
import NotesViewModels
import Testing
import Wiring
import WiringMacros

@MainActor
@Suite struct LinksViewModelTests {
  private let fakes = Fakes(notes: [
    .sample(1, title: "Bread", body: "[[Flour]] and [[Water|wet]], [[#Top]]", notebook: "Kitchen"),
    .sample(2, title: "Flour", body: "for [[Kitchen/Bread#Rye]] and [[bread]]"), .sample(3, title: "Note"),
  ])

  @Test func `the links of a note are shown with the notes they lead to`() async throws {
    let model = try viewModel(LinksViewModel.self, fakes)
    await model.loadLinks(of: "bread")
    #expect(model.state.links.map(\.link.target) == ["Flour", "Water"])
    #expect(model.state.links.map { $0.target?.value.title } == ["Flour", nil])
  }

  @Test func `the name of an attached file is no missing note`() async throws {
    let fakes = Fakes(notes: [
      .sample(1, title: "Plan", body: "[[plan.docx]] and [[Water]]") {
        $0.attachments = [.sample("plan.docx", [1])]
      }
    ])
    let model = try viewModel(LinksViewModel.self, fakes)
    await model.loadLinks(of: "Plan")
    #expect(model.state.links.map(\.link.target) == ["Water"])
  }

  @Test func `a Markdown link leads to the file beside its note, and follows it, not another of its name`() async throws
  {
    // Given
    let fakes = Fakes(notes: [
      .sample(1, title: "Note", notebook: "a"), .sample(2, title: "Note", notebook: "b"),
      .sample(3, title: "R", body: "[x](./Note.md) [y](Note.md) [z](../b/Note.md) [[Note]]", notebook: "a"),
    ])
    let (links, note) = (try viewModel(LinksViewModel.self, fakes), try viewModel(NoteViewModel.self, fakes))
    // When
    await links.loadLinks(of: "R")
    await note.rename("a/Note", to: "Alpha")
    await note.move(["Alpha"], to: "c")
    // Then
    #expect(links.state.links.map { $0.target?.value.notebook.path } == ["a", "a", "b", "b"])
    #expect(fakes.repository.all[2].body == "[x](../c/Alpha.md) [y](../c/Alpha.md) [z](../b/Note.md) [[Note]]")
  }

  @Test func `wiki links get the title, and Markdown links the name of the file`() async throws {
    let fakes = Fakes(notes: [.sample(1, title: "Rye"), .sample(2, title: "R", body: "[[Rye#H|b]] [x](Rye.md#H)")])
    let model = try viewModel(NoteViewModel.self, fakes)
    await model.rename("Rye", to: "Rye: #1")
    #expect(fakes.repository.all[1].body == "[[Rye: -1#H|b]] [x](Rye-%20%231.md#H)")
    await model.rename("Rye: #1", to: "Tea")
    #expect(fakes.repository.all[1].body == "[[Tea#H|b]] [x](Tea.md#H)")
  }

  @Test func `a Markdown link at the top level leads to the file there, among many of its name`() async throws {
    let others: [Note] = (2...30).map { .sample($0, title: "README", notebook: "n\($0)") }
    let fakes = Fakes(notes: [.sample(1, title: "README"), .sample(99, title: "R", body: "[x](README.md)")] + others)
    let links = try viewModel(LinksViewModel.self, fakes)
    await links.loadLinks(of: "R")
    #expect(links.state.links.map { $0.target?.value.notebook } == [.root])
  }

  @Test(arguments: [("C#", "[[B]] [[B|lab]] [x](C%23/B.md)"), ("C", "[[C/B]] [[C/B|lab]] [x](C/B.md)")])
  func `a wiki link does not get a path that it cannot have`(notebook: String, body: String) async throws {
    let fakes = Fakes(notes: [
      .sample(1, title: "B", notebook: "X"), .sample(2, title: "R", body: "[[X/B]] [[X/B|lab]] [x](X/B.md)"),
    ])
    let model = try viewModel(NotebooksViewModel.self, fakes)
    await model.rename("X", to: notebook)
    #expect(fakes.repository.all[1].body == body && model.state.mended == 1)
  }

  @Test func `backlinks, orphans and broken links are listed`() async throws {
    let model = try viewModel(LinksViewModel.self, fakes)
    await model.loadBacklinks(of: "Bread")
    #expect(model.state.rows.map(\.value.title) == ["Flour"])
    await model.loadOrphans()
    #expect(model.state.rows.map(\.value.title) == ["Note"])
    await model.loadBroken()
    #expect(model.state.broken.map(\.value.target) == ["Water"])
  }

  @Test func `renaming a note mends the links to it, and is undone with them`() async throws {
    let model = try viewModel(NoteViewModel.self, fakes)
    await model.rename("Bread", to: "Rye: [dark]")
    #expect(model.state.mended.map(\.after.title) == ["Flour"])
    #expect(fakes.repository.all[1].body == "for [[Kitchen/Rye: (dark)#Rye]] and [[Rye: (dark)]]")
    let links = try viewModel(LinksViewModel.self, fakes)
    await links.loadBacklinks(of: "Rye: [dark]")
    #expect(links.state.rows.map(\.value.title) == ["Flour"])
    let undo = try viewModel(UndoViewModel.self, fakes)
    await undo.undo()
    #expect(fakes.repository.all.map(\.title) == ["Bread", "Flour", "Note"])
    #expect(fakes.repository.all[1].body == "for [[Kitchen/Bread#Rye]] and [[bread]]")
  }

  @Test func `a store that fails after the first write has a note and the links to it, both renamed`() async throws {
    let model = try Plan(NoteViewModel.self, modules: [ViewModelsModule(), TransferModule(), FakesModule(fakes)]) {
      overrides in
      overrides.replace(
        (any NoteRepository).self,
        with: InterceptedNoteRepository(fakes.repository, by: FailureAfterFirstWrite(fakes.repository)))
    }.buildOnMainActor().root
    await model.rename("Flour", to: "Rye")
    #expect(model.state.phase.failure != nil)
    #expect(fakes.repository.all.prefix(2).map(\.title) == ["Bread", "Rye"])
    #expect(fakes.repository.all.first?.body == "[[Rye]] and [[Water|wet]], [[#Top]]")
  }

  @Test func `links that another note of the old name has as well stay`() async throws {
    let fakes = Fakes(notes: [.sample(1, title: "Tea"), .sample(2, title: "Tea"), .sample(3, body: "[[Tea]]")])
    let model = try viewModel(NoteViewModel.self, fakes)
    await model.rename(reference(1), to: "Coffee")
    #expect(model.state.mended.isEmpty)
    #expect(fakes.repository.all[2].body == "[[Tea]]")
  }

  @Test func `moving a note mends the links that have its path`() async throws {
    let model = try viewModel(NoteViewModel.self, fakes)
    await model.move(["Bread"], to: "Oven")
    #expect(fakes.repository.all[1].body == "for [[Oven/Bread#Rye]] and [[bread]]")
  }

  @Test func `a link gets no name that another note has, and is reported`() async throws {
    // Given
    let fakes = Fakes(notes: [
      .sample(1, title: "Tea", notebook: "A"), .sample(2, title: "Tea", notebook: "B"),
      .sample(3, body: "[[A/Tea]] [[B/Tea]]"), .sample(4, title: "Milk"), .sample(5, title: "Two", notebook: "K"),
      .sample(6, body: "[[Milk]] [[Two]]"),
    ])
    let model = try viewModel(NoteViewModel.self, fakes)
    // When
    await model.move([reference(1), reference(2)], to: "C")
    // Then
    #expect(fakes.repository.all[2].body == "[[A/Tea]] [[B/Tea]]")
    #expect(model.state.mended.isEmpty && model.state.broken.map(\.id) == [fakes.repository.all[2].id])
    // When
    await model.rename("Milk", to: "Two")
    // Then
    #expect(fakes.repository.all[5].body == "[[Milk]] [[Two]]")
    #expect(model.state.broken.map(\.id) == [fakes.repository.all[5].id])
  }

  @Test func `a link gets the path of a note whose title another note has`() async throws {
    let fakes = Fakes(notes: [
      .sample(1, title: "Milk", notebook: "K"), .sample(2, title: "Two"), .sample(3, body: "[[Milk]]"),
    ])
    let model = try viewModel(NoteViewModel.self, fakes)
    await model.rename("Milk", to: "Two")
    #expect(fakes.repository.all[2].body == "[[K/Two]]")
    #expect(model.state.broken.isEmpty)
  }

  @Test func `a relative path stays relative`() async throws {
    let fakes = Fakes(notes: [
      .sample(1, title: "Rye", notebook: "A/B"), .sample(2, body: "[x](../Rye.md) [y](./Rye.md)", notebook: "A/B/C"),
    ])
    let model = try viewModel(NoteViewModel.self, fakes)
    await model.rename("Rye", to: "New")
    #expect(fakes.repository.all[1].body == "[x](../New.md) [y](../New.md)")
  }

  @Test func `links in the trash are mended`() async throws {
    let fakes = Fakes(notes: [
      .sample(1, title: "Tea"), .sample(2, body: "[[Tea]]") { $0.trashed = FixedClock.start },
    ])
    let model = try viewModel(NoteViewModel.self, fakes)
    await model.rename("Tea", to: "Coffee")
    #expect(fakes.repository.all[1].body == "[[Coffee]]")
  }

  @Test func `links to a title that follows a mended text are mended`() async throws {
    let fakes = Fakes(notes: [
      .sample(1, title: "Tea"), .sample(2, title: "On [[Tea]]", body: "# On [[Tea]]"),
      .sample(3, body: "[[On ((Tea))]]"),
    ])
    let model = try viewModel(NoteViewModel.self, fakes)
    await model.rename("Tea", to: "Coffee")
    #expect(fakes.repository.all.map(\.title).prefix(2) == ["Coffee", "On [[Coffee]]"])
    #expect(fakes.repository.all[2].body == "[[On ((Coffee))]]")
    #expect(model.state.mended.count == 2)
  }

  @Test func `renaming a tag in a title mends the links to it`() async throws {
    let fakes = Fakes(notes: [
      .sample(1, title: "#tea list", body: "#tea list"), .sample(2, body: "[[-tea list]] [[#tea]] #teapot"),
    ])
    let model = try viewModel(TagsViewModel.self, fakes)
    await model.rename("tea", to: "coffee")
    #expect(fakes.repository.all.map(\.body) == ["#coffee list", "[[-coffee list]] [[#tea]] #teapot"])
    #expect(model.state.changed == 1 && model.state.mended == 1)
  }

  @Test func `a tag that cannot be in a text leaves the text`() async throws {
    let fakes = Fakes(notes: [.sample(1, title: "t", body: "#c")])
    let model = try viewModel(TagsViewModel.self, fakes)
    await model.rename("c", to: "c++")
    #expect(fakes.repository.all[0].body == "#c" && fakes.repository.all[0].tags.map(\.name) == ["c++"])
    #expect(model.state.changed == 1 && model.state.unwritable == 1)
  }

  @Test(arguments: [("bread", "bread/sub"), ("bread", "Bread"), ("bread/sub", "bread")])
  func `a tag that is renamed within itself is in the text under its new name`(old: String, new: String) async throws {
    let fakes = Fakes(notes: [.sample(1, title: "t", body: "one #\(old) text")])
    let model = try viewModel(TagsViewModel.self, fakes)
    await model.rename(old, to: new)
    #expect(fakes.repository.all.map(\.body) == ["one #\(new) text"])
    #expect(model.state.changed == 1 && model.state.unwritable == 0)
  }

  @Test func `a link to a note whose new title has a slash leads to it, also by the name of its file`() async throws {
    let fakes = Fakes(notes: [.sample(1, title: "Net", notebook: "Work"), .sample(2, body: "see [[Work/Net]]")])
    let model = try viewModel(NoteViewModel.self, fakes)
    await model.rename(reference(1), to: "TCP/IP")
    #expect(fakes.repository.all.map(\.body).contains("see [[Work/TCP-IP]]"))
    let links = try viewModel(LinksViewModel.self, fakes)
    await links.loadBroken()
    #expect(links.state.broken.isEmpty)
  }

  @Test func `a note keeps an explicit title until it follows its text again`() async throws {
    let fakes = Fakes(notes: [.sample(1, body: "# Heading\n")])
    let model = try viewModel(NoteViewModel.self, fakes)
    await model.rename(reference(1), to: "Other")
    await model.rename(reference(1), to: nil)
    #expect(fakes.repository.all[0].title == "Heading")
    await model.rename(reference(1), to: " \n")
    #expect(model.state.phase == .failed(Failure(NoteFailure.emptyTitle)))
  }
}

/// An interceptor after whose first write the store fails, as after a crash.
private struct FailureAfterFirstWrite: Interceptor {
  private let repository: InMemoryNoteRepository

  init(_ repository: InMemoryNoteRepository) {
    self.repository = repository
  }

  func intercept<Result, Failure: Error>(
    _ call: InterceptedCall, _ proceed: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let result = try await proceed()
    if call.description.contains("update") { repository.failure = .failed(path: "/store", detail: "crashed") }
    return result
  }
}
