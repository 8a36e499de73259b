import NotesDomain
import NotesTestSupport
import NotesTransfer
import NotesViewModels
import Testing

/// Which files beside the notes a mirror writes over: its own, as long as no other note needs them.
@MainActor
@Suite("Attachments in a mirror") struct MirrorAttachmentTests {
  private let fakes = Fakes()

  private func addFile(_ path: String, _ content: [UInt8]) {
    fakes.files.contents["/vault/" + path] = content
    fakes.markdownFolder.addFile(path, in: "/vault")
  }

  private func addNote(_ path: String, _ body: String) {
    fakes.markdownFolder.add(
      MarkdownDocument(path: path, fileModified: FixedClock.start, body: body, digest: ContentDigest(value: 0)),
      in: "/vault")
  }

  private func importVault() async throws {
    let model = try viewModel(ImportViewModel.self, fakes)
    await model.importNotes(from: "/vault")
    #expect(model.state.phase == .done && model.state.problems == [] && model.state.unattached == [])
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

  private func attach(_ name: String, _ content: [UInt8], at path: String = "", to title: String) throws {
    fakes.blobs.keep(content)
    try change(title) { note in
      note.attachments.removeAll { $0.name == name }
      note.attachments.append(
        Attachment(name: name, digest: .of(content), size: content.count, path: path) ?? .sample(name, content))
    }
  }

  private func content(_ path: String) -> [UInt8]? { fakes.files.contents["/vault/" + path] }

  private func listed(_ path: String) -> [String]? {
    fakes.markdownFolder.documents(in: "/vault").first { $0.path == path }?.attachments
  }

  @Test func `a file of other origin is not written over`() async throws {
    // Given
    addNote("K/N.md", "x")
    addFile("K/a.png", [9])
    try await importVault()
    try attach("a.png", [1], to: "N")
    try change("N") { $0.body = "![](a.png)" }
    // When
    try await mirror()
    // Then
    #expect(content("K/a.png") == [9])
    #expect(content("attachments/K/N/a.png") == [1] && listed("K/N.md") == ["attachments/K/N/a.png"])
    #expect(try await mirror().unchanged == 1)
  }

  @Test(arguments: ["x", "![](b.png)"])
  func `what was attached to an imported note is written, though its text is as before`(body: String) async throws {
    // Given
    addNote("K/N.md", body)
    addFile("K/b.png", [2])
    try await importVault()
    try attach("a.png", [1], to: "N")
    // When
    #expect(try await mirror().attachments == 1)
    // Then
    #expect(content("attachments/K/N/a.png") == [1] && listed("K/N.md")?.contains("attachments/K/N/a.png") == true)
    #expect(try await mirror().unchanged == 1)
  }

  @Test func `a picture that is gone from the folder is written again after an import`() async throws {
    // Given
    addNote("K/N.md", "![](a.png)")
    addFile("K/a.png", [1])
    try await importVault()
    fakes.markdownFolder.removeFile("K/a.png", in: "/vault")
    fakes.files.contents["/vault/K/a.png"] = nil
    // When
    try await mirror()
    await (try viewModel(ImportViewModel.self, fakes)).importNotes(from: "/vault")
    try await mirror()
    // Then
    #expect(listed("K/N.md")?.compactMap { content($0) } == [[1]])
    #expect(try await mirror().unchanged == 1)
  }

  @Test func `an attachment that arrives after an export is written by the next one`() async throws {
    // Given
    addNote("K/N.md", "x")
    try await importVault()
    try attach("a.png", [1], to: "N")
    fakes.blobs.lose(.of([1]))
    for _ in 1...2 {
      // When
      let state = try await mirror()
      // Then
      #expect(state.attachments == 0 && state.missing.count == 1)
    }
    // When
    fakes.blobs.keep([1])
    // Then
    #expect(try await mirror().attachments == 1)
    #expect(listed("K/N.md")?.compactMap { content($0) } == [[1]])
  }

  @Test(arguments: [[], [2]] as [[UInt8]])
  func `a note is not written again for an attachment that is still not on this device`(other: [UInt8]) async throws {
    // Given a note with one attachment that is missing, and perhaps one that is not
    addNote("K/N.md", "x")
    try await importVault()
    try attach("a.png", [1], to: "N")
    fakes.blobs.lose(.of([1]))
    if !other.isEmpty { try attach("b.png", other, to: "N") }
    #expect(try await mirror().unchanged == 0)
    let written = fakes.markdownFolder.written
    // When
    let state = try await mirror()
    // Then
    #expect(state.unchanged == 1 && state.missing.map(\.name) == ["a.png"])
    #expect(fakes.markdownFolder.written == written && written.last == "K/N.md")
  }

  @Test func `a picture that was detached stays so, though the text still links to its file`() async throws {
    // Given
    addNote("K/N.md", "![](p.png)")
    addFile("K/p.png", [1])
    try await importVault()
    try change("N") { $0.attachments = [] }
    // When
    #expect(try await mirror().edited == [])
    // Then
    let state = try await mirror()
    #expect(state.edited == [] && state.unchanged == 1 && content("K/p.png") == [1])
    try await importVault()
    #expect(fakes.repository.all.map(\.attachments) == [[]])
  }

  @Test(arguments: [true, false])
  func `a picture that was detached stays so when the file of its note moves`(isMirrored: Bool) async throws {
    // Given
    addNote("K/N.md", "![](p.png)")
    addFile("K/p.png", [1])
    try await importVault()
    try change("N") { $0.attachments = [] }
    if isMirrored { try await mirror() }
    // When
    var document = try #require(fakes.markdownFolder.documents(in: "/vault").first)
    fakes.markdownFolder.removeFile("K/N.md", in: "/vault")
    document.path = "L/N.md"
    fakes.markdownFolder.add(document, in: "/vault")
    for _ in 1...2 {
      try await importVault()
      // Then
      #expect(fakes.repository.all.map(\.notebook.path) == ["L"])
      #expect(fakes.repository.all.map(\.attachments) == [[]])
      #expect(try await mirror().edited == [])
    }
    #expect(content("K/p.png") == [1])
  }

  @Test func `a link that was added to a note attaches no file of the folder`() async throws {
    addNote("K/N.md", "x")
    addFile("K/p.png", [1])
    try await importVault()
    for body in ["x\n![](p.png)", "x\n![](p.png)\ny"] {
      try change("N") { $0.body = body }
      #expect(try await mirror().edited == [])
    }
    #expect(fakes.markdownFolder.documents(in: "/vault").map(\.body) == ["x\n![](p.png)\ny"])
  }

  @Test func `a link that a person adds to a file of a mirror attaches the file`() async throws {
    addNote("K/N.md", "x")
    try await importVault()
    try change("N") { $0.body = "y" }
    try await mirror()
    addFile("K/p.png", [1])
    var document = try #require(fakes.markdownFolder.documents(in: "/vault").first)
    document.body = "y\n![](p.png)"
    fakes.markdownFolder.add(document, in: "/vault")
    try await importVault()
    #expect(fakes.repository.all.map { $0.attachments.map(\.name) } == [["p.png"]])
  }

  @Test func `a file of other origin with the same content is the attachment's`() async throws {
    addNote("K/N.md", "x")
    addFile("K/a.png", [1])
    try await importVault()
    try attach("a.png", [1], to: "N")
    try change("N") { $0.body = "![](a.png)" }
    #expect(try await mirror().attachments == 0)
    #expect(listed("K/N.md") == ["K/a.png"])
  }

  @Test func `a picture that was edited in the folder is not written over for another note that has it`() async throws {
    // Given
    addNote("A.md", "![](pic.png)")
    addFile("pic.png", [1])
    try await importVault()
    await fakes.repository.insertSample(
      .sample(5, title: "B", body: "![](pic.png)") { $0.attachments = [.sample("pic.png", [1])] })
    addFile("pic.png", [9])
    // When
    let state = try await mirror()
    // Then
    #expect(state.edited == ["A.md"] && content("pic.png") == [9])
    #expect(content("attachments/B/pic.png") == [1])
  }

  @Test(arguments: ["L", "A"])
  func `a note that moves beside another keeps its picture, and leaves the other's`(folder: String) async throws {
    // Given two pictures of one name
    for (folder, byte) in [("K", 1), (folder, 2)] {
      addNote("\(folder)/N\(byte).md", "![](p.png)")
      addFile("\(folder)/p.png", [UInt8(byte)])
    }
    try await importVault()
    // When
    try change("N2") { $0.notebook = Notebook("K") ?? .root }
    try await mirror()
    // Then
    #expect(content("K/p.png") == [1] && content("attachments/K/N2/p.png") == [2])
    #expect(listed("K/N2.md") == ["attachments/K/N2/p.png"])
    #expect(try await mirror().unchanged == 2)
  }

  @Test func `a file that two notes share is not replaced for one of them`() async throws {
    // Given
    addNote("A.md", "![](p.png)")
    addNote("B.md", "![](p.png)")
    addFile("p.png", [1])
    try await importVault()
    // When one of them is replaced, and the other one's text changes
    try attach("p.png", [2], to: "A")
    try change("B") { $0.body += " " }
    try await mirror()
    // Then
    #expect(content("p.png") == [1] && content("attachments/A/p.png") == [2])
    #expect(try await mirror().unchanged == 2)
  }

  @Test func `a file that one note has is replaced with the note's attachment, where the text links to it`()
    async throws
  {
    addNote("A.md", "![](p.png)")
    addFile("p.png", [1])
    try await importVault()
    try attach("p.png", [2], to: "A")
    try await mirror()
    #expect(content("p.png") == [2] && listed("A.md") == ["p.png"])
    #expect(try await mirror().unchanged == 1)
  }

  // A picture that a person saved over the one of the note, and one where none was.
  @Test(arguments: ["p.png", "q.png"])
  func `a picture that a person saves while a mirror runs is kept and named`(name: String) async throws {
    // Given
    addNote("A.md", "x")
    addNote("B.md", "![](p.png) ![](q.png)")
    addFile("p.png", [1])
    try await importVault()
    try change("A") { $0.body = "y" }
    try attach(name, [2], to: "B")
    // When
    fakes.markdownFolder.afterWrite = { [files = fakes.files] path in
      if path == "A.md" { files.contents["/vault/" + name] = [9] }
    }
    let state = try await mirror()
    // Then
    #expect(state.edited == [name] && content(name) == [9] && state.attachments == 0)
    #expect(fakes.markdownFolder.written == ["A.md"])
  }

  @Test func `a file that an import found by its name alone is not the note's to write over`() async throws {
    // Given a note with a picture of its own, and another picture of that name, which its link finds in no folder nearer
    addNote("K/M/A.md", "![](../q.png)")
    try await importVault()
    try attach("q.png", [8], to: "A")
    addFile("q.png", [9])
    try await importVault()
    // When the note moves to where its link leads to the other one
    try change("A") { $0.notebook = Notebook("L") ?? .root }
    try await mirror()
    // Then
    #expect(content("q.png") == [9] && content("attachments/L/A/q.png") == [8])
  }

  @Test func `an attachment that was changed in the folder stays when its note loses it`() async throws {
    // Given an attachment that an export wrote
    await fakes.repository.insertSample(.sample(5, title: "A") { $0.attachments = [.sample("p.png", [1])] })
    fakes.blobs.keep([1])
    fakes.markdownFolder.addFolder("/vault")
    try await mirror()
    // When its note loses it, and the file is another one
    fakes.files.contents["/vault/attachments/A/p.png"] = [9]
    try change("A") { $0.attachments = [] }
    let state = try await mirror()
    // Then
    #expect(state.edited == ["A.md"] && content("attachments/A/p.png") == [9])
    #expect(fakes.markdownFolder.removed == [])
  }

  @Test func `with the permission to replace, files of the same names are written over`() async throws {
    addNote("K/N.md", "![](a.png)")
    try await importVault()
    addFile("K/a.png", [9])
    try attach("a.png", [1], to: "N")
    try await mirror(replacing: true)
    #expect(content("K/a.png") == [1])
  }
}
