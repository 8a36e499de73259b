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

  @Test func `attach reports the change and the command that undoes it`() async {
    let run = await program.run("attach", reference(2), "recipe.txt")
    #expect(run.status == .success && run.output.isEmpty)
    #expect(run.error == "Attached 1 file to “Bread”.  Undo: notesctl undo\n")
    #expect(await program.run("attach", reference(2), "recipe.txt").error == "“Bread” is already up to date.\n")
  }

  @Test func `an attachment of the same name is replaced only with --replace`() async {
    _ = await program.run("attach", reference(2), "recipe.txt")
    let run = await program.run("attach", reference(2), "/tmp/recipe.txt")
    #expect(run.status == .data)
    #expect(
      run.error == """
        notesctl: “Bread” already has an attachment “recipe.txt”
          replace it with --replace, or choose another name with --name

        """)
    #expect(await program.run("attach", reference(2), "/tmp/recipe.txt", "--name", "other.txt").status == .success)
    #expect(await program.run("attach", "--replace", reference(2), "/tmp/recipe.txt").status == .success)
  }

  @Test func `a file that cannot be attached is reported with the reason`() async {
    let missing = await program.run("attach", reference(2), "no.txt")
    #expect(missing.status == .noInput && missing.error == "notesctl: no such file: no.txt\n")
    let several = await program.run("attach", reference(2), "a", "b", "--name", "c")
    #expect(several.status == .usage && several.error.contains("--name can only be used with a single file"))
    #expect(await program.run("attach", reference(2)).status == .usage)
    #expect(await program.run("attach", reference(2), "recipe.txt", "--name", "a/b").status == .usage)
  }

  @Test func `detach removes attachments, and undo restores them`() async {
    let run = await program.run("detach", reference(1), "photo.jpg")
    #expect(run.error == "Detached 1 file from “Tomatoes”.  Undo: notesctl undo\n")
    #expect(program.fakes.repository.all.first?.attachments.count == 1)
    #expect(await program.run("undo").status == .success)
    #expect(program.fakes.repository.all.first?.attachments.count == 2)
  }

  @Test func `an unknown attachment is reported with the existing ones, escaped`() async {
    let run = await program.run("detach", reference(1), "plan.pdf")
    #expect(run.status == .noInput)
    #expect(
      run.error == """
        notesctl: “Tomatoes” has no attachment “plan.pdf”
          it has “photo.jpg”
          it has “plan<U+202E>.pdf”

        """)
  }

  @Test func `attachments lists files and marks those not downloaded`() async throws {
    try expectGolden(await program.run("attachments").output, named: "attachments")
    try expectGolden(await program.run("attachments", "--json").output, named: "attachments-json")
    #expect(await program.run("attachments", reference(1)).output.split(separator: "\n").count == 2)
    #expect(await program.run("attachments", "list", reference(3)).output.contains("scan.pdf"))
    #expect(await program.run("attachments", reference(2)).error == "No attachments.\n")
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

  @Test func `get writes a file under its own name or to --output`() async {
    let bytes = [UInt8](repeating: 1, count: 3400)
    #expect(await program.run("attachments", "get", reference(1), "photo.jpg").error == "Wrote photo.jpg.\n")
    #expect(program.fakes.files.contents["photo.jpg"] == bytes)
    let again = await program.run("attachments", "get", reference(1), "photo.jpg")
    #expect(again.status == .cannotCreate && again.error.contains("overwrite it with --force"))
    _ = await program.run("attachments", "get", reference(1), "photo.jpg", "--output", "/out/a.jpg")
    #expect(program.fakes.files.contents["/out/a.jpg"] == bytes)
  }

  @Test func `get does not replace a device and suggests standard output`() async {
    program.fakes.files.fail("/dev/null", with: .notReplaceable(path: "/dev/null"))
    let run = await program.run(
      "attachments", "get", reference(1), "photo.jpg", "--force", "--output", "/dev/null")
    #expect(run.status == .cannotCreate)
    #expect(
      run.error == """
        notesctl: /dev/null is not a regular file and cannot be replaced
          write to it instead: --output - > /dev/null

        """)
  }

  @Test func `get writes to standard output on request, but never to a terminal`() async {
    let run = await program.run("attachments", "get", reference(1), "photo.jpg", "--output", "-")
    #expect(run.status == .success && run.error.isEmpty && run.output.utf8.count == 3400)
    var terminal = program
    terminal.traits = StreamTraits(isTerminal: true)
    let refused = await terminal.run("attachments", "get", reference(1), "photo.jpg", "--output", "-")
    #expect(refused.status == .usage && refused.output.isEmpty)
  }

  @Test func `a file that is not downloaded is reported with the remedy`() async {
    let run = await program.run("attachments", "get", reference(3), "scan.pdf")
    #expect(run.status == .unavailable)
    #expect(
      run.error == """
        notesctl: “scan.pdf” of “Contract” is not on this device yet
          download it: notesctl sync

        """)
  }

  @Test func `a damaged file is reported with the remedy`() async {
    program.fakes.blobs.damage(.of([UInt8](repeating: 1, count: 3400)))
    let run = await program.run("attachments", "get", reference(1), "photo.jpg")
    #expect(run.status == .data)
    #expect(
      run.error == """
        notesctl: “photo.jpg” of “Tomatoes” is damaged on this device; nothing was written
          attach the file again, if you have it: notesctl attach \(SequentialNoteIDGenerator.id(1)) FILE
          the damaged copy is kept because no server has an intact one

        """)
    #expect(await program.run("export", "/out").error.contains("“photo.jpg” is damaged on this device\n"))
  }

  @Test func `prune reports the number of deleted files`() async {
    #expect(await program.run("attachments", "prune").error == "Nothing to prune.\n")
    program.fakes.blobs.keep([9, 9])
    #expect(await program.run("attachments", "prune").error == "Pruned 1 file, 2 bytes.\n")
  }

  @Test func `show lists the files of a note`() async throws {
    try expectGolden(await program.run("show", reference(1)).output, named: "show-attachments")
    try expectGolden(await program.run("show", reference(1), "--json").output, named: "show-attachments-json")
  }

  @Test func `a misspelt subcommand is not taken for a note id`() async {
    let run = await program.run("attachments", "prnue")
    #expect(run.status == .usage && run.error.contains("Did you mean 'notesctl attachments prune'?"))
  }

  @Test func `export reports the files that it skipped and exits with status 65`() async {
    let run = await program.run("export", "/out")
    #expect(run.status == .data)
    #expect(
      run.error == """
        skipped  Tomatoes.md: the file “plan<U+202E>.pdf” is not on this device yet
        skipped  Contract.md: the file “scan.pdf” is not on this device yet
        Exported 3 notes and 1 attachment to /out.

        """)
  }
}
