import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesCLI

@MainActor
@Suite struct HistoryCommandTests {
  private let fakes = Fakes(notes: [
    .sample(
      99, title: "Tea", body: "# Tea\n\n" + (1...9).map { "step \($0)\n" }.joined(), tags: ["green"], modified: -9)
  ])

  /// Runs the program as a new process, a minute after the last run.
  @discardableResult
  private func run(_ arguments: String..., on traits: StreamTraits = StreamTraits()) async -> Program.Run {
    fakes.wallClock.advance(by: .seconds(60))
    fakes.repository.beginRun()
    return await Program(fakes: fakes, traits: traits).run(arguments)
  }

  /// Records an edit, an added note, a trashed note, a sync, and an undo.
  private func recordHistory() async throws {
    fakes.repository.beginRun()
    _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(99)) { note in
      note.body = note.body.replacing("step 5", with: "three minutes\nstir")
      note.tags = []
    }
    fakes.wallClock.advance(by: .seconds(60))
    fakes.repository.beginRun()
    try await fakes.repository.insert([.sample(1, title: "Rye \u{1B}[2J bread")])
    await run("delete", reference(99))
    fakes.wallClock.advance(by: .seconds(60))
    fakes.repository.beginRun()
    try await fakes.repository.write { transaction throws(StoreError) in
      for number in 4...8 as ClosedRange<UInt64> {
        let note = Note.sample(number, title: "From elsewhere \(number)")
        try transaction.save(SyncItem(revision: Revision(1), base: note, local: note), for: note.id)
      }
    }
    await run("undo")
  }

  @Test func `the store's history has a line for each command, newest first`() async throws {
    try await recordHistory()
    try expectGolden(await run("history").output, named: "history")
    try expectGolden(await run("history", "--json", "--limit", "2").output, named: "history-json")
    #expect(await run("history", "-n1").output == run("history", "--limit", "1").output)
    let screen = StreamTraits(isTerminal: true, hasColor: true, width: 60)
    let terminal = await run("history", on: screen)
    try expectGolden(terminal.output + terminal.error, named: "history-terminal")
  }

  @Test func `a note's history has a line for each version`() async throws {
    try await recordHistory()
    try expectGolden(await run("history", reference(99)).output, named: "history-note")
    try expectGolden(
      await run("history", reference(99), "--jsonl", "--fields", "number,made,kind,undoOf,merged").output,
      named: "history-note-jsonl")
    let terminal = await run("history", reference(99), on: StreamTraits(isTerminal: true))
    #expect(terminal.error == "Show one: notesctl diff \(reference(99).dropLast()) --to 5\n")
  }

  @Test func `without a history it says so`() async {
    let run = await Program().run("history")
    #expect(run.status == .success && run.output.isEmpty && run.error == "No history yet.\n")
    #expect(await Program().run("history", "--json").output == "[]\n")
    #expect(await Program().run("history", "--limit", "-1").status == .usage)
    #expect(await Program().run("history", reference(1)).status == .noInput)
  }

  @Test func `two versions are shown with their differences`() async throws {
    try await recordHistory()
    try expectGolden(await run("diff", reference(99), "--to", "1").output, named: "diff")
    try expectGolden(await run("diff", reference(99), "--to", "1", "--json").output, named: "diff-json")
    try expectGolden(await run("diff", reference(99)).output, named: "diff-fields")
    let screen = StreamTraits(isTerminal: true, hasColor: true, width: 60)
    try expectGolden(await run("diff", reference(99), "--to", "1", on: screen).output, named: "diff-terminal")
  }

  @Test(arguments: [("more", "  + more\n"), ("", "  only the line ending of the last line differs\n")])
  func `a line that only gains a line ending is not shown as changed`(added: String, shown: String) async throws {
    let fakes = Fakes(notes: [.sample(1, title: "Tea", body: "green\nblack")])
    _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(1)) { $0.body += "\n" + added }
    let output = await Program(fakes: fakes).run("diff", reference(1)).output
    #expect(output.hasSuffix("\n\n    green\n    black\n" + shown))
  }

  @Test func `a carriage return at the end of a line is shown`() async throws {
    let fakes = Fakes(notes: [.sample(1, title: "Tea", body: "green\r\nblack\r\n")])
    _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(1)) { $0.body = "green\nblack\r\n" }
    let output = await Program(fakes: fakes).run("diff", reference(1)).output
    #expect(output.hasSuffix("\n\n  - green^M\n  + green\n    black^M\n"))
  }

  @Test func `a number without a version of the note is rejected`() async throws {
    try await recordHistory()
    let failure = await run("diff", reference(99), "--from", "2")
    #expect(failure.status == .noInput)
    #expect(
      failure.error == """
        notesctl: the note has no version 2
          numbers are the first column of: notesctl history ID

        """)
    #expect(await run("diff", reference(99), "--from", "1", "--to", "1").error == "The two versions are identical.\n")
  }

  @Test func `undo reports the undone notes and the command that redoes them`() async throws {
    await run("add", "Rye")
    let undone = await run("undo")
    #expect(undone.status == .success && undone.output.isEmpty)
    #expect(undone.error == "Undid 1: “Rye”.  Undo: notesctl undo 2\n")
    #expect(await run("undo", "2").error == "Undid 2: “Rye”.  Undo: notesctl undo 3\n")
    #expect(fakes.repository.all.count { $0.trashed == nil } == 2)
  }

  @Test func `a dry run prints the changes`() async throws {
    try await recordHistory()
    await run("archive", reference(99))
    let dry = await run("undo", "1", "-n")
    #expect(dry.output == "\(reference(99))  Tea: text +1 −2, tags\n")
    #expect(dry.error == "Dry run; nothing was changed.  Run: notesctl undo 1\n")
    #expect(await run("undo", "3", "-n").status == .data)
    #expect(await run("undo", "2", "--dry-run").output.hasSuffix("  Rye ^[[2J bread: is moved to the trash\n"))
  }

  @Test func `an undo that later changes prevent exits with status 65 and names the notes`() async throws {
    await run("add", "Rye")
    let note = try #require(fakes.repository.all.first)
    await run("append", note.id.description, "flour")
    let refused = await run("undo", "1")
    #expect(refused.status == .data)
    #expect(
      refused.error == """
        notesctl: cannot undo change 1: these notes have changed in the same places since, or would be too large; nothing was changed
          \(note.id.description)  Rye
          see the later changes: notesctl history \(note.id.description)

        """)
    await run("undo")
    let again = await run("undo", "2")
    #expect(again.status == .data)
    #expect(
      again.error == "notesctl: change 2 was already undone by change 3\n  redo it: notesctl undo 3\n")
    await run("undo", "3")
    #expect(
      await run("undo", "2").error
        == "notesctl: change 2 was undone, and redone by change 4\n  undo it again: notesctl undo 4\n")
  }

  @Test func `an undo that would make a note too large beside later changes changes nothing`() async throws {
    // Given a note near the limit that lost a key, and got another one since
    @Sendable func keys(_ range: ClosedRange<Int>) -> String {
      range.map { "k\($0): " + String(repeating: "x", count: NoteLimit.properties.maximum / 10) + "\n" }.joined()
    }
    let fakes = Fakes(notes: [.sample(99, title: "Rye") { $0.foreignFrontMatter = keys(1...9) }])
    for range in [2...9, 2...10] {
      fakes.repository.beginRun()
      _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(99)) { $0.foreignFrontMatter = keys(range) }
    }
    // When
    fakes.repository.beginRun()
    let run = await Program(fakes: fakes).run("undo", "1")
    // Then
    #expect(run.status == .data && run.error.hasPrefix("notesctl: cannot undo change 1: "), "\(run.error)")
    #expect(run.error.contains("would be too large"))
    #expect(fakes.repository.all.map(\.foreignFrontMatter) == [keys(2...10)])
  }

  @Test func `an undo of a rename mends the links that were written since, and says so`() async {
    // Given
    let fakes = Fakes(notes: [.sample(1, title: "A"), .sample(2, title: "Links", body: "x")])
    let program = Program(fakes: fakes)
    for line in [["title", "A", "B"], ["append", "Links", "[[B]]"]] {
      fakes.repository.beginRun()
      #expect(await program.run(line).status == .success)
    }
    // When
    fakes.repository.beginRun()
    let run = await program.run("undo", "1")
    // Then
    #expect(run.status == .success && run.error.hasSuffix("\nUpdated the links in 1 note.\n"), "\(run.error)")
    #expect(fakes.repository.all.map(\.body).last == "x\n[[A]]")
    #expect(await program.run("links", "--broken").output.isEmpty)
  }

  @Test func `an unknown number exits with status 66, and so does nothing to undo`() async {
    let unknown = await run("undo", "7")
    #expect(unknown.status == .noInput)
    #expect(
      unknown.error == """
        notesctl: there is no change 7
          numbers are the first column of: notesctl history

        """)
    #expect(await run("undo").status == .noInput)
    #expect(await run("undo", "seven").status == .usage)
  }

  @Test func `a change set with nothing left to undo is reported`() async {
    await run("pin", reference(99))
    await run("unpin", reference(99))
    #expect(await run("undo", "1").error == "Nothing left to undo in 1.\n")
  }
}
