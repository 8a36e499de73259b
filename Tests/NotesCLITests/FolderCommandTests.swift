import NotesDomain
import NotesTestSupport
import NotesTransfer
import Testing

@testable import NotesCLI

@MainActor
@Suite struct FolderCommandTests {
  private let program = Program()

  private func add(_ path: String, _ body: String) {
    program.fakes.markdownFolder.add(
      MarkdownDocument(path: path, fileModified: FixedClock.start, body: body, digest: ContentDigest(value: 0)),
      in: "/vault")
  }

  @Test func `import reports the numbers of files`() async {
    add("A.md", "a")
    add("B/C.md", "c")
    let run = await program.run("import", "/vault")
    #expect(run.status == .success && run.output.isEmpty)
    #expect(run.error == "Imported 2 files: 2 new, 0 updated, 0 unchanged.\n")
  }

  @Test func `an invalid file is reported, the others are imported, and the status is 65`() async {
    add("A.md", "a")
    program.fakes.markdownFolder.add(problem: .notUTF8(offset: 3), at: "Bad\u{1B}[2J.md", in: "/vault")
    program.fakes.markdownFolder.add(
      problem: .wrongType(key: "tags", line: 3, expected: "a list of tags"), at: "C.md", in: "/vault")
    let run = await program.run("import", "/vault")
    #expect(run.status == .data)
    #expect(
      run.error == """
        skipped  Bad^[[2J.md: is not UTF-8 text: invalid byte at offset 3
        skipped  C.md:3: 'tags' must be a list of tags
        Imported 3 files: 1 new, 0 updated, 0 unchanged, 2 skipped.

        """)
  }

  @Test func `a mirror says what it took from files and wrote to them`() async throws {
    add("A.md", "a")
    _ = await program.run("add", "Bread")
    let run = await program.run("mirror", "/vault", "--once")
    #expect(run.status == .success && run.output.isEmpty)
    #expect(run.error.hasSuffix("  1 new from files, 1 written to files.\n"))
    #expect(await program.run("mirror", "/vault", "--once").error.isEmpty)
  }

  @Test func `a mirror names a file that it leaves out, and its status is 65`() async {
    program.fakes.markdownFolder.add(problem: .notUTF8(offset: 3), at: "Bad.md", in: "/vault")
    let run = await program.run("mirror", "/vault", "--once")
    #expect(run.status == .data)
    #expect(run.error.hasSuffix("  skipped  Bad.md: is not UTF-8 text: invalid byte at offset 3\n"))
  }

  @Test func `a mirror of a folder that became empty stops, and says what helps`() async {
    _ = await program.run("add", "Bread")
    _ = await program.run("mirror", "/vault", "--once")
    program.fakes.markdownFolder.removeFile("Bread.md", in: "/vault")
    let run = await program.run("mirror", "/vault")
    #expect(run.status == .data)
    #expect(
      run.error == """
        notesctl: /vault is empty, where 1 file used to be
          nothing was changed
          check that its disk is there, and that it is the right folder
          write all files again: notesctl export /vault --mirror

        """)
  }

  @Test(arguments: [
    (1, [], "1 file is gone since the last import. The note was kept; --mirror moves it to the trash: 1.md\n"),
    (
      2, [],
      "2 files are gone since the last import. The notes were kept; --mirror moves them to the trash: 1.md, 2.md\n"
    ),
    (1, ["--mirror"], "1 file is gone since the last import. The note was kept, since it was changed here: 1.md\n"),
  ])
  func `the notes of files that are gone are counted`(count: Int, options: [String], message: String) async throws {
    for name in 0...count { add("\(name).md", "x\(name)") }
    _ = await program.run("import", "/vault")
    for name in 1...count { program.fakes.markdownFolder.removeFile("\(name).md", in: "/vault") }
    for note in program.fakes.repository.all { program.fakes.repository.change(note.id) { $0.body += "!" } }
    #expect(await program.run(["import", "/vault"] + options).error.hasSuffix(message))
  }

  @Test func `a file that left one of two mirrors is named with the equal one of the other`() async throws {
    let notes = [1, 2].map { Note.sample($0, title: "N\($0)", body: "x") }
    try await program.fakes.repository.insert(notes)
    for path in ["/vault", "/other"] { #expect(await program.run("export", path, "--mirror").status == .success) }
    program.fakes.markdownFolder.removeFile("N1.md", in: "/vault")
    #expect(
      await program.run("import", "/vault", "--mirror").error == """
        Imported 1 file: 0 new, 0 updated, 1 unchanged, 1 kept for another folder.
        1 file left this folder, and its note was kept, since another imported folder has an equal file: N1.md (/other/N1.md)

        """)
  }

  @Test func `the files of purged notes are named, and come back on request`() async throws {
    // Given
    add("A.md", "a")
    add("B.md", "b")
    _ = await program.run("import", "/vault")
    let id = try #require(program.fakes.repository.all.first { $0.body == "a" }).id.description
    _ = await program.run("delete", id)
    #expect(await program.run("purge", id, "--force").status == .success)
    // When, then
    let run = await program.run("import", "/vault")
    #expect(
      run.error == """
        Imported 2 files: 0 new, 0 updated, 1 unchanged, 1 purged.
        1 file was imported before, and the note was purged since; --purged brings it back: A.md

        """)
    #expect(
      await program.run("import", "/vault", "--purged").error == "Imported 2 files: 1 new, 0 updated, 1 unchanged.\n")
    #expect(program.fakes.repository.all.map(\.body).sorted() == ["a", "b"])
  }

  @Test func `a missing folder exits with status 66`() async {
    let run = await program.run("import", "/nowhere")
    #expect(run.status == .noInput && run.error == "notesctl: no such file or folder: /nowhere\n")
  }

  @Test func `the problems of an archive say what became of each note`() async {
    let reasons: [(item: String, reason: ArchiveProblem.Reason)] = [
      ("", .malformed(line: 3, detail: "</titel> does not close <title>")), ("A", .tooLarge(bytes: 12, limit: 10)),
      ("A", .encrypted), ("A", .keptAsSource(line: 3, detail: "x")), ("A", .missing("image/gif 00")),
      ("A", .damagedAttachment(name: "a.txt", detail: "it is encrypted")),
      ("A", .damagedAttachment(name: "", detail: "it has no content")), ("A", .invalidTime("yesterday")),
      ("a.png", .unusedAttachment), ("A", .damagedArchive(line: nil, detail: "x")),
    ]
    program.fakes.archives.add(
      [], problems: reasons.map { ArchiveProblem(item: $0.item, reason: $0.reason) }, at: "/a.enex")
    let run = await program.run("import", "/a.enex")
    #expect(run.status == .data)
    #expect(
      run.error.hasPrefix(
        """
        skipped  an untitled note: </titel> does not close <title> (line 3)
        skipped  A: has 12 bytes; the limit of a note is 10
        skipped  A: is encrypted
        changed  A: malformed; imported as source: x (line 3)
        changed  A: missing from the archive: 'image/gif 00'
        changed  A: the attachment a.txt is damaged: it is encrypted
        changed  A: an unnamed attachment is damaged: it has no content
        changed  A: invalid time: 'yesterday'
        skipped  a.png: no note refers to this attachment
        skipped  A: the archive is damaged: x

        """))
  }

  @Test(arguments: ["/notes.jsonl", "/notes.JSON", "-"])
  func `notes as JSON are imported from a file or standard input, and skipped lines are reported`(path: String) async {
    let bread = MarkdownDocument(
      path: "Kitchen/Bread.md", title: "Bread", fileModified: FixedClock.start, body: "x",
      digest: ContentDigest(value: 0))
    program.fakes.archives.add(
      [bread],
      problems: [ArchiveProblem(item: "line 2", reason: .malformed(line: nil, detail: "it is not valid JSON"))],
      at: path)
    let run = await program.run("import", path)
    #expect(run.status == .data)
    #expect(
      run.error == """
        skipped  line 2: it is not valid JSON
        Imported 1 note: 1 new, 0 updated, 0 unchanged.

        """)
    #expect(program.fakes.archives.directories.isEmpty)
    #expect(await program.run("import", path).error.contains("0 new, 0 updated, 1 unchanged"))
  }

  @Test func `the notes of an archive that are gone or were purged are counted as notes`() async throws {
    // Given
    let documents = ["A", "B", "C"].map { name in
      MarkdownDocument(
        path: "\(name).md", title: name, fileModified: FixedClock.start, body: name, digest: ContentDigest(value: 0))
    }
    program.fakes.archives.add(documents, at: "/notes.json")
    #expect(
      await program.run("import", "/notes.json").error == "Imported 3 notes: 3 new, 0 updated, 0 unchanged.\n")
    let id = try #require(program.fakes.repository.all.first { $0.body == "A" }).id.description
    _ = await program.run("delete", id)
    #expect(await program.run("purge", id, "--force").status == .success)
    program.fakes.archives.add(Array(documents.dropLast()), at: "/notes.json")
    // When
    let run = await program.run("import", "/notes.json")
    // Then
    #expect(
      run.error == """
        Imported 2 notes: 0 new, 0 updated, 1 unchanged, 1 purged.
        1 note is gone since the last import. It was kept; --mirror moves it to the trash: C.md
        1 note was imported before, and purged since; --purged brings it back: A.md

        """)
  }

  @Test func `JSON is not read from a terminal`() async {
    let run = await Program(isInputTerminal: true).run("import", "-")
    #expect(run.status == .usage && run.error.contains("notesctl import - < notes.jsonl"))
  }

  @Test func `a mirror reports a note as unchanged whose attachment is still not on this device`() async {
    // Given
    let program = Program(fakes: Fakes(notes: [.sample(1, title: "Tea") { $0.attachments = [.sample("a.png", [1])] }]))
    let skipped = "skipped  Tea.md: the file “a.png” is not on this device yet\n"
    #expect(
      await program.run("export", "--mirror", "/out").error
        == skipped + "Exported 1 note to /out: 0 unchanged, 0 removed.\n")
    // When
    let again = await program.run("export", "--mirror", "/out")
    // Then
    #expect(again.status == .data && again.error == skipped + "Exported 1 note to /out: 1 unchanged, 0 removed.\n")
  }

  @Test func `a mirror names files that were moved or are behind a link, and the status is 65`() async {
    // Given
    for path in ["A.md", "K/B.md"] { add(path, path) }
    _ = await program.run("import", "/vault")
    program.fakes.markdownFolder.removeFile("A.md", in: "/vault")
    add("L/A.md", "A.md")
    program.fakes.markdownFolder.replaceByLink("K", in: "/vault")
    // When
    let run = await program.run("export", "--mirror", "/vault")
    // Then
    #expect(run.status == .data)
    #expect(
      run.error == """
        kept     L/A.md: it was changed or moved since the last import or export; import it first
        kept     K/B.md: a symbolic link leads to it or to its attachments, and links are not followed
        Exported 2 notes to /vault: 0 unchanged, 0 removed.

        """)
  }

  @Test(arguments: [[], ["--mirror"]])
  func `an export that does not reach the disk is none`(options: [String]) async {
    let program = Program(fakes: Fakes(notes: [.sample(1, title: "Tea")]))
    program.fakes.markdownFolder.flushFailure = .diskFull(path: "/out")
    let run = await program.run(["export", "/out"] + options)
    #expect(run.status != .success && run.error.contains("/out") && !run.error.contains("Exported"))
  }

  @Test func `export reports the folder`() async {
    let program = Program(fakes: Fakes(notes: [.sample(1, title: "Tea")]))
    #expect(await program.run("export", "/out").error == "Exported 1 note to /out.\n")
    let again = await program.run("export", "/out")
    #expect(again.status == .cannotCreate && again.error.contains("/out is not empty"))
    #expect(await program.run("export", "--force", "/out").status == .success)
  }
}
