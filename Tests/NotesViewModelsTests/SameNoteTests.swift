import NotesDomain
import NotesTestSupport
import NotesTransfer
import NotesViewModels
import Testing

/// Which note a file is, in the cases of the table "Notes and files" of `docs/storage.md`.
@MainActor
@Suite("The note of a file") struct SameNoteTests {
  private static let forms = ["\u{DC}ber.md", "U\u{308}ber.md"]

  private let fakes = Fakes()

  private func write(
    _ path: String, _ body: String, id: NoteID? = nil, tags: [String] = [], in folder: String = "/vault"
  ) {
    fakes.markdownFolder.add(
      MarkdownDocument(
        path: path, id: id, tags: tags.compactMap { NotesDomain.Tag($0) }, fileModified: FixedClock.start, body: body,
        digest: ContentDigest(value: 0)), in: folder)
  }

  @discardableResult
  private func run(
    _ path: String = "/vault", mirroring: Bool = false, restoringPurged: Bool = false
  ) async throws -> ImportState {
    let model = try viewModel(ImportViewModel.self, fakes)
    await model.importNotes(from: path, mirroring: mirroring, restoringPurged: restoringPurged)
    #expect(model.state.phase == .done)
    return model.state
  }

  private func mirror() async throws -> ExportState {
    let model = try viewModel(ExportViewModel.self, fakes)
    await model.mirror(to: "/vault")
    #expect(model.state.phase == .done)
    return model.state
  }

  private var bodies: [String] { fakes.repository.all.map(\.body).sorted() }

  /// Another device's note of a file, which sync brought here.
  private func receive(_ change: (inout Note) -> Void = { _ in }) async {
    var note = Note.sample(9, title: "Bread", body: "rye", notebook: "Kitchen")
    change(&note)
    await fakes.repository.insertSample(note)
  }

  // MARK: Names in two forms of Unicode

  @Test func `two files whose names differ in their form of Unicode are two notes, and each keeps its text`()
    async throws
  {
    // Given
    for (number, path) in Self.forms.enumerated() { write(path, "text \(number)") }
    #expect(try await run().added == 2)
    // When
    write(Self.forms[1], "changed")
    // Then
    let state = try await run()
    #expect(state.updated == 1 && state.unchanged == 1 && bodies == ["changed", "text 0"])
    #expect(try await run().unchanged == 2)
    #expect(try await mirror().unchanged == 2)
    #expect(try await run(mirroring: true).unchanged == 2)
  }

  @Test(arguments: ["text", "changed, too"])
  func `a file whose name another system wrote in the other form is the same note`(body: String) async throws {
    // Given
    write(Self.forms[0], "text")
    write("Tea.md", "tea")
    try await run()
    // When
    fakes.markdownFolder.removeFile(Self.forms[0], in: "/vault")
    write(Self.forms[1], body)
    // Then
    let state = try await run(mirroring: true)
    #expect(state.added == 0 && state.trashed == 0 && state.unchanged == 1 && bodies == [body, "tea"].sorted())
    #expect(try await mirror().unchanged == 2)
    #expect(try await run(mirroring: true).unchanged == 2)
  }

  // MARK: Devices

  @Test func `a file that another device imported is the note that it became`() async throws {
    await receive()
    write("Kitchen/Bread.md", "rye")
    #expect(try await run().unchanged == 1)
    #expect(fakes.repository.all.count == 1)
    // The file is recorded, so that its changes are the note's.
    write("Kitchen/Bread.md", "wheat")
    #expect(try await run().updated == 1)
    #expect(bodies == ["wheat"])
  }

  @Test func `a file that another device imported is the note that was edited since`() async throws {
    // Given
    await receive()
    fakes.repository.change(Note.sample(9).id) { $0.body = "rye\nand salt" }
    // When
    write("Kitchen/Bread.md", "rye")
    // Then
    #expect(try await run().unchanged == 1)
    #expect(bodies == ["rye\nand salt"])
    write("Kitchen/Bread.md", "the best rye")
    #expect(try await run().merged == 0)
    #expect(fakes.repository.all.contains { $0.body.contains("salt") })
  }

  @Test func `a file that another device imported is the note that is in the trash, and stays there unrecorded`()
    async throws
  {
    await receive { $0.trashed = FixedClock.start }
    write("Kitchen/Bread.md", "rye")
    write("Kitchen/Tea.md", "green")
    #expect(try await run().inTrash == ["Kitchen/Bread.md"])
    #expect(fakes.repository.all.map(\.trashed).contains(FixedClock.start) && fakes.repository.all.count == 2)
    #expect(try await mirror().removed == 0)
  }

  @Test func `a file that another device imported is the note that it moved since`() async throws {
    await receive {
      $0.created = FixedClock.start
      $0.title = "Loaf"
      $0.notebook = .root
    }
    write("Kitchen/Bread.md", "rye")
    #expect(try await run().unchanged == 1)
    #expect(fakes.repository.all.map(\.title) == ["Loaf"])
  }

  @Test(arguments: [
    ("rye\nsalt\n", "rye\nsalt\noil\n", ["rye\nsalt\noil\n"]),
    ("rye\nsalt\noil\n", "rye\nsalt\n", ["rye\nsalt\noil\n"]),
    ("rye\nsalt\noil\n", "rye\nsalt\nyeast\n", ["rye\nsalt\noil\n", "rye\nsalt\nyeast\n"]),
  ])
  func `a changed file that another device imported is that note if most of it is the same`(
    note: String, file: String, result: [String]
  ) async throws {
    await receive { $0.body = note }
    write("Kitchen/Bread.md", file)
    let state = try await run()
    #expect(state.added == 0 && bodies == result && state.conflicting == result.count - 1)
    #expect(try await run().unchanged == 1)
  }

  @Test func `a changed file in a copy of a folder is another note`() async throws {
    write("Bread.md", "rye\nsalt\n")
    try await run()
    write("Bread.md", "rye\nsalt\noil\n", in: "/copy")
    #expect(try await run("/copy").added == 1)
    #expect(bodies == ["rye\nsalt\n", "rye\nsalt\noil\n"])
  }

  @Test(arguments: [("Kitchen/Bread.md", "wheat"), ("Bread.md", "rye"), ("Kitchen/Loaf.md", "rye")])
  func `a file at another place or with another content is another note`(path: String, body: String) async throws {
    await receive()
    write(path, body)
    #expect(try await run().added == 1)
    #expect(fakes.repository.all.count == 2)
  }

  @Test func `of two files of one folder, a note is one`() async throws {
    // Given a note, its file, and another folder in the folder with the same files
    write("Kitchen/Bread.md", "rye")
    try await run()
    #expect(try await run("/vault").unchanged == 1)
    // When a copy of the folder is imported
    write("Kitchen/Bread.md", "rye", in: "/copy")
    write("Kitchen/Bread.md", "rye", in: "/copy/copy")
    // Then
    #expect(try await run("/copy").added == 0)
    #expect(fakes.repository.all.count == 1)
  }

  @Test func `a file that names a note is it, and not a new one under the former name`() async throws {
    // Given a note whose file another device's mirror moved, and a new file under its former name
    write("Bread.md", "rye")
    try await run()
    let note = try #require(fakes.repository.all.first)
    fakes.markdownFolder.add(
      MarkdownDocument(
        path: "Kitchen/Rye.md", id: note.id, base: ContentDigest(of: note), fileModified: FixedClock.start, body: "rye",
        digest: ContentDigest(value: 0)),
      in: "/vault")
    write("Bread.md", "shops")
    // When
    let state = try await run(mirroring: true)
    // Then
    #expect(state.added == 1 && fakes.repository.all.count == 2)
    #expect(fakes.repository.all.first { $0.id == note.id }?.place.paths.first == "Kitchen/Rye.md")
    #expect(try await run(mirroring: true).unchanged == 2)
  }

  @Test func `a file that has more than the note of its time is not the note as it is`() async throws {
    // Given a note at another place, of the same time and text
    await receive {
      $0.created = FixedClock.start
      $0.notebook = .root
    }
    // When its file has a tag
    write("Kitchen/Bread.md", "rye", tags: ["new"])
    // Then
    #expect(try await run().unchanged == 0)
    #expect(fakes.repository.all.contains { $0.tags.map(\.name) == ["new"] })
  }

  @Test func `both sides' tags stay where a file is an unknown version of a note`() async throws {
    await receive { $0.tags = [NotesDomain.Tag("baking")].compactMap(\.self) }
    write("Kitchen/Bread.md", "rye", tags: ["new"])
    #expect(try await run().added == 0)
    #expect(fakes.repository.all.map { Set($0.tags.map(\.name)) } == [["baking", "new"]])
  }

  @Test func `a new file with lines of a note in the trash is a new note`() async throws {
    await receive {
      $0.trashed = FixedClock.start
      $0.body = "# Todo\n"
    }
    write("Kitchen/Bread.md", "# Todo\n- call Ann\n")
    #expect(try await run().added == 1)
    #expect(fakes.repository.all.contains { $0.trashed == nil && $0.body.contains("Ann") })
  }

  @Test func `a copy that is imported by itself is a separate note`() async throws {
    // Given
    let id = SequentialNoteIDGenerator.id(77)
    write("A.md", "rye", id: id)
    write("B.md", "tea")
    try await run()
    // When
    write("A copy.md", "rye and salt", id: id)
    // Then
    #expect(try await run("/vault/A copy.md").added == 1)
    #expect(fakes.repository.all.first { $0.id == id }?.body == "rye" && bodies.count == 3)
  }

  @Test func `equal files in different parts of a large import are notes of their own`() async throws {
    // Given files of the same time, which are read in parts
    for number in 0..<600 { write("\(number).md", number % 599 == 0 ? "equal" : "text \(number)") }
    // When, then
    #expect(try await run().added == 600)
    #expect(try await run().unchanged == 600)
  }

  @Test func `a copy that is a note of its own does not become the one that it names`() async throws {
    // Given
    let id = SequentialNoteIDGenerator.id(77)
    write("A.md", "rye", id: id)
    try await run()
    write("B.md", "rye and salt", id: id)
    #expect(try await run().added == 1)
    // When
    fakes.markdownFolder.removeFile("A.md", in: "/vault")
    let state = try await run(mirroring: true)
    // Then
    #expect(state.trashed == 1 && state.unchanged == 1)
    #expect(fakes.repository.all.filter { $0.trashed != nil }.map(\.id) == [id])
  }

  // MARK: Purged notes

  @Test func `a purged note is reported by an import of its file, and comes back on request`() async throws {
    // Given
    write("Tea.md", "tea")
    write("Bread.md", "rye")
    try await run()
    let id = try #require(fakes.repository.all.first { $0.body == "rye" }).id
    fakes.repository.change(id) { $0.trashed = FixedClock.start }
    _ = try await fakes.repository.purge([id])
    // When, then
    let state = try await run(mirroring: true)
    #expect(state.purged == ["Bread.md"] && state.unchanged == 1 && bodies == ["tea"])
    let restored = try await run(restoringPurged: true)
    #expect(restored.added == 1 && restored.purged == [] && bodies == ["rye", "tea"])
    #expect(try await run().unchanged == 2)
  }

  @Test func `a file that changes after its note was purged is a new note`() async throws {
    write("Bread.md", "rye")
    try await run()
    let id = try #require(fakes.repository.all.first).id
    fakes.repository.change(id) { $0.trashed = FixedClock.start }
    _ = try await fakes.repository.purge([id])
    write("Bread.md", "wheat")
    #expect(try await run().added == 1)
    #expect(bodies == ["wheat"])
  }

  @Test func `a copy whose note was purged comes back as a note of its own, though it names another one`() async throws
  {
    // Given
    let id = SequentialNoteIDGenerator.id(77)
    write("A.md", "rye", id: id)
    try await run()
    write("B.md", "rye and salt", id: id)
    try await run()
    let copy = try #require(fakes.repository.all.first { $0.body == "rye and salt" }).id
    fakes.repository.change(copy) { $0.trashed = FixedClock.start }
    _ = try await fakes.repository.purge([copy])
    fakes.markdownFolder.removeFile("A.md", in: "/vault")
    // When
    let state = try await run(restoringPurged: true)
    // Then
    #expect(state.added == 1 && bodies == ["rye", "rye and salt"])
    #expect(fakes.repository.all.first { $0.id == id }?.body == "rye")
  }
}
