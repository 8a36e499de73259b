import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesCLI

@MainActor
@Suite struct ChangingCommandTests {
  private let program = Program(fakes: Fakes(notes: [.sample(1, title: "Tea"), .sample(2, title: "Bread")]))

  private func note(_ number: UInt64) -> Note? {
    program.fakes.repository.all.first { $0.id == SequentialNoteIDGenerator.id(number) }
  }

  @Test func `tag sets and removes`() async {
    #expect(
      await program.run("tag", reference(1), "green", "leaf").error
        == "Tagged “Tea”: #green #leaf.  Undo: notesctl undo\n")
    #expect(
      await program.run("tag", reference(1), "--remove", "leaf").error == "Tagged “Tea”: #green.  Undo: notesctl undo\n"
    )
    #expect(
      await program.run("tag", reference(1), "--remove", "GREEN").error
        == "Tagged “Tea”: no tags.  Undo: notesctl undo\n")
    #expect(await program.run("tag", reference(1)).status == .usage)
    #expect(await program.run("tag", reference(1), "two words").status == .usage)
  }

  @Test func `the command that undoes a change of one of several notes names no note`() async {
    _ = await program.run("delete", reference(2))
    #expect(
      await program.run("delete", reference(1), reference(2)).error
        == "Moved “Tea” to the trash.  Undo: notesctl undo\n")
  }

  @Test func `renaming to the same name says that it is the name, not that there is none`() async {
    _ = await program.run("tag", reference(1), "green")
    _ = await program.run("move", reference(1), "Kitchen")
    for (line, message) in [
      (["tags", "rename", "#green", "green"], "The tag has this name already.\n"),
      (["notebooks", "rename", "Kitchen", "Kitchen/"], "The notebook has this path already.\n"),
    ] {
      let run = await program.run(line)
      #expect(run.status == .success && run.error == message)
    }
    #expect(await program.run("tags", "rename", "red", "red").error.hasPrefix("notesctl: no note has the tag 'red'"))
  }

  @Test func `a tag is renamed in no note where one would become too large, which is named`() async {
    let full = String(repeating: "x", count: NoteLimit.properties.maximum - 30)
    let notes: [Note] = [
      .sample(1, title: "Tea", tags: ["red"]), .sample(2, title: "Rye", tags: ["red"]) { $0.foreignFrontMatter = full },
    ]
    let program = Program(fakes: Fakes(notes: notes))
    let run = await program.run("tags", "rename", "red", String(repeating: "green", count: 10))
    #expect(run.status == .data)
    #expect(run.error.hasPrefix("notesctl: the note 00000000-0000-7000-8000-000000000002 would be too large"))
    #expect(run.error.contains("the limit is 500000"))
    #expect(program.fakes.repository.all.flatMap(\.tags).map(\.name) == ["red", "red"])
  }

  @Test(arguments: [["append", "Tea", "- [ ] buy"], ["add", "- [ ] buy"], ["list", "-green"]])
  func `a text that begins with a dash names the sign to put before it`(line: [String]) async {
    let program = Program(fakes: Fakes(notes: [.sample(9, title: "Tea")]))
    let run = await program.run(line)
    #expect(run.status == .usage && run.error.contains("put -- before it"), "\(run.error)")
    let marked = await program.run([line[0], "--"] + line.dropFirst())
    #expect(marked.status == .success, "\(marked.error)")
  }

  @Test func `a change that is there already is reported as that`() async {
    _ = await program.run("tag", reference(1), "green")
    #expect(await program.run("tag", reference(1), "green").error == "“Tea” already has these tags.\n")
    #expect(await program.run("tag", reference(1), "--remove", "blue").error == "“Tea” has no such tag.\n")
  }

  @Test func `an empty title names the option for one from the text`() async {
    let run = await program.run("title", reference(1), "")
    #expect(run.status == .usage && run.error.contains("use --from-text") && note(1)?.title == "Tea")
    #expect(await program.run("add", "x", "--title", " ").error.contains("omit --title"))
  }

  @Test func `a notebook that is renamed to one with notes asks before both are one`() async {
    // Given
    _ = await program.run("move", reference(1), "A")
    _ = await program.run("move", reference(2), "B/C")
    // When, then
    let run = await program.run("notebooks", "rename", "A", "B")
    #expect(run.status == .usage && run.error.contains("use --force"))
    #expect(note(1)?.notebook.path == "A" && note(2)?.notebook.path == "B/C")
    #expect(await program.run("notebooks", "rename", "A", "B", "--force").error.hasPrefix("Moved 1 note."))
    #expect(await program.run("notebooks", "rename", "B/C", "B/D").error.hasPrefix("Moved 1 note."))
    #expect(note(1)?.notebook.path == "B" && note(2)?.notebook.path == "B/D")
  }

  @Test func `a path means the notebook that exists in another case, also to rename into it`() async {
    let notes: [Note] = [.sample(101, title: "Tea", notebook: "Kitchen/Tea"), .sample(102, title: "Bread")]
    let program = Program(fakes: Fakes(notes: notes))
    #expect(await program.run("move", reference(102), "kitchen").error.hasPrefix("Moved “Bread” to Kitchen."))
    let added = await program.run("add", "-b", "KITCHEN/tea", "Rye")
    #expect(added.error.contains("It is in the notebook “Kitchen/Tea”, which exists."))
    #expect(await program.run("notebooks", "rename", "Kitchen/Tea", "garden").error.hasPrefix("Moved 2 notes."))
    #expect(await program.run("notebooks", "rename", "garden", "kitchen").status == .usage)
    #expect(await program.run("notebooks", "rename", "garden", "kitchen", "--force").error.hasPrefix("Moved 2 notes."))
    #expect(Set(program.fakes.repository.all.map(\.notebook.path)) == ["Kitchen"])
    #expect(await program.run("notebooks", "rename", "Kitchen", "kitchen").error.hasPrefix("Moved 3 notes."))
  }

  @Test func `a notebook is renamed without those of another case, and the top level is not`() async {
    _ = await program.run("move", reference(1), "Kitchen/Tea")
    program.fakes.repository.change(SequentialNoteIDGenerator.id(2)) { $0.notebook = Notebook("kitchen") ?? .root }
    #expect(await program.run("notebooks", "rename", "kitchen", "K").error.hasPrefix("Moved 1 note."))
    #expect(note(1)?.notebook.path == "Kitchen/Tea" && note(2)?.notebook.path == "K")
    let run = await program.run("notebooks", "rename", "/", "X")
    #expect(run.status == .usage && run.error.contains("the top level cannot be renamed"))
  }

  @Test func `move puts a note into a notebook and back to the top level`() async {
    #expect(
      await program.run("move", reference(1), "Kitchen/Tea").error
        == "Moved “Tea” to Kitchen/Tea.  Undo: notesctl undo\n")
    #expect(
      await program.run("move", reference(1), "/").error == "Moved “Tea” to the top level.  Undo: notesctl undo\n")
    #expect(await program.run("move", reference(1), "../etc").status == .usage)
  }

  @Test func `pin and archive report the command that undoes them`() async {
    let short = "00000000-0000-7000-8000-000000000001"
    #expect(await program.run("pin", reference(1)).error == "Pinned “Tea”.  Undo: notesctl unpin \(short)\n")
    #expect(
      await program.run("archive", reference(1)).error == "Archived “Tea”.  Undo: notesctl unarchive \(short)\n")
    #expect(note(1).map { $0.isPinned && $0.isArchived } == true)
    #expect(await program.run("unpin", reference(1)).status == .success)
    #expect(await program.run("unarchive", reference(1)).status == .success)
    #expect(note(1).map { $0.isPinned || $0.isArchived } == false)
  }

  @Test func `a change without effect says what the note is already`() async {
    #expect(await program.run("restore", reference(1)).error == "“Tea” is not in the trash.\n")
    #expect(await program.run("unpin", "Tea", "Bread").error == "No note was changed: each is not pinned.\n")
  }

  @Test func `a note is named by its title, and links follow its new one`() async {
    let program = Program(fakes: Fakes(notes: [.sample(1, title: "Tea"), .sample(2, title: "A", body: "[[tea]]")]))
    let run = await program.run("title", "tea", "Green", "tea")
    #expect(run.error == "Renamed “Tea” to “Green tea”.  Undo: notesctl undo\nUpdated the links in 1 note.\n")
    #expect(await program.run("title", "green tea").status == .usage)
  }

  @Test func `the links whose labels have two lines follow the new title, and code of two lines stays`() async {
    // Given
    let body = "See [the\nrye](Rye.md), not `code\n[[Rye]] x`."
    let program = Program(fakes: Fakes(notes: [.sample(1, title: "Rye"), .sample(2, title: "A", body: body)]))
    // When
    let run = await program.run("title", "Rye", "Wheat")
    // Then
    #expect(run.error.hasSuffix("Updated the links in 1 note.\n"))
    #expect(program.fakes.repository.all[1].body == "See [the\nrye](Wheat.md), not `code\n[[Rye]] x`.")
  }

  @Test func `links stay as they are and are listed when a title becomes too long for a link`() async {
    // Given
    let program = Program(fakes: Fakes(notes: [.sample(1, title: "Rye"), .sample(2, title: "A", body: "[[Rye]]")]))
    // When
    let run = await program.run("title", "Rye", String(repeating: "a", count: 9000))
    // Then
    #expect(!run.error.contains("Updated") && run.error.contains("The links in 1 note lead nowhere"))
    #expect(program.fakes.repository.all[1].body == "[[Rye]]")
    #expect(await program.run("links", "--broken", "--format", "{title}: {target}").output == "A: Rye\n")
  }

  @Test func `the links by path lead to a note that is renamed to the ending of Markdown`() async {
    // Given
    let notes: [Note] = [
      .sample(1, title: "Rye", notebook: "K"), .sample(2, title: "A", body: "[[K/Rye]] [x](K/Rye.md)"),
    ]
    let program = Program(fakes: Fakes(notes: notes))
    // When
    _ = await program.run("title", "Rye", ".md")
    // Then
    #expect(program.fakes.repository.all[1].body == "[[K/.md]] [x](K/md.md)")
    #expect(await program.run("links", "--broken").output.isEmpty)
  }

  @Test func `a note whose links are mended has the time of its own last change`() async {
    // Given
    let notes: [Note] = [.sample(1, title: "Tea"), .sample(2, title: "A", body: "[[Tea]]"), .sample(3, title: "B")]
    let program = Program(fakes: Fakes(notes: notes))
    program.fakes.wallClock.advance(by: .seconds(3_600))
    // When
    #expect(await program.run("title", "Tea", "Coffee").error.contains("Updated the links in 1 note."))
    // Then
    let after = program.fakes.repository.all
    #expect(after[1].body == "[[Coffee]]" && after.dropFirst().map(\.modified) == notes.dropFirst().map(\.modified))
    #expect(await program.run("list", "--format", "{title}").output == "Coffee\nB\nA\n")
  }

  @Test func `many notes are reported in one line, and named on standard input`() async {
    var program = Program(fakes: Fakes(notes: (1...6 as ClosedRange<UInt64>).map { .sample($0) }))
    program.input = Array(
      (1...6 as ClosedRange<UInt64>).map { "\(reference($0))  2026-03-14 09:26  A title\n" }.joined().utf8)
    #expect(await program.run("delete", "-").error == "Moved 6 notes to the trash.  Undo: notesctl undo\n")
    program.input = Array("Note 1\0x".utf8)
    #expect(await program.run("delete", "-", "-0").status == .noInput)
    program.input = []
    #expect(await program.run("delete", "-").error.contains("standard input names no notes"))
  }

  @Test func `delete moves several notes to the trash, and restore restores one`() async {
    let run = await program.run("delete", reference(1), reference(2))
    #expect(run.error == "Moved “Tea” to the trash.\nMoved “Bread” to the trash.  Undo: notesctl undo\n")
    #expect(note(1)?.trashed != nil && note(2)?.trashed != nil)
    #expect(await program.run("restore", reference(1)).status == .success)
    #expect(note(1)?.trashed == nil)
  }

  @Test func `an unknown or ambiguous id exits with status 66`() async {
    let unknown = await program.run("delete", "ffff")
    #expect(unknown.status == .noInput && unknown.error.contains("no note is named 'ffff'"))
    let ambiguous = await program.run("delete", "0000")
    #expect(
      ambiguous.error == """
        notesctl: several notes are named '0000'; use a path or an id
          00000000-0000-7000-8000-000000000001  Tea
          00000000-0000-7000-8000-000000000002  Bread

        """)
    #expect(ambiguous.status == .noInput)
    #expect(await program.run("show", "tea!").status == .noInput)
  }
}
