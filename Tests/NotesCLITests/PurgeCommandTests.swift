import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesCLI

@MainActor
@Suite struct PurgeCommandTests {
  private let fakes = Fakes(notes: [
    .sample(1, title: "Kept"), .sample(2, title: "Thrown away") { $0.trashed = FixedClock.start },
  ])

  @Test func `it asks, and deletes after a yes`() async {
    let run = await Program(fakes: fakes, answers: ["y"], isInputTerminal: true).run("purge", "--all")
    #expect(run.error == "Permanently delete “Thrown away”? [y/N] Permanently deleted 1 note.\n")
    #expect(fakes.repository.all.map(\.title) == ["Kept"])
  }

  @Test(arguments: [["n"], [""], []])
  func `it deletes nothing after any other answer`(answers: [String]) async {
    let run = await Program(fakes: fakes, answers: answers, isInputTerminal: true).run("purge", "--all")
    #expect(run.error.hasSuffix("Nothing was deleted.\n"))
    #expect(fakes.repository.all.count == 2)
  }

  @Test func `without a terminal it requires --force`() async {
    #expect(await Program(fakes: fakes).run("purge", "--all").status == .usage)
    #expect(fakes.repository.all.count == 2)
    #expect(await Program(fakes: fakes).run("purge", reference(2), "--force").status == .success)
    #expect(fakes.repository.all.count == 1)
  }

  @Test func `a dry run prints the notes`() async {
    let run = await Program(fakes: fakes).run("purge", "--all", "-n")
    #expect(run.output == "\(reference(2))  Thrown away\n")
    #expect(fakes.repository.all.count == 2)
  }

  @Test func `a note outside the trash is rejected`() async {
    let run = await Program(fakes: fakes).run("purge", reference(1), "--force")
    #expect(run.status == .usage && run.error.contains("“Kept” is not in the trash"))
  }

  @Test func `it requires either notes or --all`() async {
    #expect(await Program(fakes: fakes).run("purge").status == .usage)
    #expect(await Program(fakes: fakes).run("purge", "--all", reference(2)).status == .usage)
  }

  @Test func `a conflict that keeps a text of a purged note is reported`() async throws {
    // Given
    let note = try #require(fakes.repository.all.first { $0.trashed != nil })
    let copy = Note.sample(7, title: "Copy")
    _ = try await fakes.repository.add(
      NoteConflict(note: note.id, copy: copy.id, base: nil, theirs: note, ours: copy, detected: FixedClock.start),
      copy: copy)
    // When
    let run = await Program(fakes: fakes).run("purge", "--all", "--force")
    // Then
    #expect(run.status == .success)
    #expect(
      run.error == """
        Permanently deleted 1 note.
        1 conflict keeps a text of them.  To settle: notesctl conflicts

        """)
  }
}
