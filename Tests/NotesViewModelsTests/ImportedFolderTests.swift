import NotesDomain
import NotesTestSupport
import NotesTransfer
import NotesViewModels
import Synchronization
import Testing
import Wiring
import WiringMacros

@MainActor
@Suite("Folders that are imported again") struct ImportedFolderTests {
  private let fakes = Fakes()

  private func write(
    _ path: String, _ body: String, id: NoteID? = nil, modified: Timestamp? = nil, in folder: String = "/vault"
  ) {
    fakes.markdownFolder.add(
      MarkdownDocument(
        path: path, id: id, modified: modified, fileModified: FixedClock.start, body: body,
        digest: ContentDigest(value: 0)), in: folder)
  }

  private func remove(_ path: String) { fakes.markdownFolder.removeFile(path, in: "/vault") }

  @discardableResult
  private func run(
    _ path: String = "/vault", mirroring: Bool = false, restoringPurged: Bool = false
  ) async throws -> ImportState {
    let model = try viewModel(ImportViewModel.self, fakes)
    await model.importNotes(from: path, mirroring: mirroring, restoringPurged: restoringPurged)
    #expect(model.state.phase == .done)
    return model.state
  }

  /// Runs an import whose calls of the repository are intercepted.
  private func run(with interceptor: any Interceptor) async throws -> ImportState {
    let model = try Plan(ImportViewModel.self, modules: [ViewModelsModule(), TransferModule(), FakesModule(fakes)]) {
      overrides in
      overrides.replace(
        (any NoteRepository).self, with: InterceptedNoteRepository(fakes.repository, by: interceptor))
    }.buildOnMainActor().root
    await model.importNotes(from: "/vault")
    return model.state
  }

  private var notes: [Note] { fakes.repository.all }

  @Test func `the name of a file is kept where the heading is another, and the note is found by both`() async throws {
    write("2026-10-04.md", "# A Sunday\n")
    write("Bread.md", "# Bread\n")
    try await run()
    let notes = notes.sorted { $0.title < $1.title }
    #expect(notes.map(\.title) == ["A Sunday", "Bread"])
    #expect(notes.map(\.fileName) == ["2026-10-04", ""])
    #expect(notes[0].hasName(try #require(NoteName("2026-10-04"))))
  }

  @Test func `the file of the note of a day keeps its title when its heading changes, and not when it is renamed`()
    async throws
  {
    // Given
    write("2026-03-14.md", "# 2026-03-14\n")
    try await run()
    // When, then
    write("2026-03-14.md", "# 2026-03-14 rain\n")
    #expect(try await run().updated == 1)
    #expect(notes.map(\.title) == ["2026-03-14"] && notes.map(\.body) == ["# 2026-03-14 rain\n"])
    remove("2026-03-14.md")
    write("Rain.md", "# 2026-03-14 rain\n")
    #expect(try await run().renamed == 1)
    #expect(notes.map(\.title) == ["2026-03-14 rain"])
  }

  @Test func `a name that is longer than those of titles is kept, too`() async throws {
    let name = String(repeating: "世", count: 80)
    write(name + ".md", "no heading")
    try await run()
    #expect(notes.map(\.fileStem) == [name])
  }

  @Test func `a renamed file is the same note under another name`() async throws {
    // Given
    write("Green Twine.md", "no heading")
    write("Other.md", "other")
    try await run()
    let id = try #require(notes.first { $0.title == "Green Twine" }).id
    // When
    remove("Green Twine.md")
    write("Garden/Red Twine.md", "no heading")
    let state = try await run()
    // Then
    #expect(state.renamed == 1 && state.unchanged == 1 && state.added == 0 && state.missing == [])
    let note = try #require(notes.first { $0.id == id })
    #expect(note.title == "Red Twine" && note.notebook.path == "Garden" && notes.count == 2)
    #expect(try await run().unchanged == 2)
  }

  @Test func `a file that was renamed and changed is recognized by its id`() async throws {
    let id = SequentialNoteIDGenerator.id(77)
    write("A.md", "a", id: id)
    try await run()
    remove("A.md")
    write("B.md", "changed", id: id)
    let state = try await run()
    #expect(state.updated == 1 && state.missing == [])
    #expect(notes.map(\.body) == ["changed"] && notes.map(\.id) == [id])
  }

  @Test func `a later export of the same notes updates those that were not edited, wherever it is`() async throws {
    // Given
    let ids = [77, 78, 79].map(SequentialNoteIDGenerator.id)
    let (early, late) = (FixedClock.start + .seconds(1), FixedClock.start + .seconds(2))
    for (index, id) in ids.enumerated() { write("\(index).md", "first", id: id, modified: early) }
    try await run()
    _ = try await fakes.repository.update(ids[1]) { $0.body = "mine" }
    // When
    write("renamed.md", "second", id: ids[0], modified: late, in: "/later")
    write("1.md", "second", id: ids[1], modified: late, in: "/later")
    write("2.md", "older", id: ids[2], modified: FixedClock.start, in: "/later")
    let state = try await run("/later")
    // Then
    #expect(state.updated == 1 && state.conflicting == 2 && state.added == 0)
    let bodies = Dictionary(uniqueKeysWithValues: notes.map { ($0.id, $0.body) })
    #expect(ids.map { bodies[$0] } == ["second", "mine", "first"])
    #expect(try await run("/later").unchanged == 3)
  }

  @Test func `files that exchange their paths are the same notes by their ids`() async throws {
    // Given
    let ids = [77, 78].map(SequentialNoteIDGenerator.id)
    write("Bread 2.md", "two", id: ids[1])
    write("Bread.md", "one", id: ids[0])
    try await run()
    // When
    remove("Bread 2.md")
    write("Bread.md", "two, changed", id: ids[1])
    let state = try await run()
    // Then
    #expect(state.updated == 1 && state.conflicting == 0 && state.missing == [])
    let bodies = notes.sorted { $0.id < $1.id }.map(\.body)
    #expect(bodies == ["one", "two, changed"])
  }

  @Test func `a renamed file keeps the changes that were made to its note here`() async throws {
    // Given
    write("A.md", "# Title\ntext\n")
    try await run()
    _ = try await fakes.repository.update(notes[0].id) { $0.body = "# Title\ntext, and mine\n" }
    // When
    remove("A.md")
    write("B.md", "# Title\ntext\n")
    let state = try await run()
    // Then
    #expect(state.merged == 1)
    #expect(notes.map(\.fileName) == ["B"] && notes.map(\.body) == ["# Title\ntext, and mine\n"])
  }

  @Test(arguments: ["A.md", "Z.md"])
  func `a copy of a recorded file is a separate note`(copy: String) async throws {
    let id = SequentialNoteIDGenerator.id(77)
    write("Work/Plan.md", "plan", id: id)
    try await run()
    write(copy, "plan", id: id)
    let state = try await run()
    #expect(state.added == 1 && state.unchanged == 1 && state.merged == 0)
    #expect(notes.first { $0.id == id }?.notebook.path == "Work" && notes.count == 2)
    remove(copy)
    #expect(try await run(mirroring: true).trashed == 1)
    #expect(notes.first { $0.id == id }?.trashed == nil)
  }

  @Test func `of two files with one id, that at the path of the note is the note's`() async throws {
    let note = Note.sample(77, title: "Plan", body: "plan", notebook: "Work")
    try await fakes.repository.insert([note])
    write("Copy.md", "plan", id: note.id)
    write("Work/Plan.md", "plan", id: note.id)
    #expect(try await run().added == 1)
    #expect(notes.first { $0.id == note.id }?.notebook.path == "Work")
  }

  @Test func `files that are the notes already are recorded, so that their deletion is noticed`() async throws {
    let notes = [Note.sample(77, title: "A", body: "a"), .sample(78, title: "B", body: "b")]
    try await fakes.repository.insert(notes)
    write("A.md", "a", id: notes[0].id)
    write("B.md", "b", id: notes[1].id)
    #expect(try await run().unchanged == 2)
    remove("A.md")
    #expect(try await run(mirroring: true).trashed == 1)
  }

  @Test func `files of a folder that was moved are recorded, so that their renaming is noticed`() async throws {
    write("A.md", "a")
    write("B.md", "b")
    try await run()
    fakes.markdownFolder.move("/vault", to: "/moved")
    #expect(try await run("/moved").unchanged == 2)
    fakes.markdownFolder.removeFile("A.md", in: "/moved")
    fakes.markdownFolder.removeFile("B.md", in: "/moved")
    fakes.markdownFolder.add(
      MarkdownDocument(
        path: "A2.md", fileModified: FixedClock.start, body: "a", digest: ContentDigest(value: 0)), in: "/moved")
    let state = try await run("/moved", mirroring: true)
    #expect(state.renamed == 1 && state.added == 0 && state.trashed == 1)
  }

  @Test func `a deleted file is reported, and its note kept`() async throws {
    write("A.md", "a")
    write("B.md", "b")
    try await run()
    remove("A.md")
    for _ in 0..<2 {
      let state = try await run()
      #expect(state.missing == ["A.md"] && state.trashed == 0)
    }
    #expect(notes.allSatisfy { $0.trashed == nil })
  }

  @Test func `a mirror moves the notes of deleted files to the trash, except changed ones, as one change`() async throws
  {
    // Given
    for name in ["A", "B", "C"] { write("\(name).md", name) }
    try await run()
    let ids = Dictionary(uniqueKeysWithValues: notes.map { ($0.title, $0.id) })
    _ = try await fakes.repository.update(try #require(ids["B"])) { $0.body = "mine" }
    // When
    remove("A.md")
    remove("B.md")
    let state = try await run(mirroring: true)
    // Then
    #expect(state.trashed == 1 && state.missing == ["B.md"])
    #expect(notes.filter { $0.trashed != nil }.map(\.id) == [ids["A"]])
  }

  @Test func `an empty folder moves nothing to the trash`() async throws {
    write("A.md", "a")
    try await run()
    remove("A.md")
    let state = try await run(mirroring: true)
    #expect(state.trashed == 0 && state.missing == ["A.md"])
  }

  @Test func `a part of an imported folder is imported as that part`() async throws {
    // Given
    write("Kitchen/Bread.md", "bread")
    write("Tea.md", "tea")
    try await run()
    // When
    write("Kitchen/Bread.md", "changed")
    write("Kitchen/Rye.md", "rye")
    fakes.markdownFolder.add(
      MarkdownDocument(
        path: "Bread.md", fileModified: FixedClock.start, body: "changed", digest: ContentDigest(value: 0)),
      in: "/vault/Kitchen")
    let state = try await run("/vault/Kitchen")
    // Then
    #expect(state.total == 1 && state.updated == 1 && state.missing == [])
    #expect(notes.map(\.notebook.path).sorted() == ["", "Kitchen"])
  }

  @Test func `files of one name in imported parts stay their own notes when the whole is imported`() async throws {
    // Given
    for part in ["Garden", "Kitchen"] {
      fakes.markdownFolder.add(
        MarkdownDocument(
          path: "Index.md", fileModified: FixedClock.start, body: "of \(part)", digest: ContentDigest(value: 0)),
        in: "/vault/\(part)")
      try await run("/vault/\(part)")
    }
    let before = Dictionary(uniqueKeysWithValues: notes.map { ($0.body, $0.id) })
    // When
    write("Garden/Index.md", "of Garden")
    write("Kitchen/Index.md", "of Kitchen, changed")
    let state = try await run()
    // Then
    #expect(state.updated == 1 && state.unchanged == 1 && notes.count == 2)
    #expect(notes.first { $0.id == before["of Garden"] }?.body == "of Garden")
    #expect(notes.first { $0.id == before["of Kitchen"] }?.body == "of Kitchen, changed")
  }

  @Test func `a single file is imported by itself, again when it changes, and as part of its folder later`()
    async throws
  {
    // Given
    write("Kitchen/Bread.md", "bread")
    fakes.markdownFolder.add(
      MarkdownDocument(
        path: "Bread.md", fileModified: FixedClock.start, body: "bread", digest: ContentDigest(value: 0)),
      in: "/vault/Kitchen")
    #expect(try await run("/vault/Kitchen/Bread.md").added == 1)
    #expect(try await run("/vault/Kitchen/Bread.md").unchanged == 1)
    // Then the folder was not imported, so that one inside of it is not a part of it.
    fakes.markdownFolder.add(
      MarkdownDocument(path: "Rye.md", fileModified: FixedClock.start, body: "rye", digest: ContentDigest(value: 0)),
      in: "/vault/Kitchen/Old")
    try await run("/vault/Kitchen/Old")
    #expect(notes.map(\.notebook.path) == ["", ""])
    // When
    write("Kitchen/Bread.md", "changed")
    let state = try await run()
    // Then
    #expect(state.updated == 1 && state.added == 0 && notes.count == 2)
    #expect(notes.contains { $0.body == "changed" && $0.notebook.path == "Kitchen" })
  }

  @Test func `changes of a file and of its note in other lines are merged`() async throws {
    // Given
    write("A.md", "# A\none\ntwo\nthree\n")
    try await run()
    _ = try await fakes.repository.update(notes[0].id) { $0.body = "# A\none, mine\ntwo\nthree\n" }
    // When
    write("A.md", "# A\none\ntwo\nthree, theirs\n")
    let state = try await run()
    // Then
    #expect(state.merged == 1 && state.conflicting == 0)
    #expect(notes.map(\.body) == ["# A\none, mine\ntwo\nthree, theirs\n"])
    #expect(try await run().unchanged == 1)
  }

  @Test func `a file that changes again after a merge is merged again`() async throws {
    write("A.md", "# A\none\ntwo\nthree\n")
    try await run()
    _ = try await fakes.repository.update(notes[0].id) { $0.body = "# A\none, mine\ntwo\nthree\n" }
    write("A.md", "# A\none\ntwo\nthree, theirs\n")
    try await run()
    write("A.md", "# A\none\ntwo\nthree, theirs again\n")
    let state = try await run()
    #expect(state.merged == 1)
    #expect(notes.map(\.body) == ["# A\none, mine\ntwo\nthree, theirs again\n"])
  }

  @Test func `changes of the same line become a conflict, which is listed`() async throws {
    // Given
    write("A.md", "line\n")
    try await run()
    let id = notes[0].id
    _ = try await fakes.repository.update(id) { $0.body = "mine\n" }
    // When
    write("A.md", "theirs\n")
    let state = try await run()
    // Then
    let conflict = try #require(try await fakes.repository.conflicts().first)
    #expect(state.conflicting == 1 && conflict.note == id)
    #expect(conflict.base?.body == "line\n" && conflict.ours.body == "theirs\n" && conflict.theirs.body == "mine\n")
    #expect(try await run().unchanged == 1)
  }

  @Test func `a renamed file whose note changes while it is compared is still the same note`() async throws {
    // Given
    write("A.md", "# A\none\n")
    write("Other.md", "other")
    try await run()
    let id = try #require(notes.first { $0.title == "A" }).id
    remove("A.md")
    write("B.md", "# A\none\n")
    // When
    let state = try await run(with: Intruder(fakes.repository, note: id) { $0.body = "# A\none, mine\n" })
    // Then
    #expect(state.merged == 1 && state.added == 0 && state.missing == [])
    #expect(notes.first { $0.id == id }?.fileName == "B" && notes.count == 2)
  }

  @Test func `a moved folder reads each of its notes once for comparison, however many they are`() async throws {
    // Given
    let count = 1200
    for number in 0..<count { write("Old/\(number).md", "text \(number)") }
    try await run()
    // When
    for number in 0..<count {
      remove("Old/\(number).md")
      write("New/\(number).md", "text \(number)")
    }
    let counter = NoteCounter()
    let state = try await run(with: counter)
    // Then
    #expect(state.renamed == count && state.missing == [])
    #expect(counter.count == count)
  }

  @Test(arguments: [true, false])
  func `a moved folder of equal files reads each of its notes twice, however many they are`(
    areNamed: Bool
  ) async throws {
    // Given
    let count = 1200
    for number in 0..<count { write("Old/\(number).md", "") }
    try await run()
    // When
    for number in 0..<count {
      remove("Old/\(number).md")
      write(areNamed ? "New/\(number).md" : "New/\(number) too.md", "")
    }
    let counter = NoteCounter()
    let state = try await run(with: counter)
    // Then
    #expect(state.renamed == count && state.added == 0 && state.missing == [])
    #expect(counter.count == 2 * count)
  }

  @Test func `a note that changes while it is compared is compared again`() async throws {
    // Given
    write("A.md", "# A\none\ntwo\nthree\n")
    try await run()
    let id = notes[0].id
    write("A.md", "# A\none\ntwo\nthree, theirs\n")
    // When
    let intruder = Intruder(fakes.repository, note: id) { $0.body = "# A\none, mine\ntwo\nthree\n" }
    let state = try await run(with: intruder)
    // Then
    #expect(state.merged == 1 && state.updated == 0)
    #expect(notes.map(\.body) == ["# A\none, mine\ntwo\nthree, theirs\n"])
  }
}

/// A change of a note by another process, just before the import stores it.
private final class Intruder: Interceptor {
  private let repository: InMemoryNoteRepository
  private let note: NoteID
  private let change: @Sendable (inout Note) -> Void
  private let isDone = Mutex(false)

  init(_ repository: InMemoryNoteRepository, note: NoteID, change: @escaping @Sendable (inout Note) -> Void) {
    (self.repository, self.note, self.change) = (repository, note, change)
  }

  func intercept<Result, Failure: Error>(
    _ call: InterceptedCall, _ proceed: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try proceed()
  }

  func intercept<Result, Failure: Error>(
    _ call: InterceptedCall, _ proceed: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let isFirst = isDone.withLock { isDone in
      defer { isDone = isDone || call.description.contains("store") }
      return !isDone && call.description.contains("store")
    }
    if isFirst { repository.change(note, change) }
    return try await proceed()
  }
}

/// The number of notes that an import reads by their identifiers.
private final class NoteCounter: Interceptor {
  private let notes = Mutex(0)

  var count: Int { notes.withLock { $0 } }

  func intercept<Result, Failure: Error>(
    _ call: InterceptedCall, _ proceed: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try proceed()
  }

  func intercept<Result, Failure: Error>(
    _ call: InterceptedCall, _ proceed: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    if let ids = call.arguments.first?.value as? [NoteID] { notes.withLock { $0 += ids.count } }
    return try await proceed()
  }
}
