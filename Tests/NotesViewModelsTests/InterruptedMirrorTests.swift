import NotesDomain
import NotesTestSupport
import NotesTransfer
import NotesViewModels
import Testing

/// What a mirror that ends in the middle leaves to the next import and the next mirror.
@MainActor
@Suite("Interrupted mirrors") struct InterruptedMirrorTests {
  private let fakes = Fakes(notes: [
    .sample(1, title: "Bread", body: "bread", notebook: "K"), .sample(2, title: "Tea", body: "tea", notebook: "K"),
  ])

  private var paths: [String] { fakes.markdownFolder.documents(in: "/out").map(\.path) }

  private func mirror() async throws -> ExportState {
    let model = try viewModel(ExportViewModel.self, fakes)
    await model.mirror(to: "/out")
    return model.state
  }

  private func `import`() async throws -> ImportState {
    let model = try viewModel(ImportViewModel.self, fakes)
    await model.importNotes(from: "/out", mirroring: true)
    #expect(model.state.phase == .done)
    return model.state
  }

  private func move(to notebook: String) {
    for note in fakes.repository.all {
      fakes.repository.change(note.id) { $0.notebook = Notebook(notebook) ?? .root }
    }
  }

  /// Lets a mirror write all files of moved notes, and end before it removes the former ones.
  private func interrupt() async throws {
    fakes.markdownFolder.flushFailure = .diskFull(path: "/out")
    #expect(try await mirror().phase != .done)
    fakes.markdownFolder.flushFailure = nil
  }

  // The new folder sorts before and after the former one.
  @Test(arguments: ["B", "L"])
  func `the files of moved notes, there twice, become no other notes`(notebook: String) async throws {
    // Given
    _ = try await mirror()
    move(to: notebook)
    try await interrupt()
    #expect(paths.count == 4)
    let notes = fakes.repository.all
    // When
    let state = try await `import`()
    // Then
    #expect(state.added == 0 && state.conflicting == 0 && state.trashed == 0)
    #expect(fakes.repository.all == notes)
    #expect(try await mirror().removed == 2)
    #expect(paths == ["\(notebook)/Bread.md", "\(notebook)/Tea.md"])
  }

  @Test(arguments: ["B", "L"])
  func `what was written into the former file of a moved note is an edit of it`(notebook: String) async throws {
    // Given files that do not name their notes
    for note in fakes.repository.all {
      fakes.markdownFolder.add(
        MarkdownDocument(
          path: "K/\(note.title).md", fileModified: FixedClock.start, body: note.body, digest: ContentDigest(value: 0)),
        in: "/out")
    }
    _ = try await `import`()
    move(to: notebook)
    try await interrupt()
    #expect(paths.count == 4)
    var former = try #require(fakes.markdownFolder.documents(in: "/out").first { $0.path == "K/Bread.md" })
    former.body = "bread and salt"
    // When
    fakes.markdownFolder.add(former, in: "/out")
    let state = try await `import`()
    // Then
    #expect(state.added == 0 && state.conflicting == 0 && fakes.repository.all.count == 2)
    #expect(fakes.repository.all.contains { $0.title == "Bread" && $0.body == "bread and salt" })
  }

  @Test(arguments: ["B", "L"])
  func `a mirror completes one that ended before it`(notebook: String) async throws {
    _ = try await mirror()
    move(to: notebook)
    try await interrupt()
    let state = try await mirror()
    #expect(state.phase == .done && state.removed == 2 && state.edited == [])
    #expect(paths == ["\(notebook)/Bread.md", "\(notebook)/Tea.md"])
    #expect(try await `import`().unchanged == 2)
  }

  @Test func `a file that was announced, and not written, moves no note to the trash`() async throws {
    // Given
    try await interrupt()
    fakes.markdownFolder.removeFile("K/Tea.md", in: "/out")
    // When
    let state = try await `import`()
    // Then
    #expect(state.trashed == 0 && state.added == 0)
    #expect(try await mirror().edited == [])
    #expect(paths == ["K/Bread.md", "K/Tea.md"])
  }

  @Test func `a first mirror that ended after its first file goes on`() async throws {
    // Given
    try await interrupt()
    fakes.markdownFolder.removeFile("K/Bread.md", in: "/out")
    // When
    let state = try await mirror()
    // Then
    #expect(state.phase == .done && state.finished == 2 && state.unchanged == 1)
    #expect(paths == ["K/Bread.md", "K/Tea.md"])
  }

  @Test func `a deleted file of a mirror that was completed moves its note to the trash`() async throws {
    try await interrupt()
    _ = try await mirror()
    fakes.markdownFolder.removeFile("K/Tea.md", in: "/out")
    #expect(try await `import`().trashed == 1)
  }
}
