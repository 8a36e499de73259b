import NotesDomain
import NotesTestSupport
import NotesTransfer
import NotesViewModels
import Testing

@MainActor
@Suite("Mirrors of the notes in a folder") struct MirrorTests {
  private let fakes = Fakes(notes: [
    .sample(1, title: "Bread", body: "bread", notebook: "Kitchen"), .sample(2, title: "Tea", body: "tea"),
    .sample(3, title: "Old", body: "old") { $0.trashed = FixedClock.start },
  ])

  @discardableResult
  private func mirror(replacing: Bool = false) async throws -> ExportState {
    let model = try viewModel(ExportViewModel.self, fakes)
    await model.mirror(to: "/out", replacing: replacing)
    #expect(model.state.phase == .done)
    return model.state
  }

  private var paths: [String] { fakes.markdownFolder.documents(in: "/out").map(\.path) }

  private func edit(_ path: String, _ body: String) throws {
    var document = try #require(fakes.markdownFolder.documents(in: "/out").first { $0.path == path })
    document.body = body
    fakes.markdownFolder.add(document, in: "/out")
  }

  @Test func `a mirror has all notes outside of the trash, and a second one writes nothing`() async throws {
    #expect(try await mirror().finished == 2)
    #expect(paths == ["Kitchen/Bread.md", "Tea.md"])
    let state = try await mirror()
    #expect(state.unchanged == 2 && state.removed == 0 && state.edited == [])
  }

  @Test func `a mirror waits for the disk after it wrote or removed files, and not without`() async throws {
    try await mirror()
    #expect(!fakes.markdownFolder.isUnflushed("/out") && fakes.markdownFolder.flushes == 1)
    try await mirror()
    #expect(fakes.markdownFolder.flushes == 1)
    fakes.repository.change(SequentialNoteIDGenerator.id(2)) { $0.trashed = FixedClock.start }
    try await mirror()
    #expect(!fakes.markdownFolder.isUnflushed("/out") && fakes.markdownFolder.flushes == 2)
  }

  @Test func `a mirror announces its files, and records them when they are on the disk`() async throws {
    // Given
    fakes.markdownFolder.flushFailure = .diskFull(path: "/out")
    let model = try viewModel(ExportViewModel.self, fakes)
    // When
    await model.mirror(to: "/out")
    // Then
    #expect(model.state.phase.failure != nil)
    #expect(try await described() == [false, false])
    // When
    fakes.markdownFolder.flushFailure = nil
    // Then
    #expect(try await mirror().unchanged == 2)
    #expect(!fakes.markdownFolder.isUnflushed("/out"))
    #expect(try await described() == [true, true])
  }

  /// Returns of each record whether its note has the content of the file.
  private func described() async throws -> [Bool] {
    let notes = Dictionary(uniqueKeysWithValues: fakes.repository.all.map { ($0.id, $0) })
    return try await fakes.repository.importedFiles(of: "/out", after: nil, limit: 9).map { record in
      notes[record.note].map(record.describes) ?? false
    }
  }

  @Test func `a renamed, a trashed and a purged note leave no file behind`() async throws {
    try await mirror()
    fakes.repository.change(SequentialNoteIDGenerator.id(1)) { $0.title = "Rye" }
    fakes.repository.change(SequentialNoteIDGenerator.id(2)) { $0.trashed = FixedClock.start }
    let state = try await mirror()
    #expect(paths == ["Kitchen/Rye.md"] && state.removed == 2)
  }

  @Test func `a file that was changed is reported and kept, until it is imported`() async throws {
    // Given
    try await mirror()
    try edit("Tea.md", "changed in the file")
    fakes.repository.change(SequentialNoteIDGenerator.id(1)) { $0.body = "changed here" }
    // When
    let state = try await mirror()
    // Then
    #expect(state.edited == ["Tea.md"])
    #expect(fakes.markdownFolder.documents(in: "/out").map(\.body) == ["changed here", "changed in the file"])
    let importing = try viewModel(ImportViewModel.self, fakes)
    await importing.importNotes(from: "/out")
    #expect(importing.state.updated == 1 && importing.state.unchanged == 1)
    #expect(try await mirror().edited == [])
  }

  /// Mirrors changed notes, and lets a person change a file after the first one was written.
  private func mirror(
    meanwhile change: @escaping @Sendable (InMemoryMarkdownFolder) -> Void
  ) async throws -> ExportState {
    try await mirror()
    for number in [1, 2] as [UInt64] {
      fakes.repository.change(SequentialNoteIDGenerator.id(number)) { $0.body += ", changed" }
    }
    fakes.markdownFolder.afterWrite = { [folder = fakes.markdownFolder] path in
      if path == "Kitchen/Bread.md" { change(folder) }
    }
    defer { fakes.markdownFolder.afterWrite = nil }
    return try await mirror()
  }

  @Test func `a file that a person saves while a mirror runs is kept and named`() async throws {
    let state = try await mirror { folder in
      for var document in folder.documents(in: "/out") where document.path == "Tea.md" {
        document.body = "tea of a person"
        folder.add(document, in: "/out")
      }
    }
    #expect(state.edited == ["Tea.md"])
    #expect(fakes.markdownFolder.documents(in: "/out").map(\.body) == ["bread, changed", "tea of a person"])
  }

  @Test func `a file that a person moves while a mirror runs is not written again`() async throws {
    let state = try await mirror { $0.removeFile("Tea.md", in: "/out") }
    #expect(state.edited == ["Tea.md"] && paths == ["Kitchen/Bread.md"])
  }

  @Test func `a changed file of a note that is gone is kept and reported`() async throws {
    try await mirror()
    try edit("Tea.md", "changed in the file")
    fakes.repository.change(SequentialNoteIDGenerator.id(2)) { $0.trashed = FixedClock.start }
    #expect(try await mirror().edited == ["Tea.md"])
    #expect(paths.contains("Tea.md"))
  }

  @Test func `a new note takes the name of one in the trash`() async throws {
    try await mirror()
    fakes.repository.change(SequentialNoteIDGenerator.id(2)) { $0.trashed = FixedClock.start }
    await fakes.repository.insertSample(.sample(4, title: "Tea", body: "new"))
    #expect(try await mirror().edited == [])
    #expect(paths == ["Kitchen/Bread.md", "Tea.md"])
    #expect(fakes.markdownFolder.documents(in: "/out").map(\.body) == ["bread", "new"])
    let state = try await mirror()
    #expect(state.unchanged == 2 && state.removed == 0)
  }

  @Test func `two notes change names`() async throws {
    fakes.repository.change(SequentialNoteIDGenerator.id(1)) { $0.notebook = .root }
    try await mirror()
    fakes.repository.change(SequentialNoteIDGenerator.id(1)) { $0.title = "Tea" }
    fakes.repository.change(SequentialNoteIDGenerator.id(2)) { $0.title = "Bread" }
    try await mirror()
    #expect(paths == ["Bread.md", "Tea.md"])
    #expect(fakes.markdownFolder.documents(in: "/out").map(\.body) == ["tea", "bread"])
    #expect(try await mirror().unchanged == 2)
  }

  @Test func `a note whose name changes in case only keeps it`() async throws {
    try await mirror()
    fakes.repository.change(SequentialNoteIDGenerator.id(2)) { $0.title = "tea" }
    #expect(try await mirror().removed == 1)
    #expect(paths == ["Kitchen/Bread.md", "tea.md"])
    let state = try await mirror()
    #expect(state.unchanged == 2 && state.edited == [])
  }

  @Test func `a changed file keeps its name when its note leaves it`() async throws {
    try await mirror()
    try edit("Kitchen/Bread.md", "changed in the file")
    try edit("Tea.md", "changed in the file, too")
    fakes.repository.change(SequentialNoteIDGenerator.id(1)) { $0.trashed = FixedClock.start }
    fakes.repository.change(SequentialNoteIDGenerator.id(2)) { $0.title = "tea" }
    await fakes.repository.insertSample(.sample(4, title: "Bread", body: "new", notebook: "Kitchen"))
    #expect(try await mirror().edited == ["Tea.md", "Kitchen/Bread.md"])
    #expect(paths == ["Kitchen/Bread 2.md", "Kitchen/Bread.md", "Tea.md"])
    #expect(
      fakes.markdownFolder.documents(in: "/out").map(\.body)
        == ["new", "changed in the file", "changed in the file, too"])
  }

  @Test func `with the permission to replace, a changed file that its note leaves stays, and is the note's no more`()
    async throws
  {
    // Given
    try await mirror()
    try edit("Tea.md", "changed in the file")
    fakes.repository.change(SequentialNoteIDGenerator.id(2)) { $0.title = "Oolong" }
    // When
    _ = try await mirror(replacing: true)
    // Then
    #expect(paths == ["Kitchen/Bread.md", "Oolong.md", "Tea.md"])
    let state = try await mirror()
    #expect(state.unchanged == 2 && state.removed == 0 && state.edited == [])
    #expect(paths == ["Kitchen/Bread.md", "Oolong.md", "Tea.md"])
  }

  @Test func `a file keeps its dates as dates when its note changes`() async throws {
    // Given
    let fakes = Fakes()
    var document = MarkdownDocument(
      path: "A.md", created: FixedClock.start, fileModified: FixedClock.start, body: "a",
      digest: ContentDigest(value: 0))
    document.bareDates = .created
    fakes.markdownFolder.add(document, in: "/out")
    await (try viewModel(ImportViewModel.self, fakes)).importNotes(from: "/out")
    // When
    fakes.repository.change(try #require(fakes.repository.all.first).id) { $0.body = "b" }
    await (try viewModel(ExportViewModel.self, fakes)).mirror(to: "/out")
    // Then
    let written = fakes.markdownFolder.documents(in: "/out")
    #expect(written.map(\.body) == ["b"] && written.map(\.bareDates) == [.created])
  }

  @Test func `a file that was renamed in case only is not overwritten`() async throws {
    // Given
    try await mirror()
    var document = try #require(fakes.markdownFolder.documents(in: "/out").first { $0.path == "Tea.md" })
    fakes.markdownFolder.removeFile("Tea.md", in: "/out")
    (document.path, document.body) = ("tea.md", "changed in the file")
    fakes.markdownFolder.add(document, in: "/out")
    // When
    let state = try await mirror()
    // Then
    #expect(state.edited == ["Tea.md"] && paths == ["Kitchen/Bread.md", "tea.md"])
  }

  @Test func `a folder of other origin is refused, and its files are kept with the permission to replace`() async throws
  {
    fakes.markdownFolder.add(
      MarkdownDocument(
        path: "Mine.md", fileModified: FixedClock.start, body: "mine", digest: ContentDigest(value: 0)), in: "/out")
    let model = try viewModel(ExportViewModel.self, fakes)
    await model.mirror(to: "/out")
    #expect(model.state.phase == .failed(Failure(MarkdownFolderError.notEmpty(path: "/out"))))
    try await mirror(replacing: true)
    #expect(paths == ["Kitchen/Bread.md", "Mine.md", "Tea.md"])
  }

  @Test func `files that were written before their records are current`() async throws {
    // Given a mirror that was interrupted before it recorded what it wrote
    try await mirror()
    let records = try await fakes.repository.importedFiles(of: "/out", after: nil, limit: 9)
    try await fakes.repository.replaceImportRecords([records[1]], with: [])
    // When
    let state = try await mirror()
    // Then
    #expect(state.unchanged == 2 && state.edited == [])
  }

  @Test func `an imported folder stays as it is where nothing changed`() async throws {
    let fakes = Fakes()
    for (path, body) in [("2026-10-04.md", "# Sunday\n"), ("A b.markdown", "x"), ("Kitchen/Rye.md", "rye")] {
      fakes.markdownFolder.add(
        MarkdownDocument(path: path, fileModified: FixedClock.start, body: body, digest: ContentDigest(value: 0)),
        in: "/out")
    }
    let before = fakes.markdownFolder.documents(in: "/out")
    let importing = try viewModel(ImportViewModel.self, fakes)
    await importing.importNotes(from: "/out")
    let exporting = try viewModel(ExportViewModel.self, fakes)
    await exporting.mirror(to: "/out")
    #expect(exporting.state.unchanged == 3)
    #expect(fakes.markdownFolder.documents(in: "/out") == before)
  }
}
