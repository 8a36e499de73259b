import NotesDomain
import NotesTestSupport
import NotesTransfer
import NotesViewModels
import Testing

@MainActor
@Suite struct ImportViewModelTests {
  private let fakes = Fakes()

  private func document(
    _ path: String, body: String, id: NoteID? = nil, base: Note? = nil, title: String? = nil,
    created: Timestamp? = nil
  ) -> MarkdownDocument {
    MarkdownDocument(
      path: path, id: id, base: base.map(ContentDigest.init(of:)), title: title, created: created,
      fileModified: FixedClock.start, body: body, digest: ContentDigest(value: 0))
  }

  private func run() async throws -> ImportState {
    let model = try viewModel(ImportViewModel.self, fakes)
    await model.importNotes(from: "/vault")
    return model.state
  }

  @Test func `files become notes, and folders notebooks`() async throws {
    fakes.markdownFolder.add(document("Kitchen/Bread/Rye.md", body: "# Rye bread\n"), in: "/vault")
    fakes.markdownFolder.add(document("Inbox.md", body: "no heading"), in: "/vault")
    let state = try await run()
    #expect(state.phase == .done && state.added == 2 && state.finished == 2)
    let notes = fakes.repository.all.sorted { $0.title < $1.title }
    #expect(notes.map(\.title) == ["Inbox", "Rye bread"])
    #expect(notes.map(\.notebook.path) == ["", "Kitchen/Bread"])
  }

  @Test func `a second run changes nothing`() async throws {
    fakes.markdownFolder.add(document("A.md", body: "a"), in: "/vault")
    _ = try await run()
    let before = fakes.repository.all
    let state = try await run()
    #expect(state.unchanged == 1 && state.added == 0)
    #expect(fakes.repository.all == before)
  }

  @Test func `a second run does not change notes that the user edited or deleted`() async throws {
    fakes.markdownFolder.add(document("A.md", body: "a"), in: "/vault")
    fakes.markdownFolder.add(document("B.md", body: "b"), in: "/vault")
    _ = try await run()
    for note in fakes.repository.all {
      _ = try await fakes.repository.update(note.id) { $0.trashed = FixedClock.start }
    }
    _ = try await fakes.repository.purge([fakes.repository.all[0].id])
    let before = fakes.repository.all
    let state = try await run()
    #expect(state.unchanged == 1 && state.purged.count == 1)
    #expect(fakes.repository.all == before)
  }

  @Test(arguments: [Int64.min, .max, 400_000_000_000_000])
  func `a file with a time beyond the year 9999 becomes a note with the nearest time that can be read again`(
    time: Int64
  ) async throws {
    var file = document("A.md", body: "a")
    file.fileModified = Timestamp(millisecondsSince1970: time)
    (file.created, file.trashed) = (file.fileModified, file.fileModified)
    fakes.markdownFolder.add(file, in: "/vault")
    _ = try await run()
    let note = try #require(fakes.repository.all.first)
    for time in [note.created, note.modified, note.trashed] {
      #expect(time == time.flatMap { Timestamp(iso8601: $0.iso8601) })
    }
  }

  @Test func `a changed file updates its note`() async throws {
    fakes.markdownFolder.add(document("A.md", body: "a"), in: "/vault")
    _ = try await run()
    fakes.markdownFolder.add(document("A.md", body: "a2"), in: "/vault")
    let state = try await run()
    #expect(state.updated == 1 && state.added == 0)
    #expect(fakes.repository.all.map(\.body) == ["a2"])
  }

  @Test func `when file and note both changed, both texts are kept`() async throws {
    fakes.markdownFolder.add(document("A.md", body: "a"), in: "/vault")
    _ = try await run()
    let id = fakes.repository.all[0].id
    _ = try await fakes.repository.update(id) { note in
      note.body = "mine"
      note.modified = Timestamp(millisecondsSince1970: note.modified.millisecondsSince1970 + 1)
    }
    fakes.markdownFolder.add(document("A.md", body: "theirs"), in: "/vault")
    let state = try await run()
    #expect(state.conflicting == 1)
    #expect(fakes.repository.all.map(\.body).sorted() == ["mine", "theirs"])
  }

  @Test(arguments: [0, -300_000])
  func `an edit on a device with a slow clock is kept beside the changed file`(milliseconds: Int64) async throws {
    // Given
    fakes.markdownFolder.add(document("A.md", body: "a"), in: "/vault")
    _ = try await run()
    // When: a merge with another change has the later time, the imported one.
    fakes.repository.change(fakes.repository.all[0].id) { note in
      note.body = "mine"
      note.modified.millisecondsSince1970 += milliseconds
    }
    fakes.markdownFolder.add(document("A.md", body: "theirs"), in: "/vault")
    let state = try await run()
    // Then
    #expect(state.conflicting == 1)
    #expect(fakes.repository.all.map(\.body).sorted() == ["mine", "theirs"])
  }

  @Test func `a note that was only pinned or dated anew is updated from its changed file`() async throws {
    // Given
    fakes.markdownFolder.add(document("A.md", body: "a"), in: "/vault")
    _ = try await run()
    fakes.repository.change(fakes.repository.all[0].id) { note in
      note.isPinned = true
      note.modified.millisecondsSince1970 += 1
    }
    // When
    fakes.markdownFolder.add(document("A.md", body: "a2"), in: "/vault")
    let state = try await run()
    // Then
    #expect(state.updated == 1)
    #expect(fakes.repository.all.map(\.body) == ["a2"])
  }

  @Test func `an exported file that was changed updates its note`() async throws {
    // Given
    let note = Note.sample(77, body: "exported")
    try await fakes.repository.insert([note])
    // When
    fakes.markdownFolder.add(document("A.md", body: "changed", id: note.id, base: note), in: "/vault")
    let state = try await run()
    // Then
    #expect(state.updated == 1)
    #expect(fakes.repository.all.map(\.body) == ["changed"])
  }

  @Test func `an edit since the export is kept beside the changed file, whatever the clocks say`() async throws {
    // Given
    let note = Note.sample(77, body: "exported")
    var edited = note
    edited.body = "mine"
    edited.modified.millisecondsSince1970 -= 300_000
    try await fakes.repository.insert([edited])
    // When
    fakes.markdownFolder.add(document("A.md", body: "theirs", id: note.id, base: note), in: "/vault")
    let state = try await run()
    // Then
    #expect(state.conflicting == 1)
    #expect(fakes.repository.all.map(\.body).sorted() == ["mine", "theirs"])
  }

  @Test func `a file of a note that says nothing about its base is kept beside the note`() async throws {
    // Given
    let note = Note.sample(77, body: "mine", modified: -10)
    try await fakes.repository.insert([note])
    // When
    fakes.markdownFolder.add(document("A.md", body: "theirs", id: note.id), in: "/vault")
    let state = try await run()
    // Then
    #expect(state.conflicting == 1)
    #expect(fakes.repository.all.map(\.body).sorted() == ["mine", "theirs"])
  }

  @Test func `a copied file with the same id becomes a new note`() async throws {
    let id = SequentialNoteIDGenerator.id(77)
    fakes.markdownFolder.add(document("A.md", body: "a", id: id), in: "/vault")
    fakes.markdownFolder.add(document("Copy of A.md", body: "changed in the copy", id: id), in: "/vault")
    let state = try await run()
    #expect(state.added == 2)
    #expect(fakes.repository.all.map(\.body).sorted() == ["a", "changed in the copy"])
    let again = try await run()
    #expect(again.unchanged == 2)
    #expect(fakes.repository.all.count == 2)
  }

  @Test func `a changed file does not restore its note from the trash`() async throws {
    fakes.markdownFolder.add(document("A.md", body: "a"), in: "/vault")
    _ = try await run()
    fakes.repository.change(fakes.repository.all[0].id) { note in
      note.trashed = FixedClock.start
      note.isPinned = true
    }
    fakes.markdownFolder.add(document("A.md", body: "a2"), in: "/vault")
    _ = try await run()
    #expect(fakes.repository.all.map(\.body) == ["a2"])
    #expect(fakes.repository.all.allSatisfy { $0.trashed != nil && $0.isPinned })
  }

  @Test func `a file with an id becomes the note with that id`() async throws {
    let id = SequentialNoteIDGenerator.id(77)
    fakes.markdownFolder.add(document("A.md", body: "a", id: id), in: "/vault")
    _ = try await run()
    #expect(fakes.repository.all.map(\.id) == [id])
  }

  @Test func `a moved folder is recognized`() async throws {
    fakes.markdownFolder.add(document("A.md", body: "a"), in: "/vault")
    _ = try await run()
    fakes.markdownFolder.add(document("A.md", body: "a"), in: "/elsewhere")
    let model = try viewModel(ImportViewModel.self, fakes)
    await model.importNotes(from: "/elsewhere")
    #expect(model.state.unchanged == 1)
    #expect(fakes.repository.all.count == 1)
  }

  @Test func `files of the same name in two folders are two notes`() async throws {
    fakes.markdownFolder.add(document("README.md", body: "one"), in: "/vault")
    fakes.markdownFolder.add(document("README.md", body: "two"), in: "/elsewhere")
    _ = try await run()
    let model = try viewModel(ImportViewModel.self, fakes)
    await model.importNotes(from: "/elsewhere")
    #expect(fakes.repository.all.map(\.body).sorted() == ["one", "two"])
  }

  @Test func `a malformed file is reported and the others are imported`() async throws {
    fakes.markdownFolder.add(document("A.md", body: "a"), in: "/vault")
    fakes.markdownFolder.add(problem: .notUTF8(offset: 3), at: "B.md", in: "/vault")
    let state = try await run()
    #expect(state.phase == .done && state.added == 1 && state.finished == 2)
    #expect(state.problems == [MarkdownFileError(path: "B.md", reason: .notUTF8(offset: 3))])
  }

  @Test func `more files than a batch holds are all imported`() async throws {
    for number in 0..<1201 { fakes.markdownFolder.add(document("\(number).md", body: "text \(number)"), in: "/vault") }
    let state = try await run()
    #expect(state.added == 1201 && state.total == 1201 && state.finished == 1201)
    #expect(fakes.repository.all.count == 1201)
  }

  @Test func `a missing folder is a failure`() async throws {
    #expect(try await run().phase == .failed(Failure(MarkdownFolderError.missing(path: "/vault"))))
  }

  @Test func `a failing store ends the import`() async throws {
    fakes.markdownFolder.add(document("A.md", body: "a"), in: "/vault")
    fakes.repository.failure = .diskFull(path: "/store")
    #expect(try await run().phase == .failed(Failure(StoreError.diskFull(path: "/store"))))
  }
}
