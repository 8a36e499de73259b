import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesCLI

@MainActor
@Suite struct AttachmentCommandTests {
  private let program: Program

  init() {
    let fakes = Fakes(notes: [
      .sample(1, title: "Tomatoes") {
        $0.attachments = [.sample("photo.jpg", [UInt8](repeating: 1, count: 3400)), .sample("plan\u{202E}.pdf", [2])]
      },
      .sample(2, title: "Bread"),
      .sample(3, title: "Contract") { $0.attachments = [.sample("scan.pdf", [3, 3])] },
    ])
    fakes.blobs.keep([UInt8](repeating: 1, count: 3400))
    fakes.files.contents = ["recipe.txt": Array("flour".utf8), "/tmp/recipe.txt": Array("rye".utf8)]
    program = Program(fakes: fakes)
  }

  @Test func `attach says what it did, and how to take it back`() async {
    let run = await program.run("attach", reference(2), "recipe.txt")
    #expect(run.status == .success && run.output.isEmpty)
    #expect(run.error == "Attached 1 file to “Bread”.  Undo: notesctl undo\n")
    #expect(await program.run("attach", reference(2), "recipe.txt").error == "“Bread” was so already.\n")
  }

  @Test func `a file of the same name is replaced only when told to`() async {
    _ = await program.run("attach", reference(2), "recipe.txt")
    let run = await program.run("attach", reference(2), "/tmp/recipe.txt")
    #expect(run.status == .data)
    #expect(
      run.error == """
        notesctl: “Bread” has another file “recipe.txt” already
          replace it with --replace, or choose another name with --name

        """)
    #expect(await program.run("attach", reference(2), "/tmp/recipe.txt", "--name", "other.txt").status == .success)
    #expect(await program.run("attach", "--replace", reference(2), "/tmp/recipe.txt").status == .success)
  }

  @Test func `what cannot be attached is told with its reason`() async {
    let missing = await program.run("attach", reference(2), "no.txt")
    #expect(missing.status == .noInput && missing.error == "notesctl: there is no file no.txt\n")
    let several = await program.run("attach", reference(2), "a", "b", "--name", "c")
    #expect(several.status == .usage && several.error.contains("--name is for a single file"))
    #expect(await program.run("attach", reference(2)).status == .usage)
    #expect(await program.run("attach", reference(2), "recipe.txt", "--name", "a/b").status == .usage)
  }

  @Test func `detach takes files off, and undo brings them back`() async {
    let run = await program.run("detach", reference(1), "photo.jpg")
    #expect(run.error == "Took 1 file off “Tomatoes”.  Undo: notesctl undo\n")
    #expect(program.fakes.repository.all.first?.attachments.count == 1)
    #expect(await program.run("undo").status == .success)
    #expect(program.fakes.repository.all.first?.attachments.count == 2)
  }

  @Test func `a name that the note does not have is told with those that it has, made harmless`() async {
    let run = await program.run("detach", reference(1), "plan.pdf")
    #expect(run.status == .noInput)
    #expect(
      run.error == """
        notesctl: “Tomatoes” has no file “plan.pdf”
          it has “photo.jpg”
          it has “plan<U+202E>.pdf”

        """)
  }

  @Test func `attachments lists files, with what is missing here`() async throws {
    try expectGolden(await program.run("attachments").output, named: "attachments")
    try expectGolden(await program.run("attachments", "--json").output, named: "attachments-json")
    #expect(await program.run("attachments", reference(1)).output.split(separator: "\n").count == 2)
    #expect(await program.run("attachments", "list", reference(3)).output.contains("scan.pdf"))
    #expect(await program.run("attachments", reference(2)).error == "There are no attachments.\n")
    #expect(
      await program.run("attachments", "--fields", "name,size", reference(3), "--jsonl").output == """
        {"name":"scan.pdf","size":2}

        """)
  }

  @Test func `attachments on a terminal are short and in colour`() async throws {
    var program = program
    program.traits = StreamTraits(isTerminal: true, hasColor: true, width: 80)
    try expectGolden(await program.run("attachments").output, named: "attachments-terminal")
  }

  @Test func `get writes a file under its own name, or where it is told to`() async {
    let bytes = [UInt8](repeating: 1, count: 3400)
    #expect(await program.run("attachments", "get", reference(1), "photo.jpg").error == "Wrote photo.jpg.\n")
    #expect(program.fakes.files.contents["photo.jpg"] == bytes)
    let again = await program.run("attachments", "get", reference(1), "photo.jpg")
    #expect(again.status == .cannotCreate && again.error.contains("replace it with --force"))
    _ = await program.run("attachments", "get", reference(1), "photo.jpg", "--output", "/out/a.jpg")
    #expect(program.fakes.files.contents["/out/a.jpg"] == bytes)
  }

  @Test func `get replaces no device, and says what to do instead`() async {
    program.fakes.files.fail("/dev/null", with: .notReplaceable(path: "/dev/null"))
    let run = await program.run(
      "attachments", "get", reference(1), "photo.jpg", "--force", "--output", "/dev/null")
    #expect(run.status == .cannotCreate)
    #expect(
      run.error == """
        notesctl: /dev/null is a device, a pipe or a socket, which no file may replace
          write into it instead: --output - > /dev/null

        """)
  }

  @Test func `get writes to standard output when told to, and never to a terminal`() async {
    let run = await program.run("attachments", "get", reference(1), "photo.jpg", "--output", "-")
    #expect(run.status == .success && run.error.isEmpty && run.output.utf8.count == 3400)
    var terminal = program
    terminal.traits = StreamTraits(isTerminal: true)
    let refused = await terminal.run("attachments", "get", reference(1), "photo.jpg", "--output", "-")
    #expect(refused.status == .usage && refused.output.isEmpty)
  }

  @Test func `a file that is not here yet comes with a sync`() async {
    let run = await program.run("attachments", "get", reference(3), "scan.pdf")
    #expect(run.status == .unavailable)
    #expect(
      run.error == """
        notesctl: “scan.pdf” of “Contract” is not on this device yet
          fetch it: notesctl sync

        """)
  }

  @Test func `a file that is damaged is told, with how to have it back`() async {
    program.fakes.blobs.damage(.of([UInt8](repeating: 1, count: 3400)))
    let run = await program.run("attachments", "get", reference(1), "photo.jpg")
    #expect(run.status == .data)
    #expect(
      run.error == """
        notesctl: “photo.jpg” of “Tomatoes” is damaged on this device, so nothing was written
          attach the file once more, if you have it: notesctl attach \(SequentialNoteIDGenerator.id(1)) FILE
          the damaged bytes stay here, since no server is known to have better ones

        """)
    #expect(await program.run("export", "/out").error.contains("“photo.jpg” is damaged on this device\n"))
  }

  @Test func `prune says what was forgotten`() async {
    #expect(await program.run("attachments", "prune").error == "There is nothing to forget.\n")
    program.fakes.blobs.keep([9, 9])
    #expect(await program.run("attachments", "prune").error == "Forgot 1 file, 2 bytes.\n")
  }

  @Test func `show lists the files of a note`() async throws {
    try expectGolden(await program.run("show", reference(1)).output, named: "show-attachments")
    try expectGolden(await program.run("show", reference(1), "--json").output, named: "show-attachments-json")
  }

  @Test func `a misspelt word is not taken for a note`() async {
    let run = await program.run("attachments", "prnue")
    #expect(run.status == .usage && run.error.contains("Did you mean 'notesctl attachments prune'?"))
  }

  @Test func `export names the files that it had to leave out, and ends with status 65`() async {
    let run = await program.run("export", "/out")
    #expect(run.status == .data)
    #expect(
      run.error == """
        left out  Tomatoes.md: the file “plan<U+202E>.pdf” is not on this device yet
        left out  Contract.md: the file “scan.pdf” is not on this device yet
        Exported 3 notes and 1 attachment to /out.

        """)
  }
}
