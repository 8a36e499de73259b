import NotesDomain
import NotesTestSupport
import NotesTransfer
import NotesViewModels
import Testing

@MainActor
@Suite struct AttachmentsViewModelTests {
  private static let id = SequentialNoteIDGenerator.id(1).description

  private func world(_ change: (inout Note) -> Void = { _ in }) throws -> (Fakes, AttachmentsViewModel) {
    let fakes = Fakes(notes: [.sample(1, title: "Tomatoes", change), .sample(2)])
    fakes.files.contents = ["/home/a.jpg": [1, 2, 3], "/home/b.pdf": [4], "/tmp/a.jpg": [9], "/home/empty": []]
    fakes.wallClock.advance(by: .seconds(5))
    return (fakes, try viewModel(AttachmentsViewModel.self, fakes))
  }

  @Test func `files are stored and attached to the note`() async throws {
    let (fakes, model) = try world()
    await model.attach(["/home/b.pdf", "/home/a.jpg", "/home/empty"], to: Self.id)
    #expect(model.state.phase == .done && model.state.hasChanged)
    let note = try #require(fakes.repository.all.first)
    #expect(note.attachments == [.sample("a.jpg", [1, 2, 3]), .sample("b.pdf", [4]), .sample("empty", [])])
    #expect(note.modified == fakes.wallClock.now())
    #expect(fakes.blobs.contents == [.of([1, 2, 3]): [1, 2, 3], .of([4]): [4], .of([]): []])
  }

  @Test func `bytes are attached like a file`() async throws {
    let (fakes, model) = try world()
    await model.attach([NewAttachment(name: "photo.jpg", bytes: [1, 2, 3])], to: Self.id)
    #expect(model.state.phase == .done && model.state.hasChanged)
    #expect(fakes.repository.all.first?.attachments == [.sample("photo.jpg", [1, 2, 3])])
    #expect(fakes.blobs.contents == [.of([1, 2, 3]): [1, 2, 3]])
  }

  @Test func `an attachment that is opened is read in pieces`() async throws {
    let (fakes, model) = try world()
    let bytes = [UInt8](repeating: 1, count: BlobPiece.maximumBytes + 1)
    fakes.files.contents["/home/a.jpg"] = bytes
    await model.attach(["/home/a.jpg"], to: Self.id)
    let content = try #require(await model.open("a.jpg", of: Self.id))
    var sizes: [Int] = []
    for try await piece in content { sizes.append(piece.count) }
    #expect(sizes == [BlobPiece.maximumBytes, 1])
  }

  @Test func `pictures are recognized by their content, not by their names`() async throws {
    let (fakes, model) = try world()
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]
    fakes.files.contents["/home/plan"] = png
    await model.attach(["/home/plan", "/home/a.jpg"], to: Self.id)
    await model.list(Self.id, recognizesImages: true)
    #expect(model.state.images == [.of(png): .png])
  }

  @Test func `a single file can get another name`() async throws {
    let (fakes, model) = try world()
    await model.attach(["/home/a.jpg"], to: Self.id, name: "tomato.jpg")
    #expect(fakes.repository.all.first?.attachments.map(\.name) == ["tomato.jpg"])
  }

  @Test func `another file of the same name is rejected unless it replaces the first`() async throws {
    let (fakes, model) = try world { $0.attachments = [.sample("a.jpg", [7])] }
    await model.attach(["/home/b.pdf", "/home/a.jpg"], to: Self.id)
    guard case .exists("a.jpg", _)? = model.state.phase.failure?.error as? AttachmentFailure else {
      Issue.record("\(model.state.phase)")
      return
    }
    #expect(fakes.repository.all.first?.attachments == [.sample("a.jpg", [7])])
    await model.attach(["/home/a.jpg"], to: Self.id, replacing: true)
    #expect(fakes.repository.all.first?.attachments == [.sample("a.jpg", [1, 2, 3])])
  }

  @Test func `a file that replaces another takes its place in a folder`() async throws {
    let old = try #require(Attachment(name: "a.jpg", digest: .of([7]), size: 1, path: "pictures/a.jpg"))
    let (fakes, model) = try world { $0.attachments = [old] }
    await model.attach(["/home/a.jpg"], to: Self.id, replacing: true)
    #expect(fakes.repository.all.first?.attachments.map(\.path) == ["pictures/a.jpg"])
    #expect(fakes.repository.all.first?.attachments.map(\.size) == [3])
  }

  @Test func `attaching the same file again changes nothing`() async throws {
    let (fakes, model) = try world()
    await model.attach(["/home/a.jpg"], to: Self.id)
    let before = fakes.repository.all
    fakes.wallClock.advance(by: .seconds(5))
    await model.attach(["/home/a.jpg"], to: Self.id)
    #expect(model.state.phase == .done && !model.state.hasChanged)
    #expect(fakes.repository.all == before)
  }

  @Test func `attaching a file whose bytes were missing changes the note, so that a sync sends them`() async throws {
    // Given
    let (fakes, model) = try world { $0.attachments = [.sample("a.jpg", [1, 2, 3])] }
    // When
    await model.attach(["/home/a.jpg"], to: Self.id)
    // Then
    #expect(model.state.phase == .done && model.state.hasChanged)
    #expect(fakes.repository.all.first?.modified == fakes.wallClock.now())
    #expect(fakes.blobs.contents == [.of([1, 2, 3]): [1, 2, 3]])
  }

  @Test func `two files of one name are rejected before anything is stored`() async throws {
    let (fakes, model) = try world()
    await model.attach(["/home/a.jpg", "/tmp/a.jpg"], to: Self.id)
    #expect(model.state.phase == .failed(Failure(AttachmentFailure.repeatedName("a.jpg"))))
    #expect(fakes.blobs.contents.isEmpty)
  }

  @Test(arguments: ["..", "a\u{1B}b", "a\\b", ""])
  func `an invalid name is rejected`(name: String) async throws {
    let (_, model) = try world()
    await model.attach(["/home/a.jpg"], to: Self.id, name: name)
    #expect(model.state.phase == .failed(Failure(AttachmentFailure.malformedName(name))))
  }

  @Test func `a file that is missing or changes while it is read changes nothing`() async throws {
    let (fakes, model) = try world()
    await model.attach(["/home/b.pdf", "/home/no.jpg"], to: Self.id)
    #expect(model.state.phase == .failed(Failure(FileError.missing(path: "/home/no.jpg"))))
    #expect(fakes.repository.all.first?.attachments == [])
  }

  @Test func `more attachments than a note may have are rejected`() async throws {
    let (fakes, model) = try world { note in
      note.attachments = (1...NotesDomain.Attachment.maximumCount).map { .sample("file \($0)", [1]) }
    }
    await model.attach(["/home/a.jpg"], to: Self.id)
    #expect(
      model.state.phase == .failed(Failure(AttachmentFailure.tooMany(limit: NotesDomain.Attachment.maximumCount))))
    #expect(fakes.repository.all.first?.attachments.count == NotesDomain.Attachment.maximumCount)
  }

  @Test func `attachments are detached by name, and that can be undone`() async throws {
    let (fakes, model) = try world()
    await model.attach(["/home/a.jpg", "/home/b.pdf"], to: Self.id)
    fakes.repository.beginRun()
    await model.detach(["a.jpg"], from: Self.id)
    #expect(model.state.hasChanged)
    #expect(fakes.repository.all.first?.attachments == [.sample("b.pdf", [4])])
    await model.prune()
    let undo = try viewModel(UndoViewModel.self, fakes)
    await undo.undo()
    #expect(fakes.repository.all.first?.attachments.count == 2)
    #expect(fakes.blobs.contents[.of([1, 2, 3])] == [1, 2, 3])
  }

  @Test func `an unknown name is reported with those that the note has`() async throws {
    let (fakes, model) = try world { $0.attachments = [.sample("a.jpg", [7])] }
    let summary = try #require(fakes.repository.all.first?.summary)
    await model.detach(["b.jpg"], from: Self.id)
    #expect(model.state.phase == .failed(Failure(AttachmentFailure.unknown("b.jpg", summary, names: ["a.jpg"]))))
    await model.get("b.jpg", of: Self.id, to: "/x")
    #expect(model.state.phase == .failed(Failure(AttachmentFailure.unknown("b.jpg", summary, names: ["a.jpg"]))))
  }

  @Test func `an attachment is written unchanged, and replaces a file only on request`() async throws {
    let (fakes, model) = try world()
    await model.attach(["/home/a.jpg", "/home/empty"], to: Self.id)
    await model.get("a.jpg", of: Self.id, to: "/out/a.jpg")
    await model.get("empty", of: Self.id, to: "/out/empty")
    #expect(fakes.files.contents["/out/a.jpg"] == [1, 2, 3] && fakes.files.contents["/out/empty"] == [])
    await model.get("a.jpg", of: Self.id, to: "/home/b.pdf")
    #expect(model.state.phase == .failed(Failure(FileError.exists(path: "/home/b.pdf"))))
    await model.get("a.jpg", of: Self.id, to: "/home/b.pdf", replacing: true)
    #expect(fakes.files.contents["/home/b.pdf"] == [1, 2, 3])
  }

  @Test func `an attachment that is not on this device is an error, and nothing is written`() async throws {
    let (fakes, model) = try world { $0.attachments = [.sample("a.jpg", [7, 7])] }
    let summary = try #require(fakes.repository.all.first?.summary)
    await model.get("a.jpg", of: Self.id, to: "/out/a.jpg")
    #expect(model.state.phase == .failed(Failure(AttachmentFailure.notDownloaded("a.jpg", summary))))
    try await model.read("a.jpg", of: Self.id) { Issue.record("\($0)") }
    #expect(model.state.phase == .failed(Failure(AttachmentFailure.notDownloaded("a.jpg", summary))))
    #expect(fakes.files.contents["/out/a.jpg"] == nil)
  }

  @Test(arguments: [false, true])
  func `damaged bytes are not written, and removed only if the server has them`(
    isInVault: Bool
  ) async throws {
    let photo = Attachment.sample("a.jpg", [1, 2, 3])
    let (fakes, model) = try world { $0.attachments = [photo] }
    let note = try #require(fakes.repository.all.first)
    if isInVault {
      try await fakes.repository.write { (transaction) throws(StoreError) in
        try transaction.save(state: SyncState(device: DeviceID(bits: 1)))
        try transaction.save(SyncItem(revision: Revision(1), base: note, local: note), for: note.id)
      }
    }
    fakes.blobs.keep([1, 2, 3])
    fakes.blobs.damage(photo.digest)
    await model.get("a.jpg", of: Self.id, to: "/out/a.jpg")
    #expect(
      model.state.phase == .failed(Failure(AttachmentFailure.damaged("a.jpg", note.summary, isForgotten: isInVault))))
    #expect(fakes.files.contents["/out/a.jpg"] == nil)
    #expect((fakes.blobs.contents[photo.digest] == nil) == isInVault)
    #expect(try await fakes.blobs.missing(after: nil, limit: 9).map(\.digest) == (isInVault ? [photo.digest] : []))
  }

  @Test func `no piece of damaged bytes is passed on`() async throws {
    let (fakes, model) = try world { $0.attachments = [.sample("a.jpg", [1, 2, 3])] }
    let summary = try #require(fakes.repository.all.first?.summary)
    fakes.blobs.keep([1, 2, 3])
    fakes.blobs.damage(.of([1, 2, 3]))
    try await model.read("a.jpg", of: Self.id) { Issue.record("\($0)") }
    #expect(model.state.phase == .failed(Failure(AttachmentFailure.damaged("a.jpg", summary, isForgotten: false))))
  }

  @Test func `attaching a file again repairs damaged bytes`() async throws {
    let (fakes, model) = try world { $0.attachments = [.sample("a.jpg", [1, 2, 3])] }
    fakes.blobs.keep([1, 2, 3])
    fakes.blobs.damage(.of([1, 2, 3]))
    await model.attach(["/home/a.jpg"], to: Self.id)
    #expect(model.state.phase == .done && !model.state.hasChanged)
    #expect(fakes.blobs.contents == [.of([1, 2, 3]): [1, 2, 3]])
  }

  @Test func `a file that is too large is rejected before it is read`() async throws {
    let (fakes, model) = try world()
    let limit = BlobPiece.maximumBlobBytes
    fakes.files.addEndless("/home/film.mkv", size: limit + 1)
    await model.attach(["/home/film.mkv"], to: Self.id)
    #expect(
      model.state.phase
        == .failed(Failure(AttachmentFailure.tooLarge(path: "/home/film.mkv", bytes: limit + 1, limit: limit))))
  }

  @Test func `a list has the attachments of a note, or of all notes`() async throws {
    let (_, model) = try world()
    await model.attach(["/home/a.jpg"], to: Self.id)
    await model.attach(["/home/b.pdf"], to: SequentialNoteIDGenerator.id(2).description)
    await model.list(nil)
    #expect(model.state.rows.map(\.value.attachment.name) == ["b.pdf", "a.jpg"])
    await model.list(Self.id)
    #expect(model.state.rows.map(\.value.attachment.name) == ["a.jpg"])
    await model.list("ffff")
    #expect(model.state.phase == .failed(Failure(ReferenceError.unknown("ffff"))))
  }

  @Test func `an attachment that is replaced while it is read is read in its old version`() async throws {
    let (fakes, model) = try world()
    let content = [UInt8](repeating: 1, count: BlobPiece.maximumBytes + 1)
    fakes.files.contents["/home/a.jpg"] = content
    await model.attach(["/home/a.jpg"], to: Self.id)
    var read: [UInt8] = []
    try await model.read("a.jpg", of: Self.id) { bytes in
      read += bytes
      fakes.blobs.keep([UInt8](repeating: 2, count: BlobPiece.maximumBytes + 1))
      fakes.repository.change(SequentialNoteIDGenerator.id(1)) {
        $0.attachments = [.sample("a.jpg", [UInt8](repeating: 2, count: BlobPiece.maximumBytes + 1))]
      }
    }
    #expect(read == content)
  }

  @Test func `a file that cannot be stored completely leaves nothing`() async throws {
    let (fakes, model) = try world()
    let content = [UInt8](repeating: 1, count: 10)
    _ = try await fakes.blobs.add(BlobPiece(of: content, 0..<5))
    fakes.files.contents["/home/a.jpg"] = content
    fakes.blobs.failsAdding = .diskFull(path: "/notes")
    await model.attach(["/home/a.jpg"], to: Self.id)
    #expect(model.state.phase == .failed(Failure(StoreError.diskFull(path: "/notes"))))
    #expect(try await fakes.blobs.progress(of: .of(content)) == nil)
  }

  @Test func `bytes that were used in the last day are not pruned`() async throws {
    let (fakes, model) = try world()
    _ = try await fakes.blobs.add(BlobPiece(of: [1, 1]))
    fakes.blobs.keep([4])
    _ = try await fakes.blobs.touch(.of([4]))
    fakes.wallClock.advance(by: .seconds(86_400))
    await model.prune()
    #expect(model.state.removed == RemovedBlobs())
    fakes.wallClock.advance(by: .milliseconds(1))
    await model.prune()
    #expect(model.state.removed == RemovedBlobs(count: 2, bytes: 3))
  }

  @Test func `bytes that no note ever had are pruned`() async throws {
    let (fakes, model) = try world()
    fakes.blobs.keep([1, 1])
    await model.prune()
    #expect(model.state.removed == RemovedBlobs(count: 1, bytes: 2))
  }

  @Test func `a full disk ends the action`() async throws {
    let (fakes, model) = try world()
    fakes.blobs.failure = .diskFull(path: "/notes")
    await model.attach(["/home/a.jpg"], to: Self.id)
    #expect(model.state.phase == .failed(Failure(StoreError.diskFull(path: "/notes"))))
    #expect(fakes.repository.all.first?.attachments == [])
  }
}

extension AttachmentsViewModel {
  fileprivate func attach(
    _ paths: [String], to reference: String, name: String? = nil, replacing: Bool = false
  ) async {
    await attach(paths.map { NewAttachment(path: $0, name: name) }, to: reference, replacing: replacing)
  }
}
