import NotesDomain
import NotesTestSupport
import NotesViewModels
import Testing

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

  @Test func `backlinks, orphans and broken links are listed`() async throws {
    let model = try viewModel(LinksViewModel.self, fakes)
    await model.loadBacklinks(of: "Bread")
    #expect(model.state.rows.map(\.value.title) == ["Flour"])
    await model.loadOrphans()
    #expect(model.state.rows.map(\.value.title) == ["Note"])
    await model.loadBroken()
    #expect(model.state.broken.map(\.value.name.key) == ["water"])
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

  @Test func `a note keeps an explicit title until it follows its text again`() async throws {
    let fakes = Fakes(notes: [.sample(1, body: "# Heading\n")])
    let model = try viewModel(NoteViewModel.self, fakes)
    await model.rename(reference(1), to: "Other")
    await model.rename(reference(1), to: nil)
    #expect(fakes.repository.all[0].title == "Heading")
    await model.rename(reference(1), to: " \n")
    #expect(model.state.phase == .failed(.note(.emptyTitle)))
  }
}
