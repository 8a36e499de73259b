import NotesDomain
import NotesFronts
import NotesTestSupport
import NotesViewModels
import Testing

@MainActor
@Suite struct EditorViewModelTests {
  @Test func `a note is added with title, tags and notebook`() async throws {
    let fakes = Fakes()
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.add(NoteForm(title: "Loaf", tags: ["baking"], notebook: "Kitchen"), body: "Flour")
    let note = try #require(fakes.repository.all.first)
    #expect(editor.state.outcome == .added(note))
    #expect(note.title == "Loaf" && note.body == "Flour" && note.notebook.path == "Kitchen")
    #expect(note.tags.map(\.name) == ["baking"])
    #expect(note.created == fakes.wallClock.now() && note.modified == note.created)
  }

  @Test(
    arguments: [
      ("kitchen", "Kitchen"), ("KITCHEN/bread", "Kitchen/Bread"), ("kitchen/tea", "Kitchen/tea"), ("Garden", "Garden"),
      ("kitchen/Bread/rye", "Kitchen/Bread/rye"), ("/", ""),
    ])
  func `a note is put in the notebook that exists, in whichever case its path is typed`(
    typed: String, expected: String
  ) async throws {
    let fakes = Fakes(notes: [.sample(101, notebook: "Kitchen"), .sample(102, notebook: "Kitchen/Bread")])
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.add(NoteForm(notebook: typed), body: "Flour")
    guard case .added(let note)? = editor.state.outcome else {
      Issue.record("\(editor.state)")
      return
    }
    #expect(note.notebook.path == expected)
    #expect(editor.state.existingNotebook?.path == (typed == expected || typed == "/" ? nil : expected))
  }

  @Test func `where a notebook has two spellings, the typed one is kept`() async throws {
    let fakes = Fakes(notes: [.sample(101, notebook: "kitchen"), .sample(102, notebook: "Kitchen")])
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.add(NoteForm(notebook: "kitchen"), body: "Flour")
    #expect(editor.state.outcome?.note?.notebook.path == "kitchen")
  }

  @Test func `a document adds a note with its properties, under a new id`() async throws {
    let fakes = Fakes()
    let editor = try viewModel(EditorViewModel.self, fakes)
    let text = "---\nnote-id: \(SequentialNoteIDGenerator.id(7))\npinned: true\ncreated: 2026-01-01\n---\nFlour\n"
    await editor.add(NoteForm(title: "Loaf", notebook: "Kitchen"), document: text)
    let note = try #require(fakes.repository.all.first)
    #expect(editor.state.outcome == .added(note) && editor.state.frontMatterProblem == nil)
    #expect(note.title == "Loaf" && note.notebook.path == "Kitchen" && note.isPinned && note.body == "Flour\n")
    #expect(note.id != SequentialNoteIDGenerator.id(7) && note.created.iso8601 == "2026-01-01T00:00:00Z")
    #expect(note.modified == fakes.wallClock.now())
  }

  @Test func `a document without a title gets that of its text`() async throws {
    let fakes = Fakes()
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.add(NoteForm(), document: "---\ntags: [a]\n---\nFlour: rye\n")
    #expect(fakes.repository.all.map(\.title) == ["Flour: rye"])
    await editor.add(NoteForm(), document: "---\ntags: [a]\n---\n \n")
    #expect(editor.state.outcome == .nothing && fakes.repository.all.count == 1)
  }

  @Test func `a document replaces a note, except for its id, attachments and missing time of creation`() async throws {
    let fakes = Fakes(notes: [
      .sample(1, title: "Old", body: "x", tags: ["a"], notebook: "Kitchen") { note in
        note.attachments = .sample(("plan.pdf", 3))
        note.foreignFrontMatter = "aliases: Alt\n"
      }
    ])
    let before = try #require(fakes.repository.all.first)
    let editor = try viewModel(EditorViewModel.self, fakes)
    fakes.wallClock.advance(by: .seconds(600))
    await editor.replace(before, withDocument: "---\ntitle: New\nupdated: 2020-01-01\n---\nx")
    let note = try #require(fakes.repository.all.first)
    #expect(editor.state.outcome == .saved(note))
    #expect(note.title == "New" && note.tags.isEmpty && note.notebook == .root && note.foreignFrontMatter.isEmpty)
    #expect(note.attachments == before.attachments && note.created == before.created)
    #expect(note.modified == fakes.wallClock.now())
  }

  @Test func `a missing title is derived from the text`() async throws {
    let fakes = Fakes()
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.add(NoteForm(), body: "Some words\n\n# The heading\n")
    #expect(fakes.repository.all.map(\.title) == ["The heading"])
  }

  @Test(arguments: [
    (NoteForm(tags: ["a b"]), Failure(NoteFailure.malformedTag("a b"))),
    (NoteForm(notebook: "../up"), Failure(NoteFailure.malformedNotebook("../up"))),
    (NoteForm(title: " \t "), Failure(NoteFailure.emptyTitle)),
  ])
  func `an invalid form adds nothing and opens no editor`(form: NoteForm, failure: Failure) async throws {
    let fakes = Fakes { _ in "typed" }
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.add(form, body: "text")
    #expect(editor.state.phase == .failed(failure))
    await editor.compose(form)
    #expect(editor.state.phase == .failed(failure))
    #expect(fakes.repository.all.isEmpty && fakes.drafts.remaining.isEmpty)
  }

  @Test func `a text from the editor becomes a note, and its draft is removed`() async throws {
    let fakes = Fakes { _ in "# Typed\n" }
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.compose(NoteForm())
    #expect(fakes.repository.all.map(\.title) == ["Typed"])
    #expect(fakes.drafts.remaining.isEmpty)
  }

  @Test func `a blank text from the editor adds no note`() async throws {
    let fakes = Fakes { _ in " \n" }
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.compose(NoteForm())
    #expect(editor.state.outcome == .nothing)
    #expect(fakes.repository.all.isEmpty && fakes.drafts.remaining.isEmpty)
  }

  @Test func `an edited text is stored, and its draft is removed`() async throws {
    let fakes = Fakes(notes: [.sample(1, body: "# Old\n")]) { _ in "# New\n" }
    let editor = try viewModel(EditorViewModel.self, fakes)
    fakes.wallClock.advance(by: .milliseconds(1))
    await editor.edit(reference(1))
    let note = try #require(fakes.repository.all.first)
    #expect(editor.state.outcome == .saved(note))
    #expect(note.title == "New" && note.modified == fakes.wallClock.now())
    #expect(fakes.drafts.remaining.isEmpty)
  }

  @Test func `an unchanged text changes nothing`() async throws {
    let note = Note.sample(1, body: "# Same\n")
    let fakes = Fakes(notes: [note])
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.edit(reference(1))
    #expect(editor.state.outcome == .unchanged(note))
    #expect(fakes.drafts.remaining.isEmpty)
  }

  @Test func `an editor that only ends the last line changes nothing`() async throws {
    let fakes = Fakes(notes: [.sample(1, body: "abc")]) { $0 + "\n" }
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.edit(reference(1))
    #expect(editor.state.outcome == .unchanged(fakes.repository.all[0]) && fakes.repository.all[0].body == "abc")
  }

  @Test func `an editor that fails changes nothing and keeps the draft`() async throws {
    let error = EditorError.failed(command: "vi", status: 1)
    let fakes = Fakes(notes: [.sample(1, body: "old")], editorFailing: error) { _ in "half a thought" }
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.edit(reference(1))
    let draft = try #require(fakes.drafts.remaining.first)
    #expect(editor.state.phase == .failed(Failure(EditingFailure.editor(error, draft))))
    #expect(try fakes.drafts.text(of: draft) == "half a thought")
    #expect(fakes.repository.all.map(\.body) == ["old"])
  }

  @Test(arguments: [EditorError.notFound(command: "nano"), .noTerminal(command: "vi")])
  func `an editor that does not start leaves no draft`(error: EditorError) async throws {
    let fakes = Fakes(notes: [.sample(1)], editorFailing: error)
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.edit(reference(1))
    #expect(editor.state.phase == .failed(Failure(EditingFailure.editor(error, nil))))
    #expect(fakes.drafts.remaining.isEmpty)
  }

  @Test func `a failing store keeps the draft`() async throws {
    let fakes = Fakes(notes: [.sample(1, body: "old")])
    let editor = try viewModel(
      EditorViewModel.self,
      fakes.with(
        ScriptedEditor(drafts: fakes.drafts) { [repository = fakes.repository] _ in
          repository.failure = .diskFull(path: "/store")
          return "new"
        }))
    await editor.edit(reference(1))
    let draft = try #require(fakes.drafts.remaining.first)
    #expect(
      editor.state.phase
        == .failed(Failure(EditingFailure.unsaved(Failure(StoreError.diskFull(path: "/store")), draft))))
    #expect(try fakes.drafts.text(of: draft) == "new")
  }

  @Test func `a note that changes during editing keeps both texts`() async throws {
    let fakes = Fakes(notes: [.sample(9, body: "# Old\n", tags: ["a"], notebook: "N")])
    let id = SequentialNoteIDGenerator.id(9)
    let editor = try viewModel(
      EditorViewModel.self,
      fakes.with(
        ScriptedEditor(drafts: fakes.drafts) { [repository = fakes.repository] _ in
          repository.change(id) { $0.body = "# Theirs\n" }
          return "# Mine\n"
        }))
    await editor.edit(reference(9))
    guard case .keptBoth(let copy, let stored)? = editor.state.outcome else {
      Issue.record("\(editor.state)")
      return
    }
    #expect(copy.body == "# Mine\n" && copy.tags.map(\.name) == ["a"] && copy.notebook.path == "N")
    #expect(stored.body == "# Theirs\n")
    let conflict = try #require(try await fakes.repository.conflicts().first)
    #expect(conflict.note == id && conflict.copy == copy.id && conflict.base?.body == "# Old\n")
    #expect(Set(fakes.repository.all.map(\.body)) == ["# Mine\n", "# Theirs\n"])
    #expect(fakes.drafts.remaining.isEmpty)
  }

  @Test func `a note that changes during editing in other lines is merged`() async throws {
    let fakes = Fakes(notes: [.sample(1, body: "one\ntwo\nthree\n")])
    let id = SequentialNoteIDGenerator.id(1)
    let editor = try viewModel(
      EditorViewModel.self,
      fakes.with(
        ScriptedEditor(drafts: fakes.drafts) { [repository = fakes.repository] text in
          repository.change(id) { $0.body += "four\n" }
          return text.replacing("one", with: "ONE")
        }))
    await editor.edit(reference(1))
    let note = try #require(fakes.repository.all.first)
    #expect(note.body == "ONE\ntwo\nthree\nfour\n")
    #expect(editor.state.outcome == .merged(note))
    #expect(fakes.repository.all.count == 1 && fakes.drafts.remaining.isEmpty)
  }

  @Test func `an edit restores a note that is moved to the trash meanwhile, and says so`() async throws {
    let fakes = Fakes(notes: [.sample(9, title: "Tea", body: "old")])
    let editor = try viewModel(
      EditorViewModel.self,
      fakes.with(
        ScriptedEditor(drafts: fakes.drafts) { [repository = fakes.repository] text in
          repository.change(SequentialNoteIDGenerator.id(9)) { $0.trashed = $0.trashed == nil ? FixedClock.start : nil }
          return text + "!"
        }))
    await editor.edit("Tea")
    #expect(editor.state.isRestored && fakes.repository.all.map(\.trashed) == [nil])
    await editor.replace(try #require(fakes.repository.all.first), with: "again")
    #expect(!editor.state.isRestored)
  }

  @Test func `a form takes a note out of the trash if it changes it`() async throws {
    // Given
    let note = Note.sample(9, title: "Tea", body: "old") { $0.trashed = FixedClock.start }
    let fakes = Fakes(notes: [note])
    let editor = try viewModel(EditorViewModel.self, fakes)
    var form = EditedNoteForm(title: "Tea", tags: [], notebook: "", body: "old", base: ContentDigest(of: note))
    // When, then
    await editor.save(reference(9), form)
    #expect(editor.state.outcome == .unchanged(note) && fakes.repository.all == [note])
    // When, then
    form.body = "new"
    await editor.save(reference(9), form)
    #expect(editor.state.isRestored)
    #expect(fakes.repository.all.map(\.body) == ["new"] && fakes.repository.all.map(\.trashed) == [nil])
  }

  @Test func `a note that is purged during editing becomes a new one`() async throws {
    let fakes = Fakes(notes: [.sample(9, body: "old") { $0.trashed = FixedClock.start }])
    let editor = try viewModel(
      EditorViewModel.self,
      fakes.with(
        ScriptedEditor(drafts: fakes.drafts) { [repository = fakes.repository] _ in
          repository.contents = InMemoryNoteRepository().contents
          return "mine"
        }))
    await editor.edit(reference(9))
    #expect(fakes.repository.all.map(\.body) == ["mine"])
  }

  @Test func `the note of today is added once, and then grows`() async throws {
    let fakes = Fakes(notes: [.sample(99, title: "2026-03-14") { $0.trashed = FixedClock.start }]) { $0 + "three" }
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.today(in: "Journal", appending: "one")
    await editor.today(in: "Journal", appending: "two\n")
    await editor.today(in: "Journal", appending: nil)
    let notes = fakes.repository.all.filter { $0.trashed == nil }
    #expect(notes.map(\.body) == ["one\ntwo\nthree"])
    #expect(notes.map(\.title) == ["2026-03-14"] && notes.map(\.notebook.path) == ["Journal"])
    await editor.today(in: "../x", appending: "four")
    await editor.today(in: "../x", appending: nil)
    #expect(editor.state.phase == .failed(Failure(NoteFailure.malformedNotebook("../x"))))
  }

  @Test func `texts that are added to today at the same time are all in one note`() async throws {
    let fakes = Fakes()
    let editors = try (0..<8).map { _ in try viewModel(EditorViewModel.self, fakes) }
    await withTaskGroup { group in
      for (number, editor) in editors.enumerated() {
        group.addTask { await editor.today(in: "Journal", appending: "\(number)") }
      }
    }
    #expect(fakes.repository.all.count == 1)
    #expect(Set(fakes.repository.all.flatMap { $0.body.split(separator: "\n") }) == Set((0..<8).map { "\($0)" }))
  }

  @Test func `a note of today that appears while another is written gets its text`() async throws {
    let fakes = Fakes()
    let other = try viewModel(EditorViewModel.self, fakes)
    await other.today(in: "Journal", appending: "theirs")
    let theirs = fakes.repository.contents
    fakes.repository.contents = InMemoryNoteRepository().contents
    let editor = try viewModel(
      EditorViewModel.self,
      fakes.with(
        ScriptedEditor(drafts: fakes.drafts) { [repository = fakes.repository] _ in
          repository.contents = theirs
          return "mine"
        }))
    await editor.today(in: "Journal", appending: nil)
    #expect(fakes.repository.all.map(\.body) == ["theirs\nmine"])
    #expect(fakes.drafts.remaining.isEmpty)
  }

  @Test func `a text for today that does not fit changes nothing, and is kept as a draft`() async throws {
    let large = String(repeating: "x", count: NoteLimit.text.maximum)
    let fakes = Fakes(notes: [.sample(1, title: "2026-03-14", body: large, notebook: "Journal")])
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.today(in: "Journal", appending: "y")
    let draft = try #require(fakes.drafts.remaining.first)
    #expect(
      editor.state.phase
        == .failed(Failure(NoteFailure.tooLarge(NoteExcess(over: .text, amount: NoteLimit.text.maximum + 2), draft))))
    #expect(fakes.repository.all.map { $0.body.utf8.count } == [NoteLimit.text.maximum])
  }

  @Test func `a given text that cannot be stored is kept as a draft`() async throws {
    let fakes = Fakes(notes: [.sample(1, title: "Tea", body: "old")])
    let editor = try viewModel(EditorViewModel.self, fakes)
    let tea = try #require(fakes.repository.all.first)
    fakes.repository.failure = .locked(path: "/store")
    await editor.replace(tea, with: "new")
    await editor.replace(tea, withDocument: "---\npinned: true\n---\ndocument")
    await editor.today(in: "Journal", appending: "fed")
    let texts = try fakes.drafts.remaining.map { try fakes.drafts.text(of: $0) }
    #expect(Set(texts) == ["new", "---\npinned: true\n---\ndocument", "fed"])
    #expect(
      editor.state.phase
        == .failed(
          Failure(
            EditingFailure.unsaved(Failure(StoreError.locked(path: "/store")), Draft(path: "/drafts/2026-03-14-3.md"))))
    )
  }

  @Test func `a text is replaced without the editor`() async throws {
    let fakes = Fakes(notes: [.sample(1, body: "old")])
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.replace(try #require(fakes.repository.all.first), with: "new")
    #expect(fakes.repository.all.map(\.body) == ["new"])
    #expect(fakes.drafts.remaining.isEmpty)
  }

  @Test func `a text that replaces a note is merged with what changed while it was typed`() async throws {
    // Given
    let fakes = Fakes(notes: [.sample(1, title: "Tea", body: "one\ntwo\nthree\n")])
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.find("Tea")
    let before = try #require(editor.state.outcome?.note)
    fakes.repository.change(before.id) { $0.body += "four\n" }
    // When
    await editor.replace(before, with: "ONE\ntwo\nthree\n")
    // Then
    #expect(fakes.repository.all.map(\.body) == ["ONE\ntwo\nthree\nfour\n"])
    // When it is purged meanwhile
    fakes.repository.contents = InMemoryNoteRepository().contents
    await editor.replace(before, with: "typed")
    await editor.replace(before, withDocument: "---\ntitle: Tea\n---\ndocument")
    // Then
    #expect(fakes.repository.all.map(\.body) == ["typed", "document"])
  }

  /// Adds a line to a note in the editor, while a sync makes it another one that has more text.
  private func edit(_ note: Note, adding line: String, while other: String) async throws -> Fakes {
    let fakes = Fakes(notes: [note])
    let editor = try viewModel(
      EditorViewModel.self,
      fakes.with(
        ScriptedEditor(drafts: fakes.drafts) { [repository = fakes.repository] text in
          repository.rename(note.id, to: SequentialNoteIDGenerator.id(20))
          repository.change(SequentialNoteIDGenerator.id(20)) { $0.body = other }
          return text + line
        }))
    await editor.edit(note.title)
    return fakes
  }

  @Test(arguments: ["2026-03-14", "Tea"])
  func `an edit of a note that a sync made the same as another one goes into that`(title: String) async throws {
    let note = Note.sample(1, title: title, body: "coffee\n", notebook: "Journal") { $0.created = FixedClock.start }
    let fakes = try await edit(note, adding: "bread\n", while: "tea\ncoffee\n")
    #expect(fakes.repository.all.map(\.body) == ["tea\ncoffee\nbread\n"])
    #expect(fakes.repository.all.map(\.id) == [SequentialNoteIDGenerator.id(20)])
  }

  @Test func `an edit of a note of today that was purged is not merged into one that was begun anew`() async throws {
    // Given
    let (body, other) = ("## Morning\ncoffee\n\n## Evening\n", "## Morning\n\n## Evening\n")
    func daily(_ number: UInt64, _ body: String) -> Note {
      .sample(number, title: "2026-03-14", body: body, notebook: "Journal") { $0.created = FixedClock.start }
    }
    let fakes = Fakes(notes: [daily(1, body)])
    let editor = try viewModel(
      EditorViewModel.self,
      fakes.with(
        ScriptedEditor(drafts: fakes.drafts) { [repository = fakes.repository, other = daily(20, other)] text in
          repository.contents = InMemoryNoteRepository([other]).contents
          return text + "bread\n"
        }))
    // When
    await editor.edit("2026-03-14")
    // Then
    #expect(fakes.repository.all.map(\.body).sorted() == [body + "bread\n", other].sorted())
  }

  @Test func `a text for today is kept as a draft when its template or notebook cannot be`() async throws {
    let fakes = Fakes()
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.today(in: "../x", appending: "fed")
    #expect(try fakes.drafts.remaining.map { try fakes.drafts.text(of: $0) } == ["fed"])
    guard case .unsaved(let failure, _)? = editor.state.phase.failure?.error as? EditingFailure,
      case .malformedNotebook? = failure.error as? NoteFailure
    else {
      Issue.record("\(editor.state.phase)")
      return
    }
  }

  @Test func `an edit that changes the title mends the links to the note`() async throws {
    let fakes = Fakes(notes: [.sample(1, body: "# Rye\n"), .sample(2, body: "[[Rye]]")]) { _ in "# Wheat\n" }
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.edit("rye")
    #expect(fakes.repository.all.map(\.body) == ["# Wheat\n", "[[Wheat]]"])
  }

  @Test func `a text that is too large stays in its draft`() async throws {
    let fakes = Fakes(notes: [.sample(1)]) { _ in String(repeating: "x", count: NoteLimit.text.maximum + 1) }
    let editor = try viewModel(EditorViewModel.self, fakes)
    await editor.edit(reference(1))
    let draft = try #require(fakes.drafts.remaining.first)
    #expect(
      editor.state.phase
        == .failed(Failure(NoteFailure.tooLarge(NoteExcess(over: .text, amount: NoteLimit.text.maximum + 1), draft))))
  }
}
