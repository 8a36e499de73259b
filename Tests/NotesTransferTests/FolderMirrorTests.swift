import NotesDomain
import NotesTestSupport
import Synchronization
import Testing
import Wiring

@testable import NotesTransfer

@Suite("A folder and the notes, kept in step") struct FolderMirrorTests {
  private let fakes = Fakes(notes: [
    .sample(1, title: "Bread", body: "flour\nwater\nsalt"), .sample(2, title: "Tea", body: "tea"),
  ])

  private func mirror(_ settings: FolderMirror.Settings = FolderMirror.Settings()) throws -> FolderMirror {
    try Plan(FolderMirror.self, modules: [TransferModule(), FakesModule(fakes)]) { overrides in
      overrides.replace(FolderMirror.Settings.self, with: settings)
    }.build().root
  }

  /// Runs rounds until both sides agree. Returns the rounds.
  @discardableResult
  private func once(acceptingDeletions: Bool = false) async throws -> [MirrorRound] {
    let rounds = Mutex<[MirrorRound]>([])
    try await mirror().run("/vault", once: true, acceptingDeletions: acceptingDeletions) { round in
      rounds.withLock { $0.append(round) }
    }
    return rounds.withLock { $0 }
  }

  private func edit(_ path: String, _ change: (inout String) -> Void) throws {
    var document = try #require(fakes.markdownFolder.documents(in: "/vault").first { $0.path == path })
    change(&document.body)
    fakes.markdownFolder.add(document, in: "/vault")
  }

  private func body(of path: String) -> String? {
    fakes.markdownFolder.documents(in: "/vault").first { $0.path == path }?.body
  }

  private func note(_ number: UInt64) async throws -> Note? {
    try await fakes.repository.notes([SequentialNoteIDGenerator.id(number)]).first
  }

  private func trash(_ numbers: some Sequence<UInt64>) {
    for number in numbers {
      fakes.repository.change(SequentialNoteIDGenerator.id(number)) { $0.trashed = FixedClock.start }
    }
  }

  @Test func `a missing folder is created with the notes`() async throws {
    try await once()
    #expect(fakes.markdownFolder.documents(in: "/vault").map(\.path) == ["Bread.md", "Tea.md"])
  }

  @Test func `a second round with nothing new writes nothing`() async throws {
    try await once()
    let rounds = try await once()
    #expect(rounds.count == 1 && rounds[0].imported.unchanged == 2 && rounds[0].exported.unchanged == 2)
  }

  @Test func `changes of other lines on both sides are merged, and are on both`() async throws {
    // Given
    try await once()
    // When
    try edit("Bread.md") { $0 = "rye flour\nwater\nsalt" }
    fakes.repository.change(SequentialNoteIDGenerator.id(1)) { $0.body = "flour\nwater\nsalt\nyeast" }
    try await once()
    // Then
    #expect(body(of: "Bread.md") == "rye flour\nwater\nsalt\nyeast")
    #expect(try await note(1)?.body == "rye flour\nwater\nsalt\nyeast")
  }

  @Test func `changes of the same line are both kept`() async throws {
    try await once()
    try edit("Tea.md") { $0 = "green tea" }
    fakes.repository.change(SequentialNoteIDGenerator.id(2)) { $0.body = "black tea" }
    try await once()
    let bodies = Set(fakes.markdownFolder.documents(in: "/vault").map(\.body))
    #expect(bodies.contains("green tea") && bodies.contains("black tea"))
  }

  @Test func `the note of a file that stays away goes to the trash, after a second look`() async throws {
    try await once()
    fakes.markdownFolder.removeFile("Tea.md", in: "/vault")
    let rounds = try await once()
    #expect(rounds.map(\.isIncomplete) == [true, false])
    #expect(rounds.last?.imported.trashed == 1)
    #expect(try await note(2)?.trashed != nil)
    #expect(body(of: "Tea.md") == nil)
  }

  @Test func `a file that is back at the second look leaves its note alone`() async throws {
    // Given
    try await once()
    let document = try #require(fakes.markdownFolder.documents(in: "/vault").first { $0.path == "Tea.md" })
    fakes.markdownFolder.removeFile("Tea.md", in: "/vault")
    // When
    let folder = fakes.markdownFolder
    try await mirror().run("/vault", once: true) { round in
      if round.isIncomplete { folder.add(document, in: "/vault") }
    }
    // Then
    #expect(try await note(2)?.trashed == nil)
    #expect(body(of: "Tea.md") == "tea")
  }

  @Test func `the file of a note in the trash is removed`() async throws {
    try await once()
    trash([2])
    #expect(try await once().last?.exported.removed == 1)
    #expect(fakes.markdownFolder.documents(in: "/vault").map(\.path) == ["Bread.md"])
  }

  @Test func `an empty folder stops it, and nothing is changed`() async throws {
    try await once()
    for path in ["Bread.md", "Tea.md"] { fakes.markdownFolder.removeFile(path, in: "/vault") }
    await #expect(throws: MirrorError.emptyFolder(path: "/vault", files: 2)) {
      try await once(acceptingDeletions: true)
    }
    #expect(try await note(1)?.trashed == nil)
    #expect(fakes.markdownFolder.documents(in: "/vault").isEmpty)
  }

  @Test func `a folder that was mirrored and is gone is not made again`() async throws {
    try await once()
    fakes.markdownFolder.move("/vault", to: "/elsewhere")
    await #expect(throws: MarkdownFolderError.missing(path: "/vault")) { try await once() }
  }

  @Test(arguments: [false, true])
  func `many files that are gone stop it, unless that was accepted`(isAccepted: Bool) async throws {
    // Given
    try await fakes.repository.insert((10..<50).map { .sample($0, title: "Note \($0)", body: "\($0)") })
    try await once()
    // When
    for number in 10..<35 { fakes.markdownFolder.removeFile("Note \(number).md", in: "/vault") }
    // Then
    if isAccepted {
      #expect(try await once(acceptingDeletions: true).last?.imported.trashed == 25)
    } else {
      await #expect(throws: MirrorError.missingFiles(path: "/vault", count: 25, total: 42)) { try await once() }
      #expect(try await note(10)?.trashed == nil)
      #expect(body(of: "Note 10.md") == nil)
    }
  }

  @Test(arguments: [false, true])
  func `many notes that are gone stop it, unless that was accepted`(isAccepted: Bool) async throws {
    // Given
    try await fakes.repository.insert((10..<50).map { .sample($0, title: "Note \($0)", body: "\($0)") })
    try await once()
    // When
    trash(10..<35)
    // Then
    if isAccepted {
      #expect(try await once(acceptingDeletions: true).last?.exported.removed == 25)
    } else {
      await #expect(throws: MirrorError.removedNotes(path: "/vault", count: 25, total: 42)) { try await once() }
      #expect(body(of: "Note 10.md") == "10")
    }
  }

  @Test func `many notes that move to another notebook do not stop it`() async throws {
    try await fakes.repository.insert((10..<50).map { .sample($0, title: "Note \($0)", body: "\($0)") })
    try await once()
    for number in UInt64(10)..<50 {
      fakes.repository.change(SequentialNoteIDGenerator.id(number)) { $0.notebook = Notebook("Moved") ?? .root }
    }
    #expect(try await once().last?.exported.removed == 40)
    #expect(body(of: "Moved/Note 10.md") == "10")
  }

  @Test func `what goes while a deletion is carried out is a question of its own`() async throws {
    // Given
    try await fakes.repository.insert((10..<50).map { .sample($0, title: "Note \($0)", body: "\($0)") })
    try await once()
    fakes.markdownFolder.removeFile("Tea.md", in: "/vault")
    // When
    let folder = fakes.markdownFolder
    await #expect(throws: MirrorError.missingFiles(path: "/vault", count: 26, total: 42)) {
      try await mirror().run("/vault", once: true) { round in
        guard round.isIncomplete else { return }
        for number in 10..<35 { folder.removeFile("Note \(number).md", in: "/vault") }
      }
    }
    // Then
    #expect(try await note(2)?.trashed != nil)
    #expect(try await note(10)?.trashed == nil)
  }

  @Test func `many deletions in small steps are a question, too`() async throws {
    // Given
    try await fakes.repository.insert((10..<50).map { .sample($0, title: "Note \($0)", body: "\($0)") })
    try await once()
    fakes.markdownFolder.removeFile("Tea.md", in: "/vault")
    // When
    let folder = fakes.markdownFolder
    let next = Mutex(10)
    await #expect(throws: MirrorError.self) {
      try await mirror().run("/vault", once: true) { round in
        guard round.isIncomplete else { return }
        let first = next.withLock { next in
          next += 4
          return next - 4
        }
        for number in first..<first + 4 { folder.removeFile("Note \(number).md", in: "/vault") }
      }
    }
    // Then
    let notes = try await fakes.repository.page(after: nil, limit: 100)
    #expect(notes.count { $0.trashed != nil } <= FolderMirror.Settings().deletions)
  }

  /// Brings the folder in step after an import that saw other files.
  private func export(restoring paths: [String] = []) async throws -> ExportReport {
    let exporter = try Plan(FolderExporter.self, modules: [TransferModule(), FakesModule(fakes)]).build().root
    let restored = Set(paths.map(PathKey.init))
    return try await exporter.mirror(to: "/vault", after: PrecedingImport(restored: restored) { _, _ in true })
  }

  @Test func `a file that goes between the import and the export is not written again`() async throws {
    // Given
    try await once()
    fakes.markdownFolder.removeFile("Tea.md", in: "/vault")
    // When
    let report = try await export()
    // Then
    #expect(report.heldBack == ["Tea.md"] && report.unchanged == 1)
    #expect(body(of: "Tea.md") == nil)
  }

  @Test func `a file is written again if its note was changed since, as the import says`() async throws {
    try await once()
    fakes.markdownFolder.removeFile("Tea.md", in: "/vault")
    #expect(try await export(restoring: ["Tea.md"]).heldBack == [])
    #expect(body(of: "Tea.md") == "tea")
  }

  @Test func `the note of a deleted file that was changed here has its file again`() async throws {
    try await once()
    fakes.markdownFolder.removeFile("Tea.md", in: "/vault")
    fakes.repository.change(SequentialNoteIDGenerator.id(2)) { $0.body = "green tea" }
    try await once()
    #expect(body(of: "Tea.md") == "green tea")
    #expect(try await note(2)?.trashed == nil)
  }

  @Test func `a folder that goes between the import and the export is not made again`() async throws {
    try await once()
    fakes.markdownFolder.move("/vault", to: "/elsewhere")
    await #expect(throws: MarkdownFolderError.missing(path: "/vault")) { try await export() }
    #expect(fakes.markdownFolder.documents(in: "/vault").isEmpty)
  }

  @Test func `a first mirror that ended after it announced its files is completed`() async throws {
    // Given
    fakes.markdownFolder.addFolder("/vault")
    let notes = try await fakes.repository.page(after: nil, limit: 10)
    try await fakes.repository.replaceImportRecords(
      [],
      with: notes.map {
        ImportRecord(directory: "/vault", path: $0.title + ".md", announcing: ContentDigest(value: 1), of: $0)
      })
    // When
    let rounds = try await once()
    // Then
    #expect(rounds.count == 1)
    #expect(fakes.markdownFolder.documents(in: "/vault").map(\.path) == ["Bread.md", "Tea.md"])
  }

  @Test func `a path that cannot be written is left out, the others are written, and it rests`() async throws {
    // Given
    fakes.repository.change(SequentialNoteIDGenerator.id(1)) { $0.notebook = Notebook("Work") ?? .root }
    fakes.markdownFolder.addFile("Work", in: "/vault")
    // When
    let report = try await once().last?.exported
    // Then
    #expect(report?.unwritable.map(\.path) == ["Work/Bread.md"])
    #expect(body(of: "Tea.md") == "tea")
    // When
    let records = try await fakes.repository.importedFiles(of: "/vault", after: nil, limit: 10)
    try await once()
    // Then
    #expect(try await fakes.repository.importedFiles(of: "/vault", after: nil, limit: 10) == records)
  }

  @Test func `a note whose path is a folder is left alone, and is not announced`() async throws {
    fakes.markdownFolder.addFolder("/vault")
    fakes.markdownFolder.addFolder("/vault/Tea.md")
    #expect(try await once().last?.exported.edited == ["Tea.md"])
    let records = try await fakes.repository.importedFiles(of: "/vault", after: nil, limit: 10)
    #expect(records.map(\.path) == ["Bread.md"])
  }

  @Test func `a part of an imported folder is refused`() async throws {
    // Given
    let importer = try Plan(FolderImporter.self, modules: [TransferModule(), FakesModule(fakes)]).build().root
    fakes.markdownFolder.addFolder("/vault/inner")
    fakes.markdownFolder.add(
      MarkdownDocument(path: "inner/A.md", fileModified: FixedClock.start, body: "a", digest: ContentDigest(value: 0)),
      in: "/vault")
    try await importer.importNotes(from: "/vault")
    // When, then
    await #expect(throws: MirrorError.inside(path: "/vault/inner", outer: "/vault")) {
      try await mirror().run("/vault/inner", once: true) { _ in }
    }
  }

  @Test func `a deleted file that another mirrored folder has, too, is there again, and is named`() async throws {
    // Given
    try await once()
    let exporter = try Plan(FolderExporter.self, modules: [TransferModule(), FakesModule(fakes)]).build().root
    try await exporter.mirror(to: "/backup")
    // When
    fakes.markdownFolder.removeFile("Tea.md", in: "/vault")
    let rounds = try await once()
    // Then
    #expect(rounds.last?.imported.elsewhere.map(\.path) == ["Tea.md"])
    #expect(body(of: "Tea.md") == "tea")
    #expect(try await note(2)?.trashed == nil)
  }

  @Test func `it goes on after a change of a file, and after one of a note, until it is cancelled`() async throws {
    // Given
    let rounds = Mutex(0)
    let (told, tell) = AsyncStream.makeStream(of: Int.self)
    let mirror = try mirror()
    let running = Task {
      try await mirror.run("/vault") { _ in
        tell.yield(
          rounds.withLock { rounds in
            rounds += 1
            return rounds
          })
      }
    }
    var round = told.makeAsyncIterator()
    _ = await round.next()
    // When
    try edit("Tea.md") { $0 = "green tea" }
    fakes.folderObserver.tell()
    // Then
    while try await note(2)?.body != "green tea" { _ = await round.next() }
    // When
    fakes.repository.change(SequentialNoteIDGenerator.id(1)) { $0.body = "bread" }
    // Then
    while body(of: "Bread.md") != "bread" { _ = await round.next() }
    running.cancel()
    try await running.value
  }

  @Test func `it comes to rest after its own changes`() async throws {
    // Given
    let rounds = Mutex(0)
    let mirror = try mirror()
    let running = Task { try await mirror.run("/vault") { _ in rounds.withLock { $0 += 1 } } }
    // When
    var (count, last) = (0, -1)
    for _ in 0..<200 where count == 0 || count != last {
      last = count
      for _ in 0..<2_000 { await Task.yield() }
      count = rounds.withLock { $0 }
    }
    // Then
    #expect(count > 0 && count == last)
    running.cancel()
    try await running.value
  }

  @Test func `signals before the consumer asks are one, and a wait ends at its limit`() async {
    let (signals, clock) = (ChangeSignals(), ManualClock())
    signals.tell()
    signals.tell()
    #expect(await signals.next(within: nil, on: clock))
    #expect(await !signals.next(within: .seconds(1), on: clock))
  }

  @Test func `a burst of signals is no pause, and a pause without one is its end`() async {
    // Given
    let (signals, clock) = (ChangeSignals(), ManualClock(suspending: { _ in true }))
    let waiting = Task {
      await signals.waitForPause(of: .milliseconds(150), atMost: .seconds(2), on: clock)
      return clock.now.offset
    }
    // When
    for _ in 0..<50 {
      await clock.waitForSleeper()
      signals.tell()
    }
    await clock.waitForSleeper()
    clock.advance(by: .milliseconds(150))
    // Then
    #expect(await waiting.value == .milliseconds(150))
  }
}
