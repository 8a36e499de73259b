import NotesDomain
import NotesTestSupport
import NotesTransfer
import Testing

@testable import NotesViewModels

@MainActor
@Suite("Attachments in a folder of Markdown") struct AttachmentFolderTests {
  private static let notes: [Note] = [
    .sample(1, title: "Bread", notebook: "Kitchen") {
      $0.attachments = [.sample("photo.jpg", [1]), .sample("readme.md", [2]), .sample(".hidden", [3])]
    },
    .sample(2, title: "bread", notebook: "Kitchen") { $0.attachments = [.sample("photo.jpg", [4])] },
    .sample(3, title: "Tea"),
  ]

  private func filled() -> Fakes {
    let fakes = Fakes(notes: Self.notes)
    for content in [[1], [2], [3], [4]] as [[UInt8]] { fakes.blobs.keep(content) }
    return fakes
  }

  /// Another store with the same folders.
  private func target(of source: Fakes, from directory: String) -> Fakes {
    let target = Fakes()
    for document in source.markdownFolder.documents(in: directory) {
      target.markdownFolder.add(document, in: directory)
    }
    target.files.contents = source.files.contents
    return target
  }

  @Test func `an export and an import into an empty store lose no attachment`() async throws {
    let source = filled()
    let export = try viewModel(ExportViewModel.self, source)
    await export.exportFolder("/out")
    #expect(export.state.attachments == 4 && export.state.missing == [])
    #expect(
      source.files.contents.keys.sorted() == [
        "/out/attachments/Kitchen/Bread/.hidden", "/out/attachments/Kitchen/Bread/.markdown/readme.md",
        "/out/attachments/Kitchen/Bread/photo.jpg", "/out/attachments/Kitchen/bread 2/photo.jpg",
      ])
    let target = target(of: source, from: "/out")
    let importing = try viewModel(ImportViewModel.self, target)
    await importing.importNotes(from: "/out")
    #expect(importing.state.phase == .done && importing.state.problems == [])
    #expect(target.repository.all == Self.notes)
    #expect(target.blobs.contents == source.blobs.contents)
  }

  @Test func `a repeated import changes nothing and restores lost bytes`() async throws {
    let source = filled()
    await (try viewModel(ExportViewModel.self, source)).exportFolder("/out")
    let target = target(of: source, from: "/out")
    let importing = try viewModel(ImportViewModel.self, target)
    await importing.importNotes(from: "/out")
    target.blobs.lose(.of([1]))
    await importing.importNotes(from: "/out")
    #expect(importing.state.unchanged == 3 && importing.state.problems == [])
    #expect(target.repository.all == Self.notes)
    #expect(target.blobs.contents == source.blobs.contents)
  }

  @Test func `a mirror removes the attachments that it wrote, not the files that an import found`() async throws {
    // Given
    let fakes = Fakes()
    fakes.files.contents = ["/vault/pic.png": [1]]
    fakes.markdownFolder.add(document("A.md", attachments: ["pic.png"], body: "![[pic.png]]"), in: "/vault")
    await (try viewModel(ImportViewModel.self, fakes)).importNotes(from: "/vault")
    fakes.blobs.keep([2])
    await fakes.repository.insertSample(.sample(2, title: "B") { $0.attachments = [.sample("b.png", [2])] })
    let id = try #require(fakes.repository.all.first { $0.title == "A" }).id
    fakes.repository.change(id) { $0.isPinned = true }
    let export = try viewModel(ExportViewModel.self, fakes)
    await export.mirror(to: "/vault")
    #expect(fakes.files.contents.keys.sorted() == ["/vault/attachments/B/b.png", "/vault/pic.png"])
    // When
    for note in fakes.repository.all { fakes.repository.change(note.id) { $0.trashed = FixedClock.start } }
    await export.mirror(to: "/vault")
    // Then
    #expect(fakes.markdownFolder.removed == ["A.md", "B.md", "attachments/B/b.png"])
  }

  @Test func `an attachment that is gone from a mirror is reported, and written again after an import`() async throws {
    // Given
    let fakes = filled()
    let export = try viewModel(ExportViewModel.self, fakes)
    await export.mirror(to: "/out")
    let written = fakes.files.contents
    fakes.files.contents["/out/attachments/Kitchen/Bread/photo.jpg"] = nil
    // When
    await export.mirror(to: "/out")
    #expect(export.state.edited == ["Kitchen/Bread.md"])
    await (try viewModel(ImportViewModel.self, fakes)).importNotes(from: "/out")
    await export.mirror(to: "/out")
    // Then
    #expect(fakes.files.contents == written && export.state.edited.isEmpty && export.state.unchanged == 3)
    #expect(fakes.repository.all == Self.notes)
  }

  @Test func `files of one name in two folders are imported from a list, and exported again`() async throws {
    let fakes = Fakes()
    fakes.files.contents = ["/vault/a/pic.png": [1], "/vault/b/pic.png": [2]]
    fakes.markdownFolder.add(document("A.md", attachments: ["a/pic.png", "b/pic.png"]), in: "/vault")
    await (try viewModel(ImportViewModel.self, fakes)).importNotes(from: "/vault")
    #expect(fakes.repository.all.first?.attachments.map(\.name) == ["pic (2).png", "pic.png"])
    await (try viewModel(ExportViewModel.self, fakes)).exportFolder("/out")
    #expect(
      fakes.markdownFolder.documents(in: "/out").map { Set($0.attachments ?? []) } == [["a/pic.png", "b/pic.png"]])
  }

  @Test func `files of one name keep their names in a store that imports them from an export`() async throws {
    // Given
    let folders = ["x", "y", ""] + (3...11).map { "z\($0)" }
    let note = Note.sample(1, title: "A") {
      $0.attachments = folders.enumerated().compactMap { number, folder in
        Attachment(
          name: number == 0 ? "pic.png" : "pic (\(number + 1)).png", digest: .of([UInt8(number)]), size: 1,
          path: folder.isEmpty ? "pic.png" : "\(folder)/pic.png")
      }.sorted { $0.name < $1.name }
    }
    let fakes = Fakes(notes: [note])
    for number in folders.indices { fakes.blobs.keep([UInt8(number)]) }
    await (try viewModel(ExportViewModel.self, fakes)).exportFolder("/out")
    let other = Fakes()
    other.files.contents = fakes.files.contents
    for document in fakes.markdownFolder.documents(in: "/out") { other.markdownFolder.add(document, in: "/out") }
    // When
    await (try viewModel(ImportViewModel.self, other)).importNotes(from: "/out")
    // Then
    #expect(other.repository.all.first?.attachments == note.attachments)
  }

  @Test func `one of two files of one name can be missing, in an export that is read again`() async throws {
    // Given
    let note = Note.sample(1, title: "A") {
      $0.attachments = [("pic.png", "a", 1), ("pic (2).png", "b", 2)].compactMap { name, folder, byte in
        Attachment(name: name, digest: .of([byte]), size: 1, path: "\(folder)/pic.png")
      }
    }
    let fakes = Fakes(notes: [note])
    fakes.blobs.keep([2])
    let export = try viewModel(ExportViewModel.self, fakes)
    await export.mirror(to: "/out")
    // When
    await export.mirror(to: "/out")
    // Then
    #expect(export.state.edited == [] && export.state.missing.count == 1)
    // When
    let other = Fakes()
    other.files.contents = fakes.files.contents
    for document in fakes.markdownFolder.documents(in: "/out") { other.markdownFolder.add(document, in: "/out") }
    await (try viewModel(ImportViewModel.self, other)).importNotes(from: "/out")
    // Then
    #expect(other.repository.all.first.map { Set($0.attachments.map(\.digest)) } == [.of([1]), .of([2])])
  }

  @Test func `a link by the name of a listed attachment leads to it, and not to another note's file of that name`()
    async throws
  {
    // Given
    let notes: [Note] = ["K", "L"].enumerated().map { number, notebook in
      .sample(UInt64(number) + 1, title: "N", body: "![](../a.png)", notebook: notebook) {
        $0.attachments = [.sample("a.png", [UInt8(number)])]
      }
    }
    let fakes = Fakes(notes: notes)
    for content in [[0], [1]] as [[UInt8]] { fakes.blobs.keep(content) }
    await (try viewModel(ExportViewModel.self, fakes)).exportFolder("/out")
    for path in fakes.files.contents.keys { fakes.markdownFolder.addFile(String(path.dropFirst(5)), in: "/out") }
    // When
    let importing = try viewModel(ImportViewModel.self, fakes)
    await importing.importNotes(from: "/out")
    // Then
    #expect(importing.state.unchanged == 2 && fakes.repository.all == notes)
    let target = target(of: fakes, from: "/out")
    for path in fakes.files.contents.keys { target.markdownFolder.addFile(String(path.dropFirst(5)), in: "/out") }
    await (try viewModel(ImportViewModel.self, target)).importNotes(from: "/out")
    #expect(target.repository.all == notes)
  }

  @Test func `a note without attachments has none in a store that imports its export, whatever it links to`()
    async throws
  {
    // Given
    let notes: [Note] = [
      .sample(1, title: "A", body: "![](p.png)") { $0.attachments = [.sample("p.png", [1])] },
      .sample(2, title: "B", body: "![](p.png)"),
    ]
    let source = Fakes(notes: notes)
    source.blobs.keep([1])
    await (try viewModel(ExportViewModel.self, source)).exportFolder("/out")
    let target = target(of: source, from: "/out")
    for fakes in [source, target] {
      fakes.markdownFolder.addFile("p.png", in: "/out")
      // When
      await (try viewModel(ImportViewModel.self, fakes)).importNotes(from: "/out")
      // Then
      #expect(fakes.repository.all == notes)
    }
  }

  @Test func `a note that has a file gains no other one that is found by its name alone`() async throws {
    // Given
    let fakes = Fakes()
    fakes.files.contents = ["/vault/b/pic.png": [2]]
    fakes.markdownFolder.addFile("b/pic.png", in: "/vault")
    fakes.markdownFolder.add(document("A.md", attachments: nil, body: "x"), in: "/vault")
    let importing = try viewModel(ImportViewModel.self, fakes)
    await importing.importNotes(from: "/vault")
    let id = try #require(fakes.repository.all.first).id
    fakes.repository.change(id) { $0.attachments = [.sample("pic.png", [1])] }
    // When
    fakes.markdownFolder.add(document("A.md", attachments: nil, body: "![[pic.png]]"), in: "/vault")
    await importing.importNotes(from: "/vault")
    // Then
    #expect(importing.state.merged == 1)
    #expect(fakes.repository.all.first?.attachments == [.sample("pic.png", [1])])
  }

  @Test func `a changed file is imported even if its document is unchanged`() async throws {
    let fakes = Fakes()
    fakes.files.contents = ["/vault/a.jpg": [1], "/vault/b.jpg": [2]]
    fakes.markdownFolder.add(document("A.md", attachments: ["a.jpg", "b.jpg"]), in: "/vault")
    let importing = try viewModel(ImportViewModel.self, fakes)
    await importing.importNotes(from: "/vault")
    fakes.files.contents["/vault/a.jpg"] = [3]
    await importing.importNotes(from: "/vault")
    #expect(importing.state.updated == 1)
    #expect(fakes.repository.all.map { $0.attachments.map(\.digest) } == [[.of([3]), .of([2])]])
    await importing.importNotes(from: "/vault")
    #expect(importing.state.unchanged == 1)
  }

  @Test func `an attachment and a note with the same path get different paths`() async throws {
    let notes: [Note] = [
      .sample(1, title: "Project") { $0.attachments = [.sample("README", [1])] },
      .sample(2, title: "README", notebook: "Project") { $0.attachments = [.sample("x", [2])] },
      .sample(3, title: "x", notebook: "Project/README") { $0.attachments = [.sample("y", [3])] },
    ]
    let source = Fakes(notes: notes)
    for content in [[1], [2], [3]] as [[UInt8]] { source.blobs.keep(content) }
    let export = try viewModel(ExportViewModel.self, source)
    await export.exportFolder("/out")
    #expect(
      source.files.contents.keys.sorted() == [
        "/out/attachments 2/Project/README/x", "/out/attachments 3/Project/README/x/y",
        "/out/attachments/Project/README",
      ])
    let target = target(of: source, from: "/out")
    await (try viewModel(ImportViewModel.self, target)).importNotes(from: "/out")
    #expect(target.repository.all == notes)
  }

  @Test func `attachments whose names differ only in case get different paths`() async throws {
    let note = Note.sample(1, title: "Tea") {
      $0.attachments = [
        .sample("Photo.jpg", [1]), .sample("Z.md", [2]), .sample("photo.JPG", [3]), .sample("photo.jpg", [4]),
        .sample("z.md", [5]),
      ]
    }
    let source = Fakes(notes: [note])
    for content in [[1], [2], [3], [4], [5]] as [[UInt8]] { source.blobs.keep(content) }
    await (try viewModel(ExportViewModel.self, source)).exportFolder("/out")
    #expect(
      source.files.contents.keys.sorted() == [
        "/out/attachments 2/Tea/.markdown/z.md", "/out/attachments 2/Tea/photo.JPG",
        "/out/attachments 3/Tea/photo.jpg", "/out/attachments/Tea/.markdown/Z.md", "/out/attachments/Tea/Photo.jpg",
      ])
    let target = target(of: source, from: "/out")
    await (try viewModel(ImportViewModel.self, target)).importNotes(from: "/out")
    #expect(target.repository.all == [note])
  }

  @Test func `a damaged attachment is reported and stays with its note`() async throws {
    let source = filled()
    source.blobs.damage(.of([2]))
    let export = try viewModel(ExportViewModel.self, source)
    await export.exportFolder("/out")
    #expect(export.state.phase == .done && export.state.attachments == 3)
    #expect(export.state.missing == [MissingAttachment(note: "Kitchen/Bread.md", name: "readme.md", isDamaged: true)])
    #expect(source.files.contents["/out/attachments/Kitchen/Bread/.markdown/readme.md"] == nil)
    await (try viewModel(ImportViewModel.self, source)).importNotes(from: "/out")
    #expect(source.repository.all == Self.notes)
  }

  @Test func `an attachment that is not on this device is reported and stays with its note`() async throws {
    let source = Fakes(notes: Self.notes)
    for content in [[1], [2], [4]] as [[UInt8]] { source.blobs.keep(content) }
    let export = try viewModel(ExportViewModel.self, source)
    await export.exportFolder("/out")
    #expect(export.state.phase == .done)
    #expect(export.state.missing == [MissingAttachment(note: "Kitchen/Bread.md", name: ".hidden")])
    let target = target(of: source, from: "/out")
    await (try viewModel(ImportViewModel.self, target)).importNotes(from: "/out")
    #expect(target.repository.all == Self.notes)
    await (try viewModel(ImportViewModel.self, source)).importNotes(from: "/out")
    #expect(source.repository.all == Self.notes)
  }

  @Test(arguments: ["../secret", "/etc/hosts", "a\\b", ""])
  func `a note whose attachment cannot be read is not imported and is reported`(path: String) async throws {
    let fakes = Fakes()
    fakes.files.contents = ["/secret": [1], "/vault/a\\b": [2]]
    fakes.markdownFolder.add(document("A.md", attachments: [path]), in: "/vault")
    fakes.markdownFolder.add(document("B.md"), in: "/vault")
    let importing = try viewModel(ImportViewModel.self, fakes)
    await importing.importNotes(from: "/vault")
    #expect(importing.state.problems.map(\.path) == ["A.md"])
    #expect(importing.state.added == 1 && fakes.repository.all.count == 1)
    #expect(fakes.blobs.contents.isEmpty)
  }

  @Test func `a listed file that is gone is reported, unless the note has it, and the text is imported`() async throws {
    // Given
    let fakes = Fakes()
    fakes.files.contents = ["/vault/a.jpg": [1]]
    fakes.markdownFolder.add(document("A.md", attachments: ["a.jpg"]), in: "/vault")
    fakes.markdownFolder.add(document("B.md", attachments: ["no.jpg"]), in: "/vault")
    let importing = try viewModel(ImportViewModel.self, fakes)
    // When
    await importing.importNotes(from: "/vault")
    // Then
    #expect(importing.state.added == 2 && importing.state.unattached.map(\.path) == ["B.md"])
    // When
    fakes.files.contents = [:]
    fakes.markdownFolder.add(document("A.md", attachments: ["a.jpg"], body: "Changed."), in: "/vault")
    await importing.importNotes(from: "/vault")
    // Then
    #expect(importing.state.problems.isEmpty && importing.state.unattached.isEmpty && importing.state.unchanged == 1)
    #expect(fakes.repository.all.map(\.body).sorted() == ["Changed.", "Text."])
    #expect(fakes.repository.all.flatMap { $0.attachments.map(\.name) } == ["a.jpg"])
  }

  @Test(arguments: [true, false])
  func `a file that was renamed in the folder, and is linked by its new name, is the same attachment`(
    isListed: Bool
  ) async throws {
    // Given
    let fakes = Fakes()
    let list = isListed ? ["old.png"] : nil
    fakes.files.contents = ["/vault/old.png": [1]]
    fakes.markdownFolder.addFile("old.png", in: "/vault")
    fakes.markdownFolder.add(document("A.md", attachments: list, body: "![](old.png)"), in: "/vault")
    let importing = try viewModel(ImportViewModel.self, fakes)
    await importing.importNotes(from: "/vault")
    // When
    fakes.files.contents = ["/vault/new.png": [1]]
    fakes.markdownFolder.removeFile("old.png", in: "/vault")
    fakes.markdownFolder.addFile("new.png", in: "/vault")
    fakes.markdownFolder.add(document("A.md", attachments: list, body: "![](new.png)"), in: "/vault")
    await importing.importNotes(from: "/vault")
    // Then
    #expect(importing.state.updated == 1 && importing.state.unattached.isEmpty)
    #expect(fakes.repository.all.map { $0.attachments.map(\.name) } == [["new.png"]])
  }

  @Test func `a note that moves with its attachments into another folder is the same note`() async throws {
    // Given
    let fakes = Fakes()
    var moved = document("a/N.md", attachments: ["a/q.png"], body: "![](q.png)")
    moved.id = SequentialNoteIDGenerator.id(7)
    fakes.files.contents = ["/vault/a/q.png": [1]]
    fakes.markdownFolder.addFile("a/q.png", in: "/vault")
    fakes.markdownFolder.add(moved, in: "/vault")
    let importing = try viewModel(ImportViewModel.self, fakes)
    await importing.importNotes(from: "/vault")
    // When
    moved.path = "c/N.md"
    fakes.markdownFolder.removeFile("a/N.md", in: "/vault")
    fakes.markdownFolder.add(moved, in: "/vault")
    fakes.files.contents = ["/vault/c/q.png": [1]]
    fakes.markdownFolder.removeFile("a/q.png", in: "/vault")
    fakes.markdownFolder.addFile("c/q.png", in: "/vault")
    await importing.importNotes(from: "/vault")
    // Then
    #expect(importing.state.problems.isEmpty && importing.state.unattached.isEmpty && importing.state.missing.isEmpty)
    #expect(fakes.repository.all.map(\.notebook.path) == ["c"])
    #expect(fakes.repository.all.map { $0.attachments } == [[.sample("q.png", [1])]])
  }

  @Test func `a document without a list of attachments keeps them, and one with another list changes them`()
    async throws
  {
    let fakes = filled()
    fakes.files.contents = ["/vault/new.jpg": [9]]
    var changed = document("A.md", body: "changed")
    (changed.id, changed.base) = (Self.notes[0].id, ContentDigest(of: Self.notes[0]))
    changed.modified = Timestamp(millisecondsSince1970: FixedClock.start.millisecondsSince1970 + 9_000_000)
    fakes.markdownFolder.add(changed, in: "/vault")
    let importing = try viewModel(ImportViewModel.self, fakes)
    await importing.importNotes(from: "/vault")
    #expect(fakes.repository.all.first?.body == "changed")
    #expect(fakes.repository.all.first?.attachments == Self.notes[0].attachments)
    changed.attachments = ["new.jpg"]
    fakes.markdownFolder.add(changed, in: "/vault")
    await importing.importNotes(from: "/vault")
    #expect(fakes.repository.all.first?.attachments.map(\.name) == ["new.jpg"])
  }

  @Test func `files that a note embeds or links to are attached, and go out to where they were`() async throws {
    // Given
    let source = Fakes()
    let files: [(String, [UInt8])] = [
      ("assets/photo.jpg", [1]), ("Kitchen/plan.pdf", [2]), ("Kitchen/images/photo.jpg", [3]), ("unused.png", [4]),
    ]
    for (path, content) in files {
      source.files.contents["/vault/" + path] = content
      source.markdownFolder.addFile(path, in: "/vault")
    }
    let body = "![[assets/photo.jpg]] ![](images/photo.jpg) [the plan](plan.pdf) ![[missing.png]] ![[photo.jpg|40]]"
    source.markdownFolder.add(document("Kitchen/Bread.md", body: body), in: "/vault")
    source.markdownFolder.add(document("Tea.md", body: "![[photo.jpg]]"), in: "/vault")
    // When
    let importing = try viewModel(ImportViewModel.self, source)
    await importing.importNotes(from: "/vault")
    let export = try viewModel(ExportViewModel.self, source)
    await export.exportFolder("/out")
    // Then
    #expect(importing.state.added == 2 && importing.state.unattached == [])
    let names = source.repository.all.map { $0.attachments.map(\.name) }
    #expect(names == [["photo (2).jpg", "photo.jpg", "plan.pdf"], ["photo.jpg"]])
    let written = source.files.contents.filter { $0.key.hasPrefix("/out/") }
    #expect(
      written == ["/out/assets/photo.jpg": [1], "/out/Kitchen/plan.pdf": [2], "/out/Kitchen/images/photo.jpg": [3]])
    await importing.importNotes(from: "/vault")
    #expect(importing.state.unchanged == 2)
    for path in ["assets/photo.jpg", "Kitchen/plan.pdf", "Kitchen/images/photo.jpg"] {
      source.markdownFolder.addFile(path, in: "/out")
    }
    await importing.importNotes(from: "/out")
    #expect(importing.state.unchanged == 2 && importing.state.added == 0)
  }

  @Test func `a linked file that changes is imported again, and attachments that were added here stay`() async throws {
    // Given
    let fakes = Fakes()
    fakes.files.contents["/vault/a.png"] = [1]
    fakes.markdownFolder.addFile("a.png", in: "/vault")
    fakes.markdownFolder.add(document("A.md", body: "![](a.png)"), in: "/vault")
    let importing = try viewModel(ImportViewModel.self, fakes)
    await importing.importNotes(from: "/vault")
    fakes.repository.change(fakes.repository.all[0].id) { $0.attachments.append(.sample("mine.pdf", [9])) }
    // When
    fakes.files.contents["/vault/a.png"] = [2]
    await importing.importNotes(from: "/vault")
    // Then
    #expect(importing.state.merged == 1)
    #expect(fakes.repository.all[0].attachments == [.sample("a.png", [2]), .sample("mine.pdf", [9])])
  }

  @Test func `a linked file that cannot be attached is reported, and the note is imported`() async throws {
    let fakes = Fakes()
    fakes.markdownFolder.addFile("gone.png", in: "/vault")
    fakes.markdownFolder.add(document("A.md", body: "![](gone.png)"), in: "/vault")
    let importing = try viewModel(ImportViewModel.self, fakes)
    await importing.importNotes(from: "/vault")
    #expect(importing.state.added == 1 && importing.state.unattached.map(\.path) == ["A.md"])
  }

  private func document(_ path: String, attachments: [String]? = nil, body: String = "Text.") -> MarkdownDocument {
    MarkdownDocument(
      path: path, fileModified: FixedClock.start, attachments: attachments, body: body, digest: ContentDigest(value: 0))
  }
}
