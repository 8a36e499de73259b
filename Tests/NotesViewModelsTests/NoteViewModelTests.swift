import NotesDomain
import NotesTestSupport
import NotesViewModels
import Testing

@MainActor
@Suite struct NoteViewModelTests {
  private let fakes = Fakes(notes: [.sample(1, body: "# Bread\nFlour", tags: ["kitchen"]), .sample(2, title: "Tea")])

  private func model() throws -> NoteViewModel { try viewModel(NoteViewModel.self, fakes) }

  @Test func `a note is opened by a prefix of its id`() async throws {
    let model = try model()
    await model.open(String(reference(1)))
    #expect(model.state.note?.title == "Bread")
    #expect(model.state.changed.isEmpty)
  }

  @Test func `appended text is on a new line`() async throws {
    let model = try model()
    fakes.wallClock.advance(by: .milliseconds(5))
    await model.append("Water", to: reference(1))
    #expect(model.state.note?.body == "# Bread\nFlour\nWater")
    #expect(model.state.note?.modified == fakes.wallClock.now())
  }

  @Test(arguments: [
    ("a\r\nb", "a\r\nb\r\nx\r\ny"), ("a\r\n", "a\r\nx\r\ny\r\n"), ("a\nb", "a\nb\nx\ny"),
    ("a\n", "a\nx\ny\n"),
  ])
  func `appended lines end as those of the text, and the last one as its last`(body: String, expected: String)
    async throws
  {
    let fakes = Fakes(notes: [.sample(1, body: body)])
    let model = try viewModel(NoteViewModel.self, fakes)
    await model.append("x\ny", to: reference(1))
    #expect(fakes.repository.all[0].body.utf8.elementsEqual(expected.utf8))
  }

  @Test func `appending nothing changes nothing`() async throws {
    let model = try model()
    await model.append("", to: reference(1))
    #expect(model.state.phase == .done)
    #expect(model.state.changed.isEmpty)
  }

  @Test func `code that is prepended is closed, and code is appended line by line`() async throws {
    // Given
    let model = try model()
    await fakes.repository.insertSample(.sample(3, title: "Log", body: "#first"))
    // When, then
    await model.prepend("```\ncode", to: reference(3))
    #expect(model.state.note?.body == "```\ncode\n```\n#first")
    for line in ["```", "more", "```"] { await model.append(line, to: reference(3)) }
    #expect(model.state.note?.body == "```\ncode\n```\n#first\n```\nmore\n```")
  }

  @Test func `a title that was derived from the text follows it`() async throws {
    let model = try model()
    await model.append("# Second thoughts", to: reference(2))
    #expect(model.state.note?.title == "Tea")
    await fakes.repository.insertSample(.sample(3))
    await model.append("# Named now", to: reference(3))
    #expect(model.state.note?.title == "Named now")
  }

  @Test func `a text that would be too large stays unchanged, and what was to be added is kept as a draft`()
    async throws
  {
    let model = try model()
    let long = String(repeating: "x", count: NoteLimit.text.maximum)
    await model.append(long, to: reference(1))
    let draft = try #require(fakes.drafts.remaining.first)
    let excess = NoteExcess(over: .text, amount: NoteLimit.text.maximum + 14)
    #expect(model.state.phase == .failed(Failure(NoteFailure.tooLarge(excess, draft))))
    #expect(try await fakes.repository.note(SequentialNoteIDGenerator.id(1))?.body == "# Bread\nFlour")
  }

  @Test func `tags are added and removed once`() async throws {
    let model = try model()
    await model.tag([reference(1)], adding: ["#baking", "kitchen", "baking"], removing: [])
    #expect(model.state.note?.tags.map(\.name) == ["kitchen", "baking"])
    await model.tag([reference(1)], adding: [], removing: ["kitchen"])
    #expect(model.state.note?.tags.map(\.name) == ["baking"])
  }

  @Test func `a malformed tag is rejected before anything changes`() async throws {
    let model = try model()
    await model.tag([reference(1)], adding: ["fine", "not fine"], removing: [])
    #expect(model.state.phase == .failed(Failure(NoteFailure.malformedTag("not fine"))))
    #expect(try await fakes.repository.note(SequentialNoteIDGenerator.id(1))?.tags.map(\.name) == ["kitchen"])
  }

  @Test func `a note moves to a nested notebook, and back to the root`() async throws {
    let model = try model()
    await model.move([reference(1)], to: "Kitchen/Bread/")
    #expect(model.state.note?.notebook.names == ["Kitchen", "Bread"])
    await model.move([reference(1)], to: "/")
    #expect(model.state.note?.notebook == .root)
  }

  @Test func `pinning and archiving do not change the modification time`() async throws {
    let model = try model()
    let before = Note.sample(1).modified
    fakes.wallClock.advance(by: .seconds(1))
    await model.setPinned([reference(1)], true)
    await model.setArchived([reference(1)], true)
    #expect(model.state.note.map { $0.isPinned && $0.isArchived } == true)
    #expect(model.state.note?.modified == before)
  }

  @Test func `a deleted note is in the trash until it is restored`() async throws {
    let model = try model()
    await model.delete([reference(1)])
    #expect(model.state.note?.trashed == fakes.wallClock.now())
    await model.restore([reference(1)])
    #expect(model.state.note?.trashed == nil)
  }

  @Test func `deleting twice keeps the first time`() async throws {
    let model = try model()
    await model.delete([reference(1)])
    let first = model.state.note?.trashed
    fakes.wallClock.advance(by: .seconds(60))
    await model.delete([reference(1)])
    #expect(model.state.note?.trashed == first)
    #expect(model.state.changed.isEmpty)
  }

  @Test func `of a batch with a wrong name, no note changes`() async throws {
    let model = try model()
    await model.delete([reference(1), "Coffee"])
    #expect(model.state.phase == .failed(Failure(ReferenceError.unknown("Coffee"))))
    #expect(fakes.repository.all.allSatisfy { $0.trashed == nil })
  }

  @Test func `a batch is one change, which is undone as a whole`() async throws {
    let model = try model()
    await model.delete([reference(1), "Tea", "tea"])
    #expect(model.state.changed.map(\.title) == ["Bread", "Tea"])
    #expect(try await fakes.repository.changeSets(before: nil, limit: 9).map(\.count) == [2])
  }

  @Test func `text is added before the first line, but after a heading`() async throws {
    let model = try model()
    await model.prepend("Rye", to: reference(1))
    #expect(model.state.note?.body == "# Bread\nRye\nFlour")
    await model.prepend("Cup", to: reference(2))
    #expect(model.state.note?.body.hasPrefix("Cup") == true)
  }

  @Test(arguments: [
    ("# Bread", "# Bread\nRye\n"), ("", "Rye"), ("# Bread\r\nFlour\r\n", "# Bread\r\nRye\r\nFlour\r\n"),
    ("#tag", "Rye\n#tag"), ("Bread\n=====\nFlour", "Bread\n=====\nRye\nFlour"),
    ("Bread\r\n---\r\n\r\nFlour\r\n", "Bread\r\n---\r\n\r\nRye\r\nFlour\r\n"),
    ("a\n- b", "Rye\na\n- b"), ("\n---\nx", "Rye\n\n---\nx"), ("a\n= =\n", "Rye\na\n= =\n"),
  ])
  func `text at the beginning is on lines of its own`(body: String, expected: String) async throws {
    let fakes = Fakes(notes: [.sample(1, body: body)])
    let model = try viewModel(NoteViewModel.self, fakes)
    await model.prepend("Rye", to: reference(1))
    #expect(model.state.note?.body == expected || model.state.note?.body == expected.trimmed)
  }
}

extension InMemoryNoteRepository {
  /// Inserts a note.
  func insertSample(_ note: Note) async {
    try? await insert([note])
  }
}

extension String {
  /// The text without a line break at its end.
  fileprivate var trimmed: String { utf8.last == UInt8(ascii: "\n") ? String(dropLast()) : self }
}
