import NotesDomain
import NotesTestSupport
import NotesTransfer
import NotesViewModels
import Testing

@MainActor
@Suite struct ExportViewModelTests {
  @Test func `an export and an import into an empty store lose nothing`() async throws {
    // Given
    let notes: [Note] = [
      .sample(1, title: "A/B: what?", body: "text\u{0}\r\n", tags: ["x", "y/z"], notebook: "One/Two: three"),
      .sample(2, title: "same", body: "# heading", modified: 3) { $0.isPinned = true },
      .sample(3, title: "Same", body: "---\nnot: front matter\n---\n") { $0.isArchived = true },
      .sample(4, title: "same") { $0.trashed = FixedClock.start },
      .sample(5, body: "body") { $0.foreignFrontMatter = "rating: 4\n" },
      .sample(6, title: "same", body: "body") { $0.fileName = "same 7" },
    ]
    let (source, target) = (Fakes(notes: notes), Fakes())
    // When
    let export = try viewModel(ExportViewModel.self, source)
    await export.exportFolder("/out")
    for document in source.markdownFolder.documents(in: "/out") { target.markdownFolder.add(document, in: "/in") }
    let importing = try viewModel(ImportViewModel.self, target)
    await importing.importNotes(from: "/in")
    // Then
    #expect(export.state.finished == 6 && export.state.phase == .done)
    #expect(target.repository.all == notes)
  }

  @Test func `an export is on the disk when it is done`() async throws {
    let fakes = Fakes(notes: [.sample(1, title: "Tea"), .sample(2, title: "Bread")])
    let export = try viewModel(ExportViewModel.self, fakes)
    await export.exportFolder("/out")
    #expect(export.state.phase == .done && export.state.finished == 2)
    #expect(!fakes.markdownFolder.isUnflushed("/out") && fakes.markdownFolder.flushes == 1)
  }

  @Test func `a title that follows from the name of the file is not written, whatever lines are kept`() async throws {
    let fakes = Fakes(notes: [.sample(1, title: "dup", body: "x") { $0.foreignFrontMatter = "title: dup2\n" }])
    let export = try viewModel(ExportViewModel.self, fakes)
    await export.exportFolder("/out")
    #expect(fakes.markdownFolder.documents(in: "/out").map(\.title) == [nil])
  }

  @Test func `each file names the content of its note, so that an import notices later edits`() async throws {
    let note = Note.sample(1, body: "text", tags: ["x"], notebook: "One")
    let fakes = Fakes(notes: [note])
    let export = try viewModel(ExportViewModel.self, fakes)
    await export.exportFolder("/out")
    #expect(fakes.markdownFolder.documents(in: "/out").map(\.base) == [ContentDigest(of: note)])
  }

  @Test func `a note whose notebook is too deep for a file system is skipped, and the others are exported`()
    async throws
  {
    // Given
    let notebook = Array(repeating: String(repeating: "n", count: 200), count: 20).joined(separator: "/")
    let fakes = Fakes(notes: [
      .sample(1, title: "a"), .sample(2, title: "b", notebook: notebook), .sample(3, title: "c"),
    ])
    let export = try viewModel(ExportViewModel.self, fakes)
    // When
    await export.exportFolder("/out")
    // Then
    #expect(fakes.markdownFolder.documents(in: "/out").map(\.path) == ["a.md", "c.md"])
    #expect(export.state.finished == 2 && export.state.skipped == [Note.sample(2).id])
  }

  @Test func `titles that are equal except for case get different files`() async throws {
    let fakes = Fakes(notes: [.sample(1, title: "Tea"), .sample(2, title: "tea"), .sample(3, title: "Tea")])
    let export = try viewModel(ExportViewModel.self, fakes)
    await export.exportFolder("/out")
    #expect(fakes.markdownFolder.documents(in: "/out").map(\.path) == ["Tea 3.md", "Tea.md", "tea 2.md"])
  }

  @Test func `a folder with files is rejected unless replacing is allowed`() async throws {
    let fakes = Fakes(notes: [.sample(1, title: "Tea")])
    let export = try viewModel(ExportViewModel.self, fakes)
    await export.exportFolder("/out")
    await export.exportFolder("/out")
    #expect(export.state.phase == .failed(Failure(MarkdownFolderError.notEmpty(path: "/out"))))
    await export.exportFolder("/out", replacing: true)
    #expect(export.state.phase == .done)
  }

  @Test func `a full disk ends the export`() async throws {
    let fakes = Fakes(notes: [.sample(1)])
    fakes.markdownFolder.failure = .diskFull(path: "/out")
    let export = try viewModel(ExportViewModel.self, fakes)
    await export.exportFolder("/out")
    #expect(export.state.phase == .failed(Failure(MarkdownFolderError.diskFull(path: "/out"))))
  }
}
