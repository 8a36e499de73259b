import NotesDomain
import NotesTestSupport
import NotesTransfer
import NotesViewModels
import Testing

/// Which note a file is that was away, came from another folder, or was written by a mirror that ended early; see "Notes and files"
/// in `docs/storage.md`.
@MainActor
@Suite("Files that move and come back") struct MovedFileTests {
  private let fakes = Fakes()

  private func write(_ path: String, _ body: String, in folder: String = "/vault") {
    fakes.markdownFolder.add(
      MarkdownDocument(path: path, fileModified: FixedClock.start, body: body, digest: ContentDigest(value: 0)),
      in: folder)
  }

  private func remove(_ path: String, in folder: String = "/vault") {
    fakes.markdownFolder.removeFile(path, in: folder)
  }

  /// Moves a file as it is.
  private func move(_ path: String, to target: String, in folder: String = "/vault", to other: String? = nil) throws {
    var document = try #require(fakes.markdownFolder.documents(in: folder).first { $0.path == path })
    remove(path, in: folder)
    document.path = target
    fakes.markdownFolder.add(document, in: other ?? folder)
  }

  @discardableResult
  private func run(_ path: String = "/vault", mirroring: Bool = true) async throws -> ImportState {
    // Each import is a run of the program, with a set of changes of its own.
    fakes.repository.beginRun()
    let model = try viewModel(ImportViewModel.self, fakes)
    await model.importNotes(from: path, mirroring: mirroring)
    #expect(model.state.phase == .done)
    return model.state
  }

  @discardableResult
  private func mirror(to path: String = "/vault") async throws -> ExportState {
    let model = try viewModel(ExportViewModel.self, fakes)
    await model.mirror(to: path)
    #expect(model.state.phase == .done)
    return model.state
  }

  private func paths(in folder: String = "/vault") -> [String] {
    fakes.markdownFolder.documents(in: folder).map(\.path)
  }

  private func note(_ title: String) throws -> Note {
    try #require(fakes.repository.all.first { $0.title == title })
  }

  private func edit(_ title: String, _ change: @escaping @Sendable (inout Note) -> Void) async throws {
    fakes.repository.beginRun()
    _ = try await fakes.repository.update(try note(title).id, change: change)
  }

  // MARK: Files that come back

  @Test(arguments: [false, true])
  func `a file that was away takes its note out of the trash, and a mirror keeps it`(isNamed: Bool) async throws {
    // Given
    write("A.md", "a")
    write("B.md", "b")
    try await run()
    if isNamed {
      // A mirror writes the note's id into the file.
      try await edit("A") { $0.body = "edited" }
      try await mirror()
    }
    let file = try #require(fakes.markdownFolder.documents(in: "/vault").first { $0.path == "A.md" })
    remove("A.md")
    #expect(try await run().trashed == 1)
    // When
    fakes.markdownFolder.add(file, in: "/vault")
    let state = try await run()
    // Then
    #expect(state.restored == 1 && state.unchanged == 1 && state.added == 0)
    #expect(fakes.repository.all.allSatisfy { $0.trashed == nil } && fakes.repository.all.count == 2)
    #expect(try await mirror().removed == 0)
    #expect(paths() == ["A.md", "B.md"])
    #expect(try await run().unchanged == 2)
  }

  @Test func `a file that is written again stays beside its note that a person moved to the trash, and is named`()
    async throws
  {
    // Given
    write("A.md", "a")
    write("B.md", "b")
    try await run()
    try await edit("A") { $0.trashed = FixedClock.start }
    try await mirror()
    #expect(paths() == ["B.md"])
    // When
    write("A.md", "a")
    // Then
    for _ in 0..<2 {
      let state = try await run()
      #expect(state.inTrash == ["A.md"] && state.restored == 0 && state.unchanged == 1)
      #expect(try await mirror().removed == 0)
      #expect(paths() == ["A.md", "B.md"])
    }
    try await edit("A") { $0.trashed = nil }
    let state = try await run()
    #expect(state.inTrash == [] && state.unchanged == 2 && fakes.repository.all.count == 2)
  }

  @Test func `the record of a file that is gone ends when its note is in the trash`() async throws {
    // Given
    write("A.md", "a")
    write("B.md", "b")
    try await run()
    try await edit("A") { $0.trashed = FixedClock.start }
    remove("A.md")
    // When
    try await run(mirroring: false)
    // Then
    #expect(try await fakes.repository.importedFiles(of: "/vault", after: nil, limit: 9).map(\.path) == ["B.md"])
    write("A.md", "a")
    #expect(try await run().inTrash == ["A.md"])
  }

  /// Returns the file of a note that names it, and that a mirror removed since a person moved the note to the trash.
  private func removeFile() async throws -> MarkdownDocument {
    write("A.md", "a")
    write("B.md", "b")
    try await run()
    try await edit("A") { $0.body = "edited" }
    try await mirror()
    let file = try #require(fakes.markdownFolder.documents(in: "/vault").first { $0.path == "A.md" })
    try await edit("A") { $0.trashed = FixedClock.start }
    try await mirror()
    #expect(paths() == ["B.md"])
    return file
  }

  @Test func `a file of a note in the trash that was edited is a new note`() async throws {
    // Given
    var file = try await removeFile()
    file.body = "edited, and again"
    fakes.markdownFolder.add(file, in: "/vault")
    // When
    let state = try await run()
    // Then
    #expect(state.added == 1 && state.inTrash == [] && state.unchanged == 1)
    #expect(fakes.repository.all.contains { $0.trashed == nil && $0.body == "edited, and again" })
    #expect(fakes.repository.all.contains { $0.trashed != nil && $0.body == "edited" })
    #expect(try await mirror().edited == [])
    #expect(paths() == ["A.md", "B.md"])
    #expect(try await run().unchanged == 2)
  }

  @Test func `a file of a note in the trash that was edited twice is one new note`() async throws {
    // Given
    var file = try await removeFile()
    for text in ["edited, and again", "edited, and again, and once more"] {
      file.body = text
      fakes.markdownFolder.add(file, in: "/vault")
      // When
      try await run()
    }
    // Then
    let bodies = fakes.repository.all.filter { $0.trashed == nil && $0.title == "A" }.map(\.body)
    #expect(bodies == ["edited, and again, and once more"])
  }

  @Test func `a file of a note in the trash that was moved over another one leaves the note of that its text`()
    async throws
  {
    // Given
    await fakes.repository.insertSample(.sample(1, title: "Alpha", body: "alpha"))
    await fakes.repository.insertSample(.sample(2, title: "Beta", body: "beta"))
    try await mirror()
    try await edit("Alpha") { $0.trashed = FixedClock.start }
    // When
    try move("Beta.md", to: "Apple.md")
    try move("Alpha.md", to: "Beta.md")
    let state = try await run(mirroring: false)
    // Then
    #expect(state.added == 0 && state.conflicting == 0)
    #expect(fakes.repository.all.map(\.body).sorted() == ["alpha", "beta"])
    #expect(fakes.repository.all.first { $0.id == SequentialNoteIDGenerator.id(2) }?.body == "beta")
    try await mirror()
    #expect(fakes.markdownFolder.documents(in: "/vault").map(\.body) == ["beta"])
  }

  @Test(arguments: ["second", "second, edited"])
  func `a file of a note in the trash that took the path of a moved one leaves that its text`(body: String) async throws
  {
    // Given a note that another device's mirror moved
    await fakes.repository.insertSample(.sample(1, title: "Plan", body: "first"))
    try await mirror()
    try move("Plan.md", to: "Plan of May.md")
    let other = Note.sample(9, title: "Plan", body: "second") { $0.trashed = FixedClock.start }
    await fakes.repository.insertSample(other)
    // When
    fakes.markdownFolder.add(
      MarkdownDocument(
        path: "Plan.md", id: other.id, created: other.created, fileModified: FixedClock.start, body: body,
        digest: ContentDigest(value: 0)), in: "/vault")
    let state = try await run()
    // Then
    #expect(fakes.repository.all.first { $0.id == SequentialNoteIDGenerator.id(1) }?.body == "first")
    #expect(state.inTrash == (body == "second" ? ["Plan.md"] : []) && state.trashed == 0)
    #expect(state.added == (body == "second" ? 0 : 1))
  }

  /// Imports version 1 of a note, which a person deletes, and then later versions, each from a folder of its own, which is gone
  /// or stays. Returns how many new notes each import of those adds.
  private func importVersions(staying: Bool = false) async throws -> [Int] {
    var added: [Int] = []
    for number in 1...4 {
      fakes.markdownFolder.add(
        MarkdownDocument(
          path: "Plan.md", id: SequentialNoteIDGenerator.id(70), created: FixedClock.start,
          modified: FixedClock.start, fileModified: FixedClock.start, body: "plan\nversion \(number)",
          digest: ContentDigest(value: 0)),
        in: "/v\(number)")
      let state = try await run("/v\(number)", mirroring: false)
      if !staying { try fakes.markdownFolder.remove("Plan.md", in: "/v\(number)") }
      if number > 1 { added.append(state.added) } else { try await edit("Plan") { $0.trashed = FixedClock.start } }
    }
    return added
  }

  @Test func `later exports of a note in the trash are one new note`() async throws {
    #expect(try await importVersions() == [1, 0, 0])
    #expect(fakes.repository.all.filter { $0.trashed == nil }.map(\.body) == ["plan\nversion 4"])
    #expect(fakes.repository.all.filter { $0.trashed != nil }.map(\.body) == ["plan\nversion 1"])
  }

  @Test func `an edited file of a note in the trash does not go on as another edited file that is there`() async throws
  {
    #expect(try await importVersions(staying: true) == [1, 1, 1])
    #expect(fakes.repository.all.filter { $0.trashed == nil }.count == 3)
  }

  @Test func `an export of a note in the trash is no note of the same path in another folder`() async throws {
    // Given
    let other = Note.sample(80, title: "Plan", body: "other")
    await fakes.repository.insertSample(other)
    try await mirror(to: "/other")
    try await edit("Plan") { $0.title = "Other" }
    // When
    #expect(try await importVersions() == [1, 0, 0])
    // Then
    #expect(fakes.repository.all.first { $0.id == other.id }?.body == "other")
  }

  @Test func `a mirror writes a new note beside the file of one in the trash that came back`() async throws {
    // Given
    fakes.markdownFolder.add(try await removeFile(), in: "/vault")
    #expect(try await run().inTrash == ["A.md"])
    await fakes.repository.insertSample(.sample(77, title: "A", body: "new"))
    // When
    let state = try await mirror()
    // Then
    #expect(state.edited == [] && paths() == ["A 2.md", "A.md", "B.md"])
    #expect(try await run().inTrash == ["A.md"])
  }

  // MARK: Files that move between folders

  @Test(arguments: ["A.md", "Sub/Z.md"])
  func `a file that moved into another imported folder keeps its note`(target: String) async throws {
    // Given
    write("A.md", "a")
    write("B.md", "b")
    write("C.md", "c", in: "/other")
    try await run()
    try await run("/other")
    let id = try note("A").id
    // When
    try move("A.md", to: target, to: "/other")
    // Then
    for _ in 0..<2 {
      let other = try await run("/other")
      #expect(other.unchanged + other.renamed == 2)
      let state = try await run()
      #expect(state.trashed == 0 && state.missing == [] && state.unchanged == 1)
    }
    #expect(fakes.repository.all.allSatisfy { $0.trashed == nil } && fakes.repository.all.count == 3)
    #expect(try await fakes.repository.importRecords(of: [id]).map(\.directory) == ["/other"])
    remove(target, in: "/other")
    #expect(try await run("/other").trashed == 1)
  }

  @Test func `a file that is deleted in one of two equal mirrors is named once with the one that keeps its note`()
    async throws
  {
    // Given
    for title in ["A", "B"] {
      await fakes.repository.insertSample(.sample(title == "A" ? 1 : 2, title: title, body: title))
    }
    for path in ["/vault", "/other"] { try await mirror(to: path) }
    // When
    remove("A.md")
    // Then
    #expect(try await run(mirroring: false).elsewhere == [])
    let state = try await run()
    #expect(state.elsewhere.map(\.path) == ["A.md"] && state.elsewhere.map(\.other) == ["/other/A.md"])
    #expect(state.trashed == 0 && state.missing == [] && state.unchanged == 1)
    #expect(fakes.repository.all.allSatisfy { $0.trashed == nil })
    #expect(try await run().elsewhere == [])
  }

  @Test func `a file that moved and is missed first comes back with its note`() async throws {
    write("A.md", "a")
    write("B.md", "b")
    write("C.md", "c", in: "/other")
    try await run()
    try await run("/other")
    try move("A.md", to: "A.md", to: "/other")
    #expect(try await run().trashed == 1)
    #expect(try await run("/other").restored == 1)
    #expect(fakes.repository.all.allSatisfy { $0.trashed == nil } && fakes.repository.all.count == 3)
  }

  @Test func `a copy in another folder takes no record from a file that is there`() async throws {
    write("A.md", "a")
    try await run()
    write("A.md", "a", in: "/copy")
    try await run("/copy")
    #expect(try await fakes.repository.importRecords(of: [try note("A").id]).map(\.directory) == ["/vault"])
  }

  @Test(arguments: [false, true])
  func `an older copy of a file that is gone does not replace its note's later text`(isNamed: Bool) async throws {
    // Given
    write("A.md", "a")
    write("B.md", "b")
    try await run()
    if isNamed {
      // A mirror writes the note's id into the file.
      try await edit("A") { $0.body = "edited" }
      try await mirror()
    }
    let copy = try #require(fakes.markdownFolder.documents(in: "/vault").first { $0.path == "A.md" })
    fakes.markdownFolder.add(copy, in: "/backup")
    try await edit("A") {
      $0.body = "later"
      $0.modified = Timestamp(millisecondsSince1970: $0.modified.millisecondsSince1970 + 1000)
    }
    try await mirror()
    // When
    remove("A.md")
    let state = try await run("/backup", mirroring: false)
    // Then
    #expect(state.updated == 0 && state.added == 0 && state.conflicting == 0)
    #expect(try note("A").body == "later")
  }

  @Test(arguments: [["A.md"], ["A.md", "B.md"]])
  func `an import of a copy takes no record from files that are away for a while`(away: [String]) async throws {
    // Given
    write("A.md", "a")
    write("B.md", "b")
    try await run()
    for document in fakes.markdownFolder.documents(in: "/vault") { fakes.markdownFolder.add(document, in: "/copy") }
    for path in away { remove(path) }
    #expect(try await run("/copy", mirroring: false).unchanged == 2)
    // When
    write("A.md", "a, edited")
    if away.count > 1 { write("B.md", "b") }
    let state = try await run()
    // Then
    #expect(state.updated == 1 && state.unchanged == 1 && state.added == 0)
    #expect(try note("A").body == "a, edited" && fakes.repository.all.count == 2)
  }

  // MARK: Files that leave symbolic links

  @Test(arguments: [("K", "L", "L"), ("K/A.md", "K/B.md", "K")])
  func `a file that moves and leaves a symbolic link keeps its note`(
    path: String, target: String, notebook: String
  ) async throws {
    // Given
    write("K/A.md", "a")
    write("C.md", "c")
    try await run()
    let id = try note("A").id
    // When
    fakes.markdownFolder.replaceByLink(path, to: target, in: "/vault")
    let state = try await run()
    // Then
    #expect(state.renamed == 1 && state.unchanged == 1 && state.added == 0 && state.missing == [])
    #expect(fakes.repository.all.first { $0.id == id }?.notebook.path == notebook)
    #expect(try await run().unchanged == 2)
    #expect(fakes.repository.all.count == 2 && fakes.repository.all.allSatisfy { $0.trashed == nil })
  }

  @Test func `a file that moves, is edited and leaves a symbolic link moves no note to the trash`() async throws {
    // Given
    write("K/A.md", "a")
    write("C.md", "c")
    try await run()
    // When
    fakes.markdownFolder.replaceByLink("K", to: "L", in: "/vault")
    write("L/A.md", "another text")
    let state = try await run()
    // Then
    #expect(state.added == 1 && state.trashed == 0 && state.missing == [])
  }

  // MARK: Files of equal content

  @Test func `moved files of equal content are told apart by their names`() async throws {
    // Given
    write("Monday.md", "- [ ] todo")
    write("Tuesday.md", "- [ ] todo")
    try await run()
    for title in ["Monday", "Tuesday"] { try await edit(title) { $0.body += "\n\(title)" } }
    // When
    try move("Tuesday.md", to: "X/Tuesday.md")
    try move("Monday.md", to: "Y/Monday.md")
    let state = try await run()
    // Then
    #expect(state.merged == 2 && state.added == 0 && state.trashed == 0)
    #expect(try note("Monday").body == "- [ ] todo\nMonday" && note("Monday").notebook.path == "Y")
    #expect(try note("Tuesday").body == "- [ ] todo\nTuesday" && note("Tuesday").notebook.path == "X")
  }

  @Test func `a file of a moved folder does not become the note of one that was removed`() async throws {
    // Given
    write("K/A.md", "")
    write("K/B.md", "")
    try await run()
    try await edit("A") { $0.tags = [NotesDomain.Tag("secret")].compactMap(\.self) }
    // When
    remove("K/A.md")
    try move("K/B.md", to: "L/B.md")
    let state = try await run()
    // Then
    #expect(state.renamed == 1 && state.trashed == 0 && state.missing == ["K/A.md"])
    #expect(try note("B").notebook.path == "L" && note("B").tags == [] && note("A").notebook.path == "K")
  }

  @Test func `equal files of one name are told apart by their folders`() async throws {
    // Given
    for folder in ["K/A", "K/B"] { write("\(folder)/Index.md", "index") }
    try await run()
    for note in fakes.repository.all {
      _ = try await fakes.repository.update(note.id) { $0.body += "\n\($0.notebook.path)" }
    }
    // When
    for folder in ["B", "A"] { try move("K/\(folder)/Index.md", to: "L/\(folder)/Index.md") }
    let state = try await run()
    // Then
    #expect(state.merged == 2 && state.added == 0)
    let bodies = Dictionary(uniqueKeysWithValues: fakes.repository.all.map { ($0.notebook.path, $0.body) })
    #expect(bodies == ["L/A": "index\nK/A", "L/B": "index\nK/B"])
  }

  @Test func `a moved file keeps its note beside a new file of equal content that is read long before`() async throws {
    // Given
    for number in 100..<701 { write("M/\(number).md", "\(number)") }
    write("Todo.md", "- [ ] todo")
    try await run()
    try await edit("Todo") { $0.body += "\nedited" }
    // When
    try move("Todo.md", to: "Y/Todo.md")
    write("A.md", "- [ ] todo")
    let state = try await run()
    // Then
    #expect(state.added == 1 && state.merged == 1 && state.trashed == 0)
    #expect(try note("Todo").body == "- [ ] todo\nedited" && note("A").body == "- [ ] todo")
  }

  @Test func `of several notes that differ by now, a file of another name is none`() async throws {
    // Given
    write("A.md", "todo")
    write("B.md", "todo")
    try await run()
    try await edit("A") { $0.body = "todo, edited" }
    // When
    remove("A.md")
    remove("B.md")
    write("C.md", "todo")
    let state = try await run(mirroring: false)
    // Then
    #expect(state.added == 1 && state.renamed == 0 && state.merged == 0 && state.missing == ["A.md", "B.md"])
    #expect(fakes.repository.all.map(\.body).sorted() == ["todo", "todo", "todo, edited"])
  }

  @Test func `of several notes that are as their files were, a file of another name is one`() async throws {
    write("A.md", "todo")
    write("B.md", "todo")
    try await run()
    remove("A.md")
    remove("B.md")
    write("C.md", "todo")
    let state = try await run()
    #expect(state.renamed == 1 && state.added == 0 && state.trashed == 1)
  }

  // MARK: Mirrors that ended early

  /// A note whose file a mirror wrote at its new place, and that is recorded at the former one, where a file still is.
  private func interruptMirror() async throws -> NoteID {
    let note = Note.sample(1, title: "One", body: "one", notebook: "K")
    await fakes.repository.insertSample(note)
    await fakes.repository.insertSample(.sample(2, title: "Two", body: "two"))
    try await mirror()
    let former = try #require(fakes.markdownFolder.documents(in: "/vault").first { $0.path == "K/One.md" })
    let record = try #require(try await fakes.repository.importRecords(of: [note.id]).first)
    _ = try await fakes.repository.update(note.id) { $0.notebook = Notebook("L") ?? .root }
    try await mirror()
    #expect(paths() == ["L/One.md", "Two.md"])
    let new = try await fakes.repository.importRecords(of: [note.id])
    try await fakes.repository.replaceImportRecords(new, with: [record])
    fakes.markdownFolder.add(former, in: "/vault")
    return note.id
  }

  @Test func `the file of an interrupted mirror is the note that it says, and the next mirror removes its remains`()
    async throws
  {
    // Given
    let id = try await interruptMirror()
    // When
    for _ in 0..<2 {
      let state = try await run()
      // Then
      #expect(state.unchanged == 3 && state.added == 0 && state.trashed == 0 && state.missing == [])
    }
    #expect(fakes.repository.all.count == 2)
    let state = try await mirror()
    #expect(state.edited == [] && paths() == ["L/One.md", "Two.md"])
    #expect(try await fakes.repository.importRecords(of: [id]).map(\.path) == ["L/One.md"])
    #expect(try await run().unchanged == 2)
  }

  @Test func `the file of an interrupted mirror that was changed since is a later version of its note`() async throws {
    // Given
    let id = try await interruptMirror()
    var document = try #require(fakes.markdownFolder.documents(in: "/vault").first { $0.path == "L/One.md" })
    document.body = "one, changed"
    fakes.markdownFolder.add(document, in: "/vault")
    // When
    let state = try await run()
    // Then
    #expect(state.updated == 1 && state.added == 0 && state.conflicting == 0)
    #expect(fakes.repository.all.first { $0.id == id }?.body == "one, changed" && fakes.repository.all.count == 2)
    #expect(try await run().added == 0)
  }

  @Test func `a copy of a recorded file is a note of its own, also where its note was moved`() async throws {
    // Given
    _ = try await interruptMirror()
    try await mirror()
    var copy = try #require(fakes.markdownFolder.documents(in: "/vault").first { $0.path == "L/One.md" })
    copy.path = "L/Copy.md"
    // When
    fakes.markdownFolder.add(copy, in: "/vault")
    // Then
    #expect(try await run().added == 1)
  }
}
