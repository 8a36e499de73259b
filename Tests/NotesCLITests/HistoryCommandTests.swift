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

  /// Runs the program, as if it were started anew, a minute after the last time.
  @discardableResult
  private func run(_ arguments: String..., on traits: StreamTraits = StreamTraits()) async -> Program.Run {
    fakes.clock.advance(byMilliseconds: 60_000)
    fakes.repository.beginRun()
    return await Program(fakes: fakes, traits: traits).run(arguments)
  }

  /// A few commands: an edit, a note that is added, one that is trashed, a sync, and an undo.
  private func past() async throws {
    fakes.repository.beginRun()
    _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(99)) { note in
      note.body = note.body.replacing("step 5", with: "three minutes\nstir")
      note.tags = []
    }
    fakes.clock.advance(byMilliseconds: 60_000)
    fakes.repository.beginRun()
    try await fakes.repository.insert([.sample(1, title: "Rye \u{1B}[2J bread")])
    await run("delete", reference(99))
    fakes.clock.advance(byMilliseconds: 60_000)
    fakes.repository.beginRun()
    try await fakes.repository.write { transaction throws(StoreError) in
      for number in 4...8 as ClosedRange<UInt64> {
        let note = Note.sample(number, title: "From elsewhere \(number)")
        try transaction.save(SyncItem(revision: Revision(1), base: note, local: note), for: note.id)
      }
    }
    await run("undo")
  }

  @Test func `the store's past has a line for each command, last first`() async throws {
    try await past()
    try expectGolden(await run("history").output, named: "history")
    try expectGolden(await run("history", "--json", "--limit", "2").output, named: "history-json")
    let screen = StreamTraits(isTerminal: true, hasColor: true, width: 60)
    let terminal = await run("history", on: screen)
    try expectGolden(terminal.output + terminal.error, named: "history-terminal")
  }

  @Test func `a note's past has a line for each version`() async throws {
    try await past()
    try expectGolden(await run("history", reference(99)).output, named: "history-note")
    try expectGolden(
      await run("history", reference(99), "--jsonl", "--fields", "number,made,kind,undoOf,merged").output,
      named: "history-note-jsonl")
    let terminal = await run("history", reference(99), on: StreamTraits(isTerminal: true))
    #expect(terminal.error == "See one: notesctl diff \(reference(99).dropLast()) --to 5\n")
  }

  @Test func `without a past it says so`() async {
    let run = await Program().run("history")
    #expect(run.status == .success && run.output.isEmpty && run.error == "Nothing has happened yet.\n")
    #expect(await Program().run("history", "--json").output == "[]\n")
    #expect(await Program().run("history", "--limit", "-1").status == .usage)
    #expect(await Program().run("history", reference(1)).status == .noInput)
  }

  @Test func `two versions are shown as what differs`() async throws {
    try await past()
    try expectGolden(await run("diff", reference(99), "--to", "1").output, named: "diff")
    try expectGolden(await run("diff", reference(99), "--to", "1", "--json").output, named: "diff-json")
    try expectGolden(await run("diff", reference(99)).output, named: "diff-fields")
    let screen = StreamTraits(isTerminal: true, hasColor: true, width: 60)
    try expectGolden(await run("diff", reference(99), "--to", "1", on: screen).output, named: "diff-terminal")
  }

  @Test(arguments: [("more", "  + more\n"), ("", "  the last line ends in another way\n")])
  func `a line that only gets an end is not shown as another one`(added: String, shown: String) async throws {
    let fakes = Fakes(notes: [.sample(1, title: "Tea", body: "green\nblack")])
    _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(1)) { $0.body += "\n" + added }
    let output = await Program(fakes: fakes).run("diff", reference(1)).output
    #expect(output.hasSuffix("\n\n    green\n    black\n" + shown))
  }

  @Test func `a number that is none of the note's is refused`() async throws {
    try await past()
    let failure = await run("diff", reference(99), "--from", "2")
    #expect(failure.status == .noInput)
    #expect(
      failure.error == """
        notesctl: the note has no version 2
          numbers are the first column of: notesctl history ID

        """)
    #expect(await run("diff", reference(99), "--from", "1", "--to", "1").error == "The two versions are the same.\n")
  }

  @Test func `undo says what it took back, and how to do it again`() async throws {
    await run("add", "Rye")
    let undone = await run("undo")
    #expect(undone.status == .success && undone.output.isEmpty)
    #expect(undone.error == "Took back 1: “Rye”.  Undo: notesctl undo 2\n")
    #expect(await run("undo", "2").error == "Took back 2: “Rye”.  Undo: notesctl undo 3\n")
    #expect(fakes.repository.all.count { $0.trashed == nil } == 2)
  }

  @Test func `a dry run prints what would be done`() async throws {
    try await past()
    await run("archive", reference(99))
    let dry = await run("undo", "1", "-n")
    #expect(dry.output == "\(reference(99))  Tea: text +1 −2, tags\n")
    #expect(dry.error == "Nothing was changed.  Do it: notesctl undo 1\n")
    #expect(await run("undo", "3", "-n").status == .data)
    #expect(await run("undo", "2", "--dry-run").output.hasSuffix("  Rye ^[[2J bread: goes to the trash\n"))
  }

  @Test func `what cannot be taken back ends with status 65 and the notes that stand against it`() async throws {
    await run("add", "Rye")
    let note = try #require(fakes.repository.all.first)
    await run("append", note.id.description, "flour")
    let refused = await run("undo", "1")
    #expect(refused.status == .data)
    #expect(
      refused.error == """
        notesctl: 1 cannot be taken back, and nothing was changed: these notes were changed in the same places since
          \(note.id.description)  Rye
          see what happened since: notesctl history \(note.id.description)

        """)
    await run("undo")
    let again = await run("undo", "2")
    #expect(again.status == .data)
    #expect(
      again.error == "notesctl: 2 was taken back before, by 3\n  do it again after all: notesctl undo 3\n")
  }

  @Test func `a number that nothing has ends with status 66, as does nothing to take back`() async {
    let unknown = await run("undo", "7")
    #expect(unknown.status == .noInput)
    #expect(
      unknown.error == """
        notesctl: there are no changes with the number 7
          numbers are the first column of: notesctl history

        """)
    #expect(await run("undo").status == .noInput)
    #expect(await run("undo", "seven").status == .usage)
  }

  @Test func `where nothing is left to take back it says so`() async {
    await run("pin", reference(99))
    await run("pin", "--undo", reference(99))
    #expect(await run("undo", "1").error == "Of 1 nothing is left to take back.\n")
  }
}
