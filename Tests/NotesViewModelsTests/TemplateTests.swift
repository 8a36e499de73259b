import NotesDomain
import NotesTestSupport
import NotesTransfer
import NotesViewModels
import Testing

@MainActor
@Suite("Notes that begin with a template") struct TemplateTests {
  private let meeting = "---\ntags: [work]\nnotebook: Office\nkind: log\n---\n# {{title}}\n{{date}}\n"

  @Test func `the editor opens with the text of the template, and the note has its properties`() async throws {
    let fakes = Fakes { $0 + "Agenda" }
    fakes.templates.texts["meeting"] = meeting
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.compose(NoteForm(title: "Weekly", tags: ["team"]), template: "meeting")
    let note = try #require(fakes.repository.all.first)
    #expect(editor.state.outcome == .added(note) && fakes.drafts.remaining.isEmpty)
    #expect(note.title == "Weekly" && note.body == "# Weekly\n2026-03-14\nAgenda" && note.fileName.isEmpty)
    #expect(note.tags.map(\.name) == ["work", "team"] && note.notebook.path == "Office")
    #expect(note.foreignFrontMatter == "kind: log\n")
  }

  @Test func `the title is that of the form, of the template, or of the text`() async throws {
    let fakes = Fakes()
    fakes.templates.texts["titled"] = "---\ntitle: On {{date}}\n---\nx"
    fakes.templates.texts["plain"] = "# Heading\n"
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.compose(NoteForm(title: "Mine"), template: "titled")
    await editor.compose(NoteForm(), template: "titled")
    await editor.compose(NoteForm(), template: "plain")
    #expect(Set(fakes.repository.all.map(\.title)) == ["Mine", "On 2026-03-14", "Heading"])
  }

  @Test func `the notebook of the form overrides that of the template`() async throws {
    let fakes = Fakes()
    fakes.templates.texts["meeting"] = meeting
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.add(NoteForm(title: "Weekly", notebook: "Home"), body: "", template: "meeting")
    #expect(fakes.repository.all.map(\.notebook.path) == ["Home"])
  }

  @Test(arguments: [("one", "one\nmore"), ("one\n", "one\nmore"), ("", "more")])
  func `a given text is on a line of its own at the end`(text: String, body: String) async throws {
    let fakes = Fakes()
    fakes.templates.texts["t"] = text
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.add(NoteForm(), body: "more", template: "t")
    #expect(fakes.repository.all.map(\.body) == [body])
  }

  @Test func `an emptied text and a blank template add nothing`() async throws {
    let fakes = Fakes { _ in "" }
    fakes.templates.texts = ["meeting": meeting, "blank": " \n"]
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.compose(NoteForm(), template: "meeting")
    #expect(editor.state.outcome == .nothing)
    await editor.add(NoteForm(), body: "", template: "blank")
    #expect(editor.state.outcome == .nothing)
    #expect(fakes.repository.all.isEmpty && fakes.drafts.remaining.isEmpty)
  }

  @Test func `an unknown template opens no editor, and the others are named`() async throws {
    let fakes = Fakes { _ in "typed" }
    fakes.templates.texts["meeting"] = meeting
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.compose(NoteForm(), template: "meting")
    #expect(editor.state.phase == .failed(Failure(TemplateFailure.unknown("meting", available: ["meeting"]))))
    await editor.find(template: "meting")
    #expect(editor.state.phase.failure != nil)
    await editor.find(template: "meeting")
    #expect(editor.state.phase == .done)
    #expect(fakes.repository.all.isEmpty && fakes.drafts.remaining.isEmpty)
  }

  @Test func `unknown placeholders stay and are reported, and so is wrong front matter`() async throws {
    let fakes = Fakes()
    fakes.templates.texts["t"] = "---\ncreated: yesterday\n---\n{{tilte}}"
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.add(NoteForm(title: "x"), body: "", template: "t")
    #expect(editor.state.unknownPlaceholders == ["tilte"] && fakes.repository.all.map(\.body) == ["{{tilte}}"])
    #expect(editor.state.frontMatterProblem?.path == "/templates/t.md")
  }

  @Test func `the note of today begins with the template of that name, once`() async throws {
    let fakes = Fakes { $0 + "evening\n" }
    fakes.templates.texts["today"] = "---\nnotebook: Diary\ntags: [log]\n---\n## {{weekday}}\n"
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.today(in: nil, appending: "morning")
    await editor.today(in: nil, appending: "noon\n")
    await editor.today(in: nil, appending: nil)
    let note = try #require(fakes.repository.all.first)
    #expect(note.title == "2026-03-14" && note.body == "## Saturday\nmorning\nnoon\nevening\n")
    #expect(note.notebook.path == "Diary" && note.tags.map(\.name) == ["log"] && fakes.repository.all.count == 1)
  }

  @Test func `a template is not reported when the note of today is there already`() async throws {
    let fakes = Fakes()
    fakes.templates.texts["today"] = "{{tilte}}\n"
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.today(in: nil, appending: "one")
    #expect(editor.state.unknownPlaceholders == ["tilte"])
    await editor.today(in: nil, appending: "two")
    #expect(editor.state.unknownPlaceholders.isEmpty)
    #expect(fakes.repository.all.map(\.body) == ["{{tilte}}\none\ntwo"])
  }

  @Test func `the editor opens the note of today with its template, in a given notebook`() async throws {
    let fakes = Fakes()
    fakes.templates.texts["today"] = "---\nnotebook: Diary\n---\n## {{weekday}}\n"
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.today(in: "Work", appending: nil)
    #expect(fakes.repository.all.map(\.body) == ["## Saturday\n"])
    #expect(fakes.repository.all.map(\.notebook.path) == ["Work"])
  }

  @Test(arguments: ["", "/"])
  func `the note of today is in the root, not the notebook of its template, if that is given`(root: String) async throws
  {
    let fakes = Fakes()
    fakes.templates.texts["today"] = "---\nnotebook: Diary\n---\n## {{weekday}}\n"
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.today(in: root, appending: "one\n")
    await editor.today(in: root, appending: "two\n")
    #expect(fakes.repository.all.map(\.body) == ["## Saturday\none\ntwo\n"])
    #expect(fakes.repository.all.map(\.notebook) == [.root])
  }

  @Test func `without a template the notebook of today is the journal`() async throws {
    let fakes = Fakes()
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.today(in: nil, appending: "one")
    #expect(fakes.repository.all.map(\.notebook.path) == ["Journal"])
  }
}
