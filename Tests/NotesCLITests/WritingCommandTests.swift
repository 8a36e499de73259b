import NotesDomain
import NotesFronts
import NotesTestSupport
import Testing

@testable import NotesCLI

@MainActor
@Suite struct WritingCommandTests {
  @Test func `add saves the text and prints the new id`() async {
    let program = Program()
    let run = await program.run("add", "Buy", "rye", "flour", "--tag", "kitchen", "--title", "Shopping")
    #expect(run.status == .success && run.output == reference(1) + "\n")
    #expect(run.error == "Added “Shopping”.  notesctl show 00000000-0000\n")
    #expect(program.fakes.repository.all.map(\.body) == ["Buy rye flour"])
  }

  @Test func `add rejects an empty text without a title, with status 65`() async {
    let program = Program()
    #expect(await program.run("add", "").status == .data)
    #expect(await program.run("add", "-").status == .data)
    #expect(program.fakes.repository.all.isEmpty)
    #expect(await program.run("add", "", "--title", "Kept").status == .success)
    #expect(program.fakes.repository.all.map(\.title) == ["Kept"])
  }

  @Test func `on a terminal add prints no id`() async {
    let run = await Program(traits: StreamTraits(isTerminal: true)).run("add", "Tea")
    #expect(run.output.isEmpty && run.error.contains("Added “Tea”."))
  }

  @Test func `add reads the text from standard input, byte for byte`() async {
    let program = Program(input: Array("# Last commit\r\n\u{0}\u{1B}[31m\n".utf8))
    #expect(await program.run("add", "-").status == .success)
    #expect(program.fakes.repository.all.map(\.body) == ["# Last commit\r\n\u{0}\u{1B}[31m\n"])
    #expect(program.fakes.repository.all.map(\.title) == ["Last commit"])
  }

  private static let document = """
    ---
    title: Rye
    tags: [kitchen]
    notebook: Kitchen/Bread
    created: 2026-01-02T03:04:05Z
    aliases: Roggen
    ---
    Bake.

    """

  @Test func `add takes a whole document with front matter, to which options are added`() async throws {
    let program = Program(input: Array(Self.document.utf8))
    #expect(await program.run("add", "-", "--front-matter", "-g", "new").error.hasPrefix("Added “Rye”."))
    let note = try #require(program.fakes.repository.all.first)
    #expect(note.title == "Rye" && note.notebook.path == "Kitchen/Bread" && note.body == "Bake.\n")
    #expect(note.tags.map(\.name) == ["kitchen", "new"] && note.foreignFrontMatter == "aliases: Roggen\n")
    #expect(note.created.iso8601 == "2026-01-02T03:04:05Z")
  }

  @Test func `front matter that cannot be read is kept, and reported`() async {
    let program = Program(input: Array("---\ntitle: Rye\ncreated: never\n---\nx".utf8))
    let run = await program.run("add", "-", "--front-matter")
    #expect(run.status == .success)
    #expect(run.error.hasPrefix("kept     standard input:3: 'created' must be"))
    #expect(program.fakes.repository.all.map(\.foreignFrontMatter) == ["created: never\n"])
  }

  @Test func `edit replaces everything that a document has`() async throws {
    let fakes = Fakes(notes: [.sample(1, title: "Old", body: "x", tags: ["a"]) { $0.isPinned = true }])
    let program = Program(fakes: fakes, input: Array(Self.document.utf8))
    #expect(await program.run("edit", "Old", "-", "--front-matter").error.hasPrefix("Saved “Rye”."))
    let note = try #require(fakes.repository.all.first)
    #expect(note.tags.map(\.name) == ["kitchen"] && note.notebook.path == "Kitchen/Bread" && !note.isPinned)
    #expect(await program.run("edit", "Rye", "-", "--front-matter").error == "“Rye” is unchanged.\n")
  }

  @Test(arguments: [["add", "Tea", "--front-matter"], ["add", "--front-matter"], ["edit", "Tea", "--front-matter"]])
  func `front matter is read from standard input only`(arguments: [String]) async {
    let run = await Program().run(arguments)
    #expect(run.status == .usage && run.error.contains("use - as the text"))
  }

  @Test func `input that is not UTF-8 is rejected with status 65, and nothing is saved`() async {
    let program = Program(input: [0x41, 0xFF, 0x42])
    let run = await program.run("add", "-")
    #expect(run.status == .data && run.error.contains("not UTF-8"))
    #expect(program.fakes.repository.all.isEmpty)
  }

  @Test func `a person at the terminal is asked to type`() async {
    let run = await Program(isInputTerminal: true).run("add", "-")
    #expect(run.error.hasPrefix("Type the text and finish with Ctrl-D."))
  }

  @Test func `without text the editor opens`() async {
    let program = Program(fakes: Fakes { _ in "# Written there\n" })
    #expect(await program.run("add").error == "Added “Written there”.  notesctl show 00000000-0000\n")
  }

  @Test func `edit reports the outcome`() async {
    let program = Program(fakes: Fakes(notes: [.sample(1, body: "# Tea\n")]) { $0 + "Earl Grey\n" })
    #expect(await program.run("edit", reference(1)).error == "Saved “Tea”.  notesctl show 00000000-0000\n")
    let idle = Program(fakes: Fakes(notes: [.sample(1, body: "# Tea\n")]))
    #expect(await idle.run("edit", reference(1)).error == "“Tea” is unchanged.\n")
  }

  @Test func `an edit that changes the title reports the links that it mended`() async {
    let fakes = Fakes(notes: [.sample(1, body: "# Tea\n"), .sample(2, body: "See [[Tea]].")]) { _ in "# Green tea\n" }
    let program = Program(fakes: fakes)
    let message = await program.run("edit", "Tea").error
    #expect(message.hasPrefix("Saved “Green tea”.") && message.hasSuffix("\nUpdated the links in 1 note.\n"))
    #expect(fakes.repository.all.contains { $0.body == "See [[Green tea]]." })
  }

  @Test func `a failing editor exits with status 69 and the path of the draft`() async {
    let failure = EditorError.failed(command: "vi", status: 1)
    let program = Program(fakes: Fakes(notes: [.sample(1, title: "Tea")], editorFailing: failure) { _ in "typed" })
    let run = await program.run("edit", reference(1))
    #expect(run.status == .unavailable)
    #expect(
      run.error == """
        notesctl: the editor 'vi' exited with status 1; nothing was saved
          the text is kept in /drafts/Tea-1.md

        """)
  }

  @Test(arguments: [
    ["append", "Coffee", "-"], ["edit", "Coffee", "-"], ["add", "-", "-b", "../x"], ["add", "-", "-g", "a b"],
  ])
  func `arguments are checked before a text is read`(arguments: [String]) async {
    let program = Program(input: [0xFF], isInputTerminal: true)
    let run = await program.run(arguments)
    #expect([.usage, .noInput].contains(run.status) && !run.error.contains("Type the text"))
  }

  @Test func `today adds to the note of the day`() async {
    let program = Program()
    #expect(await program.run("today", "one").error.hasPrefix("Added “2026-03-14”."))
    #expect(await program.run("today", "two").error.hasPrefix("Saved “2026-03-14”."))
    #expect(await program.run("list", "notebook:Journal", "--count").output == "1\n")
  }

  @Test func `piped text needs no dash`() async {
    let program = Program(input: Array("precious".utf8))
    #expect(await program.run("add").status == .success)
    #expect(program.fakes.repository.all.map(\.body) == ["precious"])
    #expect(await program.run("add", "-", "more").status == .usage)
  }

  @Test func `an emptied text is saved with a warning`() async {
    let program = Program(fakes: Fakes(notes: [.sample(1, title: "Tea", body: "x")]) { _ in "" })
    #expect(await program.run("edit", "tea").error == "Saved “Tea”, which is empty now.  Undo: notesctl undo\n")
  }

  @Test func `a text that cannot be stored is kept as a draft`() async {
    let program = Program(input: Array("precious".utf8))
    program.fakes.repository.failure = .locked(path: "/store")
    let run = await program.run("add", "-")
    #expect(run.status == .tryAgain && run.error.contains("the text is kept in /drafts/precious-1.md"))
  }

  nonisolated private static let inputs = [
    ["add", "-", "-t", "Tea"], ["append", "Tea", "-"], ["prepend", "Tea", "-"], ["edit", "Tea", "-"], ["today", "-"],
  ]

  @Test(arguments: inputs)
  func `input that is not UTF-8 is kept as a draft, byte for byte`(line: [String]) async throws {
    let bytes = Array("precious ".utf8) + [0xC3, 0x28]
    let program = Program(fakes: Fakes(notes: [.sample(1, title: "Tea", body: "green")]), input: bytes)
    // When
    let run = await program.run(line)
    // Then
    let draft = try #require(program.fakes.drafts.remaining.first)
    #expect(draft.path.hasPrefix(line[0] == "today" ? "/drafts/today-" : "/drafts/Tea-"))
    #expect(run.status == .data && run.error.contains("the text is kept in \(draft.path)\n"), "\(run.error)")
    #expect(throws: DraftError.notUTF8(path: draft.path, offset: 9)) { try program.fakes.drafts.text(of: draft) }
    #expect(program.fakes.repository.all.map(\.body) == ["green"])
  }

  @Test(arguments: inputs)
  func `the beginning of an input without an end is kept as a draft`(line: [String]) async throws {
    let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: StandardInput.maximumBytes + 1)
    let program = Program(fakes: Fakes(notes: [.sample(1, title: "Tea", body: "green")]), input: bytes)
    // When
    let run = await program.run(line)
    // Then
    let draft = try #require(program.fakes.drafts.remaining.first)
    #expect(run.status == .data && run.error.contains("longer than 32000000 bytes"), "\(run.error)")
    #expect(run.error.contains("its beginning is kept in \(draft.path)\n"), "\(run.error)")
    #expect(try program.fakes.drafts.text(of: draft).utf8.count == bytes.count)
    #expect(program.fakes.repository.all.map(\.body) == ["green"])
  }

  @Test func `names without an end change nothing`() async {
    let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: StandardInput.maximumBytes + 1)
    let program = Program(fakes: Fakes(notes: [.sample(1, title: "Tea")]), input: bytes)
    let run = await program.run("pin", "-")
    #expect(run.status == .data && run.error.contains("longer than 32000000 bytes"), "\(run.error)")
    #expect(program.fakes.drafts.remaining.isEmpty && program.fakes.repository.all.allSatisfy { !$0.isPinned })
  }

  @Test func `a text for today that cannot be stored is kept as a draft`() async {
    let program = Program(input: Array("precious".utf8))
    program.fakes.repository.failure = .locked(path: "/store")
    let run = await program.run("today", "-")
    #expect(run.status == .tryAgain && run.error.contains("the text is kept in /drafts/2026-03-14-1.md"))
  }

  @Test(arguments: [["add", "-"], ["append", "Tea", "-"], ["edit", "Tea", "-"], ["today", "-"]])
  func `a text from standard input that is too large is kept as a draft`(line: [String]) async {
    let input = [UInt8](repeating: UInt8(ascii: "x"), count: NoteLimit.text.maximum + 1)
    let program = Program(fakes: Fakes(notes: [.sample(1, title: "Tea", body: "green")]), input: input)
    let run = await program.run(line)
    #expect(run.status == .data && run.error.contains("the text is kept in /drafts/"), "\(run.error)")
    #expect(program.fakes.drafts.remaining.count == 1)
    #expect(program.fakes.repository.all.map(\.body) == ["green"])
  }

  @Test func `the question before drafts are deleted names them`() async throws {
    let program = Program(answers: ["n"], isInputTerminal: true)
    _ = try await program.fakes.drafts.create(named: "Tea", text: "four")
    _ = try await program.fakes.drafts.create(named: "Rye", text: "four")
    let run = await program.run("drafts", "discard", "2", "Tea")
    #expect(run.error.contains("Delete the drafts “Rye” (4 bytes), “Tea” (4 bytes)? [y/N]"))
    #expect(program.fakes.drafts.remaining.count == 2)
  }

  @Test func `a list of drafts has their ids, and marks open ones`() async throws {
    let program = Program()
    let draft = try await program.fakes.drafts.create(named: "Tea", text: "four")
    let lease = program.fakes.drafts.open(draft)
    #expect(await program.run("drafts").output.hasSuffix("1  2026-03-14 09:26  Tea  4 bytes  open  /drafts/Tea-1.md\n"))
    let discard = await program.run("drafts", "discard", "1", "--force")
    #expect(discard.status == .tryAgain && discard.error.contains("the draft 'Tea' is open in an editor"))
    withExtendedLifetime(lease) {}
  }

  @Test func `append adds arguments or standard input`() async {
    let program = Program(fakes: Fakes(notes: [.sample(1, title: "Tea", body: "one")]), input: Array("three".utf8))
    #expect(await program.run("append", reference(1), "two", "words").error == "Added to “Tea”.  Undo: notesctl undo\n")
    #expect(await program.run("append", reference(1), "-").status == .success)
    #expect(program.fakes.repository.all.map(\.body) == ["one\ntwo words\nthree"])
  }

  @Test func `an underlined heading is the title, and text is prepended below it`() async {
    let program = Program(input: Array("Bread\n=====\n\n## Flour\n".utf8))
    #expect(await program.run("add", "-").error.hasPrefix("Added “Bread”."))
    #expect(await program.run("prepend", "Bread", "Rye").status == .success)
    let body = program.fakes.repository.all.first?.body ?? ""
    #expect(body.hasPrefix("Bread\n=====\n") && body.hasSuffix("\n## Flour\n") && body.contains("\nRye\n"), "\(body)")
    #expect(await program.run("list", "--format", "{title}").output == "Bread\n")
  }
}
