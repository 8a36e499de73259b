import NotesDomain
import NotesTestSupport
import NotesTransfer
import NotesViewModels
import Testing

/// Files of a mirror that are elsewhere by now: moved by a person or the mirror of another device, or behind a symbolic link.
@MainActor
@Suite("Moved files in a mirror") struct MovedFileInMirrorTests {
  private let fakes = Fakes()

  private func add(_ path: String, _ body: String) {
    fakes.markdownFolder.add(
      MarkdownDocument(path: path, fileModified: FixedClock.start, body: body, digest: ContentDigest(value: 0)),
      in: "/vault")
  }

  private func move(_ path: String, to target: String) throws {
    var document = try #require(fakes.markdownFolder.documents(in: "/vault").first { $0.path == path })
    fakes.markdownFolder.removeFile(path, in: "/vault")
    document.path = target
    fakes.markdownFolder.add(document, in: "/vault")
  }

  private func `import`() async throws -> ImportState {
    let model = try viewModel(ImportViewModel.self, fakes)
    await model.importNotes(from: "/vault", mirroring: true)
    #expect(model.state.phase == .done)
    return model.state
  }

  @discardableResult
  private func mirror(replacing: Bool = false) async throws -> ExportState {
    let model = try viewModel(ExportViewModel.self, fakes)
    await model.mirror(to: "/vault", replacing: replacing)
    #expect(model.state.phase == .done)
    return model.state
  }

  private func change(_ title: String, _ body: @escaping @Sendable (inout Note) -> Void) throws {
    fakes.repository.change(try #require(fakes.repository.all.first { $0.title == title }).id, body)
  }

  private var paths: [String] { fakes.markdownFolder.documents(in: "/vault").map(\.path) }

  @Test(arguments: [true, false], [true, false])
  func `a file that was moved is reported, and its note has no second one`(
    hasID: Bool, isReplacing: Bool
  ) async throws {
    // Given a file that names its note, or is as it was imported
    add("a.md", "a")
    add("b.md", "b")
    _ = try await `import`()
    if hasID {
      try change("a") { $0.body = "changed" }
      try await mirror()
    }
    try move("a.md", to: "New/a.md")
    // When
    let state = try await mirror(replacing: isReplacing)
    // Then
    #expect(state.edited == ["New/a.md"] && state.removed == 0 && state.finished == 2)
    #expect(paths == ["New/a.md", "b.md"])
    let imported = try await `import`()
    #expect(imported.renamed == 1 && imported.added == 0 && imported.trashed == 0)
    #expect(try await mirror().unchanged == 2)
  }

  @Test func `a file that was moved stays when its note is in the trash`() async throws {
    // Given
    add("a.md", "a")
    _ = try await `import`()
    try change("a") { $0.trashed = FixedClock.start }
    try move("a.md", to: "New/a.md")
    // When
    let state = try await mirror()
    // Then
    #expect(state.edited == ["New/a.md"] && paths == ["New/a.md"])
    #expect(try await `import`().added == 0)
  }

  @Test func `a file that another device moved where the note is by now is the note's`() async throws {
    // Given
    add("a.md", "a")
    _ = try await `import`()
    try change("a") { $0.body = "changed" }
    try await mirror()
    try change("a") { $0.notebook = Notebook("New") ?? .root }
    try move("a.md", to: "New/a.md")
    // When
    let state = try await mirror()
    // Then
    #expect(state.edited == [] && state.unchanged == 1 && paths == ["New/a.md"])
    #expect(try await `import`().unchanged == 1)
  }

  @Test func `a note without a recorded file has none beside one that names it`() async throws {
    // Given the file of a note that another device moved before this one saw it
    add("b.md", "b")
    _ = try await `import`()
    await fakes.repository.insertSample(.sample(7, title: "a", body: "a"))
    fakes.markdownFolder.add(
      MarkdownDocument(
        path: "New/a.md", id: SequentialNoteIDGenerator.id(7), fileModified: FixedClock.start, body: "a",
        digest: ContentDigest(value: 0)), in: "/vault")
    // When
    let state = try await mirror()
    // Then
    #expect(state.edited == ["New/a.md"] && paths == ["New/a.md", "b.md"])
  }

  @Test(arguments: [true, false])
  func `files behind a symbolic link are reported and kept, whatever becomes of their notes`(
    isReplacing: Bool
  ) async throws {
    // Given
    for (path, body) in [("K/a.md", "a"), ("K/b.md", "b"), ("K/c.md", "c"), ("d.md", "d")] { add(path, body) }
    _ = try await `import`()
    fakes.markdownFolder.replaceByLink("K", in: "/vault")
    try change("a") { $0.body = "changed" }
    try change("b") { $0.trashed = FixedClock.start }
    try change("c") { $0.notebook = .root }
    await fakes.repository.insertSample(.sample(9, title: "new", notebook: "K"))
    for _ in 1...2 {
      // When
      let state = try await mirror(replacing: isReplacing)
      // Then
      #expect(Set(state.linked) == ["K/a.md", "K/b.md", "K/c.md", "K/new.md"] && state.linked.count == 4)
      #expect(state.edited == [] && state.removed == 0 && paths == ["d.md"])
    }
    #expect(try await fakes.repository.importedFiles(of: "/vault", after: nil, limit: 9).count == 4)
  }

  @Test func `a note that moves behind a symbolic link keeps its former file`() async throws {
    // Given
    add("K/a.md", "a")
    add("c.md", "c")
    _ = try await `import`()
    fakes.markdownFolder.replaceByLink("K", in: "/vault")
    try change("c") { $0.notebook = Notebook("K") ?? .root }
    for _ in 1...2 {
      // When
      let state = try await mirror()
      // Then
      #expect(Set(state.linked) == ["K/a.md", "K/c.md"] && state.removed == 0 && paths == ["c.md"])
    }
  }

  @Test func `the notes of files behind a symbolic link do not move to the trash`() async throws {
    add("K/a.md", "a")
    add("d.md", "d")
    _ = try await `import`()
    fakes.markdownFolder.replaceByLink("K", in: "/vault")
    let state = try await `import`()
    #expect(state.trashed == 0 && state.unchanged == 1)
    #expect(fakes.repository.all.allSatisfy { $0.trashed == nil })
  }

  @Test func `a note whose attachment would be behind a symbolic link is reported, and its file kept`() async throws {
    // Given
    add("a.md", "a")
    _ = try await `import`()
    fakes.markdownFolder.replaceByLink("attachments", in: "/vault")
    fakes.blobs.keep([1])
    try change("a") { $0.attachments = [.sample("p.png", [1])] }
    // When
    let state = try await mirror()
    // Then
    #expect(state.linked == ["a.md"] && state.attachments == 0)
    #expect(fakes.markdownFolder.documents(in: "/vault").map(\.attachments) == [nil])
  }
}
