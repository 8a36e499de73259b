import NotesDomain
import NotesFronts
import NotesTestSupport
import Testing

@testable import NotesCLI

@MainActor
@Suite struct ConflictCommandTests {
  private static let base = "# Tea\n\n" + (1...9).map { "step \($0)\n" }.joined()

  /// A store with a conflict of note 8 and its copy, note 9.
  private func conflicted(
    base: String? = base, editorFailing failure: EditorError? = nil,
    typing: @escaping @Sendable (String) -> String = { $0 }
  ) async throws -> Fakes {
    let theirs = Note.sample(
      8, title: "Tea", body: Self.base.replacing("step 5", with: "three minutes"), tags: ["green"])
    let ours = Note.sample(8, title: "Tea", body: Self.base.replacing("step 5", with: "five minutes"))
    var copy = ours.copied(as: SequentialNoteIDGenerator.id(9))
    copy.title += NoteConflict.copySuffix
    let fakes = Fakes(notes: [theirs, copy], editorFailing: failure, typing: typing)
    let conflict = NoteConflict(
      note: theirs.id, copy: copy.id, base: base.map { .sample(8, title: "Tea", body: $0) }, theirs: theirs,
      ours: ours, detected: fakes.wallClock.now())
    try await fakes.repository.write { (transaction) throws(StoreError) in try transaction.record(conflict: conflict) }
    return fakes
  }

  private func body(_ number: UInt64, _ fakes: Fakes) -> String? {
    fakes.repository.all.first { $0.id == SequentialNoteIDGenerator.id(number) }?.body
  }

  @Test(arguments: [["conflicts"], ["conflicts", "list"], ["conflicts", "ls"]])
  func `conflicts are listed with the copy's id`(arguments: [String]) async throws {
    let run = await Program(fakes: try await conflicted()).run(arguments)
    #expect(run.output == "\(reference(9))  2026-03-14 09:26  Tea\n" && run.error.isEmpty)
  }

  @Test func `without conflicts it says so`() async {
    let run = await Program().run("conflicts")
    #expect(run.status == .success && run.output.isEmpty && run.error == "No conflicts.\n")
    #expect(await Program().run("conflicts", "--json").output == "[]\n")
  }

  @Test func `on a terminal it suggests the next command`() async throws {
    let run = await Program(fakes: try await conflicted(), traits: StreamTraits(isTerminal: true)).run("conflicts")
    #expect(run.error == "Show one: notesctl conflicts show \(reference(9))\n")
  }

  @Test func `conflicts are printed as JSON`() async throws {
    let program = Program(fakes: try await conflicted())
    try expectGolden(await program.run("conflicts", "--json").output, named: "conflicts-json")
    try expectGolden(await program.run("conflicts", "show", reference(9), "--json").output, named: "conflict-json")
  }

  @Test func `a conflict is shown as what each side changed`() async throws {
    let program = Program(fakes: try await conflicted())
    try expectGolden(await program.run("conflicts", "show", reference(9)).output, named: "conflict")
  }

  @Test func `without a common ancestor, ours is compared with theirs`() async throws {
    let program = Program(fakes: try await conflicted(base: nil))
    try expectGolden(await program.run("conflicts", "show", reference(8)).output, named: "conflict-baseless")
  }

  @Test func `later changes of the notes are shown`() async throws {
    let fakes = try await conflicted()
    _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(8)) { $0.body += "more\n" }
    _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(9)) { $0.trashed = $0.modified }
    let output = await Program(fakes: fakes).run("conflicts", "show", reference(9)).output
    #expect(output.contains("has theirs, edited since") && output.contains("has ours, in the trash"))
    #expect(output.contains("  + more\n"))
    _ = try await fakes.repository.purge([SequentialNoteIDGenerator.id(9)])
    #expect(
      await Program(fakes: fakes).run("conflicts", "show", reference(9)).output.contains("was deleted; it had ours"))
  }

  @Test func `theirs is kept`() async throws {
    let fakes = try await conflicted()
    let run = await Program(fakes: fakes).run("conflicts", "resolve", reference(9), "--keep", "theirs")
    #expect(
      run.error
        == "Resolved: kept the text of “Tea”; the other version is in the trash.  Undo: notesctl undo\n"
    )
    #expect(body(8, fakes)?.contains("three minutes") == true)
    #expect(await Program(fakes: fakes).run("conflicts").output.isEmpty)
  }

  @Test func `ours is kept`() async throws {
    let fakes = try await conflicted()
    let run = await Program(fakes: fakes).run("conflicts", "resolve", reference(9), "--keep", "ours")
    #expect(
      run.error
        == "Resolved: kept the text of “Tea”; the previous text is in its history.  Undo: notesctl undo\n")
    #expect(body(8, fakes)?.contains("five minutes") == true)
  }

  @Test func `a resolution with more attachments than a note may have changes nothing, and says so`() async throws {
    let fakes = try await conflicted()
    for (number, name) in [(8, "a"), (9, "b")] as [(UInt64, String)] {
      _ = try await fakes.repository.update(SequentialNoteIDGenerator.id(number)) { note in
        note.attachments = (1...600).compactMap {
          NotesDomain.Attachment(name: "\(name)\($0)", digest: .sample(1), size: 1)
        }
      }
    }
    let run = await Program(fakes: fakes).run("conflicts", "resolve", reference(9), "--keep", "ours")
    #expect(run.status == .data && run.error.contains("would be too large"), "\(run.error)")
    #expect(try await fakes.repository.conflicts().count == 1)
    #expect(fakes.repository.all.map(\.attachments.count) == [600, 600])
  }

  @Test func `both are kept`() async throws {
    let fakes = try await conflicted()
    let run = await Program(fakes: fakes).run("conflicts", "resolve", reference(9), "--keep", "both")
    #expect(run.error == "Resolved: kept both “Tea” and “Tea (conflicting copy)”.\n")
  }

  @Test func `both versions are merged in the editor, without conflict markers`() async throws {
    let fakes = try await conflicted { text in text.replacing("three minutes\nfive minutes", with: "four minutes") }
    let run = await Program(fakes: fakes).run("conflicts", "resolve", reference(9), "--edit")
    #expect(run.status == .success && run.error.hasPrefix("Resolved: kept the text of “Tea”"))
    #expect(body(8, fakes) == Self.base.replacing("step 5", with: "four minutes"))
  }

  @Test func `a person at the editor sees what both changed`() async throws {
    var program = Program(fakes: try await conflicted { $0 + "more\n" })
    program.isInputTerminal = true
    let run = await program.run("conflicts", "resolve", reference(9), "--edit")
    #expect(run.error.contains("  - step 5\n  + three minutes\n") && run.error.contains("  + five minutes\n"))
  }

  @Test(arguments: [(["y"], true), (["n"], false), ([], false)])
  func `an unchanged proposal is used only after confirmation`(answers: [String], isUsed: Bool) async throws {
    let fakes = try await conflicted()
    var program = Program(fakes: fakes, answers: answers)
    program.isInputTerminal = true
    #expect(await program.run("conflicts", "resolve", reference(9), "--edit").status == .success)
    #expect(body(8, fakes)?.contains("three minutes\nfive minutes\n") == isUsed)
    #expect(try await fakes.repository.conflicts().isEmpty == isUsed)
  }

  @Test func `without a terminal, an unchanged proposal changes nothing`() async throws {
    let fakes = try await conflicted()
    let run = await Program(fakes: fakes).run("conflicts", "resolve", reference(9), "--edit")
    #expect(run.status == .success && run.error == "Nothing was changed; the conflict is unresolved.\n")
    #expect(try await fakes.repository.conflicts().count == 1)
  }

  @Test func `a failing editor exits with status 69 and the path of the draft`() async throws {
    let fakes = try await conflicted(editorFailing: .failed(command: "vi", status: 1)) { $0 + "x" }
    let run = await Program(fakes: fakes).run("conflicts", "resolve", reference(9), "--edit")
    #expect(run.status == .unavailable && run.error.contains("the text is kept in /drafts/"))
  }

  @Test(arguments: [[], ["--keep", "ours", "--edit"], ["--keep", "mine"]])
  func `exactly one way to resolve it is required`(options: [String]) async throws {
    let run = await Program(fakes: try await conflicted()).run(["conflicts", "resolve", reference(9)] + options)
    #expect(run.status == .usage)
  }

  @Test func `an unknown id exits with status 66`() async throws {
    let run = await Program(fakes: try await conflicted()).run("conflicts", "show", "ffff")
    #expect(run.status == .noInput)
    #expect(
      run.error == """
        notesctl: no conflict has an id starting with 'ffff'
          ids are the first column of: notesctl conflicts

        """)
  }
}
