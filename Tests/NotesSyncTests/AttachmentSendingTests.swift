import NotesDomain
import NotesSync
import NotesTestSupport
import Testing

@Suite("Sending notes with attachments") struct AttachmentSendingTests {
  private static let photo = Array("a photo of a tomato".utf8)

  private let transport = FakeTransport()
  private let vault = FakeBlobTransport()

  private func device(
    _ notes: Note..., settings: SyncSettings = SyncSettings(pieceBytes: 8, attempts: 2)
  ) throws -> Device {
    let device = try Device(transport, blobs: vault, notes: notes, settings: settings)
    device.blobs.keep(Self.photo)
    return device
  }

  private static func note(_ number: UInt64, _ content: [UInt8] = photo) -> Note {
    .sample(number) { $0.attachments = [.sample("photo.jpg", content)] }
  }

  @Test func `the files of a note are uploaded before the note`() async throws {
    let present = FakeBlobTransport()
    let device = try Device(transport, blobs: present, notes: [Self.note(1)]) { network, _ in
      BusyTransport(transport: network, duringPush: { #expect(present.contents == [.of(Self.photo): Self.photo]) })
    }
    device.blobs.keep(Self.photo)
    let summary = try await device.sync()
    #expect(transport.batches.map { $0.changes.map(\.blobs) } == [[[.of(Self.photo)]]])
    #expect(transport.notes == [Self.note(1)])
    #expect(summary.attachmentsSent == 1 && summary.sent == 1 && summary.blocked == 0)
  }

  @Test func `a file is uploaded in pieces, and continues at its offset`() async throws {
    let device = try device(Self.note(1))
    vault.keep(Self.photo, first: 3)
    try await device.sync()
    #expect(vault.sent.map(\.offset) == [3, 11])
    #expect(vault.sent.map(\.bytes.count) == [8, 8])
  }

  @Test func `when the network fails, so does the sync, and the next one continues`()
    async throws
  {
    let device = try device(Self.note(1))
    let failing = FailingBlobTransport(vault, pieces: 1)
    let cut = try Device(transport, blobs: failing, copyOf: device, settings: SyncSettings(pieceBytes: 8))
    cut.blobs.keep(Self.photo)
    await #expect(throws: SyncError.transport(.unauthorized)) { try await cut.sync() }
    #expect(transport.batches.isEmpty)
    try await device.sync()
    #expect(vault.contents == [.of(Self.photo): Self.photo])
    #expect(vault.sent.first?.offset == 0 && vault.sent.count == 3)
  }

  @Test func `a refused request says nothing about the file`() async throws {
    let device = try device(Self.note(1), .sample(2))
    let refused = TransportError.refused(detail: "status 403")
    let refusing = try Device(
      transport, blobs: FailingBlobTransport(vault, pieces: 1, error: refused), copyOf: device,
      settings: SyncSettings(pieceBytes: 8))
    refusing.blobs.keep(Self.photo)
    await #expect(throws: SyncError.transport(refused)) { try await refusing.sync() }
    #expect(try await refusing.item(1)?.block == nil)
  }

  @Test func `transient errors are retried`() async throws {
    let device = try device(Self.note(1))
    vault.failNext(.unreachable(detail: "lost"))
    try await device.sync()
    #expect(device.clock.pauses.count == 1)
    #expect(transport.notes == [Self.note(1)])
  }

  @Test func `a file that the vault holds is not uploaded, and after an edit of the text not even checked`()
    async throws
  {
    let device = try device(Self.note(1))
    vault.keep(Self.photo)
    let summary = try await device.sync()
    #expect(vault.sent.isEmpty && summary.attachmentsSent == 0)
    let asked = vault.asked.count
    try await device.edit(1) { $0.body = "Edited." }
    try await device.sync()
    #expect(vault.asked.count == asked)
    #expect(transport.notes.map(\.body) == ["Edited."])
  }

  @Test func `an empty file is uploaded`() async throws {
    let device = try device(Self.note(1, []))
    device.blobs.keep([])
    try await device.sync()
    #expect(vault.contents == [.of([]): []])
  }

  @Test func `many notes with one file are all sent in a sync`() async throws {
    let device = try Device(transport, blobs: vault, notes: (1...25 as ClosedRange<UInt64>).map { Self.note($0) })
    device.blobs.keep(Self.photo)
    let summary = try await device.sync()
    #expect(summary.sent == 25 && summary.attachmentsSent == 1)
  }

  @Test func `a large file that does not get through delays no smaller one`() async throws {
    // Given
    let lost = TransportError.unreachable(detail: "lost")
    let device = try Device(
      transport, blobs: FailingBlobTransport(vault, pieces: 0, of: .of(Self.photo), error: lost),
      notes: [Self.note(1), Self.note(2, [1]), Self.note(3, [2])], settings: SyncSettings(attempts: 1))
    for content in [Self.photo, [1], [2]] { device.blobs.keep(content) }
    // When
    await #expect(throws: SyncError.transport(lost)) { try await device.sync() }
    // Then
    #expect(transport.notes.map(\.id) == [2, 3].map(SequentialNoteIDGenerator.id))
  }

  @Test func `a file of several notes is uploaded once`() async throws {
    let device = try device(Self.note(1), Self.note(2))
    #expect(try await device.sync().attachmentsSent == 1)
    #expect(vault.sent.count == 3)
  }

  @Test func `notes without files do not wait for the files of others`() async throws {
    let device = try device(Self.note(1), .sample(2))
    try await device.sync()
    #expect(transport.batches.map { $0.changes.map(\.id) } == [[2], [1]].map { $0.map(SequentialNoteIDGenerator.id) })
  }

  @Test func `a text is sent however many notes before it wait for their files`() async throws {
    // Given
    let refused = TransportError.refused(detail: "status 413")
    let device = try Device(
      transport, blobs: FailingBlobTransport(vault, pieces: 0, error: refused),
      notes: [Self.note(1), Self.note(2, [1]), Self.note(3, [2]), .sample(4)], settings: SyncSettings(batchItems: 2))
    for content in [Self.photo, [1], [2]] { device.blobs.keep(content) }
    // When
    await #expect(throws: SyncError.transport(refused)) { try await device.sync() }
    // Then
    #expect(transport.notes == [.sample(4)])
  }

  @Test func `a file that does not get through delays only its note, and ends the sync with its error`() async throws {
    // Given
    let lost = TransportError.unreachable(detail: "lost")
    let device = try Device(
      transport, blobs: FailingBlobTransport(vault, pieces: 0, of: .of(Self.photo), error: lost),
      notes: [Self.note(1), Self.note(2, [1]), .sample(3)])
    for content in [Self.photo, [1]] { device.blobs.keep(content) }
    // When
    await #expect(throws: SyncError.transport(lost)) { try await device.sync() }
    // Then
    #expect(transport.notes.map(\.id) == [2, 3].map(SequentialNoteIDGenerator.id))
    let item = try #require(try await device.item(1))
    #expect(item.isDirty && item.block == nil)
  }

  @Test(
    arguments: [
      (.unavailable(detail: "full", retryAfter: .seconds(60)), 1), (.unreachable(detail: "lost"), 3),
      (.refused(detail: "status 413"), 5), (.misaddressed(detail: "status 413"), 5),
    ] as [(TransportError, Int)])
  func `a link that fails again and again is left to the next sync, and the texts are sent`(
    error: TransportError, tries: Int
  ) async throws {
    // Given
    let failing = FailingBlobTransport(vault, pieces: 0, error: error)
    let files = (1...5 as ClosedRange<UInt8>).map { [$0] }
    let notes = zip(1...5 as ClosedRange<UInt64>, files).map { Self.note($0, $1) }
    let device = try Device(transport, blobs: failing, notes: notes + [.sample(9)], settings: SyncSettings(attempts: 1))
    for file in files { device.blobs.keep(file) }
    // When
    await #expect(throws: SyncError.transport(error)) { try await device.sync() }
    // Then
    #expect(transport.notes == [.sample(9)] && failing.failures == tries)
  }

  @Test func `files that a proxy rejects do not keep others back for ever, however many they are`() async throws {
    // Given twelve small files, and a larger one
    let answer = TransportError.misaddressed(detail: "status 403")
    let files = (1...12 as ClosedRange<UInt8>).map { [$0] }
    var network: any BlobTransport = vault
    for file in files { network = FailingBlobTransport(network, pieces: 0, of: .of(file), error: answer) }
    let notes = zip(1...12 as ClosedRange<UInt64>, files).map { Self.note($0, $1) }
    let device = try Device(transport, blobs: network, notes: notes + [Self.note(13)])
    for file in files + [Self.photo] { device.blobs.keep(file) }
    // When
    for _ in 0..<30 { await #expect(throws: SyncError.transport(answer)) { try await device.sync() } }
    // Then
    #expect(transport.notes == [Self.note(13)])
  }

  @Test(arguments: [PushRefusal.tooLarge, .overQuota, PushRefusal(code: "new")])
  func `a file that the vault refuses blocks only its note, until an edit`(refusal: PushRefusal) async throws {
    let large = Self.photo + Self.photo
    let device = try device(Self.note(1), .sample(2), Self.note(3, large))
    device.blobs.keep(large)
    vault.answerNext(with: .refused(refusal))
    #expect(try await device.sync().blocked == 1)
    #expect(transport.notes == [.sample(2), Self.note(3, large)])
    #expect(try await device.item(1)?.block == .refused(refusal))
    try await device.edit(1) { $0.attachments = [] }
    try await device.sync()
    #expect(transport.notes.count == 3)
  }

  @Test func `a note whose file neither side has is sent without waiting for it, and still names it`() async throws {
    // Given
    let device = try Device(transport, blobs: vault, notes: [Self.note(1), Self.note(2, [1])])
    device.blobs.keep([1])
    // When
    let summary = try await device.sync()
    // Then
    #expect(summary.blocked == 0 && summary.attachmentsMissing == 1)
    #expect(transport.notes == [Self.note(1), Self.note(2, [1])])
    #expect(Set(transport.batches.flatMap(\.changes).map(\.blobs)) == [[], [.of([1])]])
    vault.keep(Self.photo)
    #expect(try await device.sync().attachmentsReceived == 1)
  }

  @Test func `a note that was blocked for a missing file is sent by the next sync`() async throws {
    // Given
    let device = try Device(transport, blobs: vault, notes: [Self.note(1)])
    try await device.store.write { transaction in
      try transaction.save(state: SyncState(device: DeviceID(bits: 1)))
      let item = SyncItem(revision: .none, base: nil, local: Self.note(1), block: .refused(.missingBlob))
      try transaction.save(item, for: Self.note(1).id)
    }
    // When
    try await device.sync()
    // Then
    #expect(transport.notes == [Self.note(1)])
    #expect(try await device.item(1)?.block == nil)
  }

  @Test func `the file of a note that returns is uploaded by a device that still has it`() async throws {
    // Given: the note was purged here, and another device without the file restored it.
    let device = try device(.sample(2))
    transport.store(NotePayload.encode(Self.note(1)), for: Self.note(1).id)
    // When
    let summary = try await device.sync()
    // Then
    #expect(summary.attachmentsSent == 1 && summary.attachmentsMissing == 0)
    #expect(vault.contents == [.of(Self.photo): Self.photo])
    // The vault purges what no item lists.
    #expect(transport.batches.last?.changes.map(\.blobs) == [[.of(Self.photo)]])
    #expect(transport.notes.contains(Self.note(1)))
    let batches = transport.batches.count
    try await device.sync()
    #expect(transport.batches.count == batches)
  }

  @Test func `the file of a note that returns with a snapshot is uploaded, too`() async throws {
    // Given a device that must take a snapshot
    let device = try device(.sample(2))
    try await device.sync()
    transport.store(nil, for: Note.sample(3).id)
    transport.forgetTombstones(upTo: Revision(2))
    transport.store(NotePayload.encode(Self.note(1)), for: Self.note(1).id)
    // When
    let summary = try await device.sync()
    // Then
    #expect(summary.attachmentsSent == 1)
    #expect(vault.contents == [.of(Self.photo): Self.photo])
    #expect(transport.batches.last?.changes.map(\.blobs) == [[.of(Self.photo)]])
  }

  @Test func `the file of a note that returns is uploaded after a sync that was stopped before`() async throws {
    // Given
    let device = try device()
    transport.store(NotePayload.encode(Self.note(1)), for: Self.note(1).id)
    vault.failNext(.unauthorized)
    await #expect(throws: SyncError.transport(.unauthorized)) { try await device.sync() }
    // When
    try await device.sync()
    // Then
    #expect(vault.contents == [.of(Self.photo): Self.photo])
    #expect(transport.batches.map { $0.changes.map(\.blobs) } == [[[.of(Self.photo)]]])
  }

  @Test func `a note that returns is sent again after a sync that was stopped by the upload of its file`() async throws
  {
    // Given an upload that arrived, and whose reply was lost
    let stopped = try Device(transport, blobs: FailingBlobTransport(vault, pieces: 0))
    stopped.blobs.keep(Self.photo)
    transport.store(NotePayload.encode(Self.note(1)), for: Self.note(1).id)
    await #expect(throws: SyncError.transport(.unauthorized)) { try await stopped.sync() }
    vault.keep(Self.photo)
    let device = try Device(transport, blobs: vault, copyOf: stopped)
    device.blobs.keep(Self.photo)
    // When
    try await device.sync()
    // Then the vault's item lists the file, so that it does not purge it
    #expect(transport.batches.map { $0.changes.map(\.blobs) } == [[[.of(Self.photo)]]])
  }

  @Test func `a lost file that does not get through delays neither the files of other notes nor the next sync`()
    async throws
  {
    // Given a note that returned, and another one whose file is to be received
    let device = try Device(
      transport,
      blobs: FailingBlobTransport(vault, pieces: 0, of: .of(Self.photo), error: .refused(detail: "status 400")))
    device.blobs.keep(Self.photo)
    vault.keep([7])
    for note in [Self.note(1), Self.note(2, [7])] { transport.store(NotePayload.encode(note), for: note.id) }
    // When
    await #expect(throws: SyncError.transport(.refused(detail: "status 400"))) { try await device.sync() }
    // Then
    #expect(try await device.blobs.progress(of: .of([7]))?.isComplete == true)
    #expect(transport.batches.isEmpty)
  }

  @Test func `a file that is refused does not keep the others of a note that returns`() async throws {
    // Given
    let note = Note.sample(1) { $0.attachments = [.sample("photo.jpg", Self.photo), .sample("plan.pdf", [7])] }
    let device = try device()
    device.blobs.keep([7])
    transport.store(NotePayload.encode(note), for: note.id)
    vault.answerNext(with: .refused(PushRefusal(code: "full")))
    // When
    let summary = try await device.sync()
    // Then
    #expect(summary.attachmentsSent == 1 && summary.blocked == 0)
    #expect(transport.batches.map { $0.changes.map(\.blobs) } == [[Array(vault.contents.keys)]])
  }

  @Test func `a note that returns is not sent again if its only file is refused`() async throws {
    // Given
    let device = try device()
    transport.store(NotePayload.encode(Self.note(1)), for: Self.note(1).id)
    vault.answerNext(with: .refused(PushRefusal(code: "full")))
    // When
    for _ in 0..<2 { try await device.sync() }
    // Then
    #expect(transport.batches.isEmpty)
  }

  @Test func `a note that returns is sent again without the files that nobody has`() async throws {
    // Given
    let note = Note.sample(1) { $0.attachments = [.sample("photo.jpg", Self.photo), .sample("plan.pdf", [7])] }
    let device = try device()
    transport.store(NotePayload.encode(note), for: note.id)
    // When
    let summary = try await device.sync()
    // Then
    #expect(summary.attachmentsSent == 1 && summary.attachmentsMissing == 1)
    #expect(transport.batches.map { $0.changes.map(\.blobs) } == [[[.of(Self.photo)]]])
    #expect(transport.notes == [note])
  }

  @Test func `a file that the vault lost is uploaded again, and the note sent with the next batch`() async throws {
    let device = try device(Self.note(1))
    try await device.sync()
    vault.lose(.of(Self.photo))
    try await device.edit(1) { $0.body = "Edited." }
    transport.answerNext(with: .results([.refused(.missingBlob)]))
    let summary = try await device.sync()
    #expect(summary.blocked == 0 && summary.attachmentsSent == 1)
    #expect(vault.contents == [.of(Self.photo): Self.photo])
    #expect(transport.notes.map(\.body) == ["Edited."])
  }

  @Test func `a vault that refuses a note for a file that it claims to hold does not loop`() async throws {
    let device = try device(Self.note(1))
    for _ in 1...9 { transport.answerNext(with: .results([.refused(.missingBlob)])) }
    #expect(try await device.sync().blocked == 1)
    #expect(transport.batches.count == 3)
    #expect(try await device.item(1)?.block == .refused(.missingBlob))
  }

  @Test func `a file that arrives damaged is uploaded again, and finally blocked`() async throws {
    let device = try device(Self.note(1), settings: SyncSettings(pieceBytes: 100))
    vault.answerNext(with: .mismatch)
    try await device.sync()
    #expect(transport.notes == [Self.note(1)])
    let damaging = FakeBlobTransport()
    let other = try Device(transport, blobs: damaging, number: 2, notes: [Self.note(5, [7])])
    other.blobs.keep([7])
    for _ in 1...3 { damaging.answerNext(with: .mismatch) }
    #expect(try await other.sync().blocked == 1)
    #expect(try await other.item(5)?.block == .refused(PushRefusal(code: "damaged_blob")))
  }

  @Test(arguments: [(99, 19), (-1, 19), (0, -1), (3, 20)])
  func `an invalid progress is rejected`(received: Int, size: Int) async throws {
    let device = try device(Self.note(1), settings: SyncSettings(pieceBytes: 8, attempts: 1))
    vault.answerNext(with: .progress(BlobProgress(received: received, size: size)))
    await #expect(throws: SyncError.self) { try await device.sync() }
    #expect(transport.batches.isEmpty)
  }

  @Test func `a vault that accepts pieces but stores none is an error`() async throws {
    let device = try device(Self.note(1))
    for _ in 1...3 { vault.answerNext(with: .progress(BlobProgress(received: 0, size: Self.photo.count))) }
    await #expect(throws: SyncError.self) { try await device.sync() }
    #expect(vault.sent.count == 3)
  }
}
