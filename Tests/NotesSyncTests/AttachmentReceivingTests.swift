import NotesDomain
import NotesSync
import NotesTestSupport
import Synchronization
import Testing

@Suite("Receiving notes with attachments") struct AttachmentReceivingTests {
  private static let photo = Array("a photo of a tomato".utf8)

  private let transport = FakeTransport()
  private let vault = FakeBlobTransport()

  private func device(_ settings: SyncSettings = SyncSettings(pieceBytes: 8, attempts: 2)) throws -> Device {
    try Device(transport, blobs: vault, settings: settings)
  }

  /// Lets another device push a note with files.
  @discardableResult
  private func write(_ number: UInt64, _ contents: [UInt8]...) -> Note {
    let note = Note.sample(number) { note in
      note.attachments = contents.enumerated().map { .sample("file \($0)", $1) }
    }
    transport.store(NotePayload.encode(note), for: note.id)
    return note
  }

  @Test func `files are downloaded after their notes, in pieces`() async throws {
    let note = write(1, Self.photo, [])
    vault.keep(Self.photo)
    vault.keep([])
    let device = try device()
    let summary = try await device.sync()
    #expect(try await device.note(1) == note)
    #expect(device.blobs.contents == [.of(Self.photo): Self.photo, .of([]): []])
    #expect(summary.attachmentsReceived == 2 && summary.attachmentsMissing == 0)
    #expect(try await device.sync().attachmentsReceived == 0)
  }

  @Test func `an interrupted download continues at its offset`() async throws {
    write(1, Self.photo)
    vault.keep(Self.photo)
    let device = try device()
    _ = try await device.blobs.add(BlobPiece(of: Self.photo, 0..<10))
    try await device.sync()
    #expect(device.blobs.contents == [.of(Self.photo): Self.photo])
    #expect(vault.asked.count == 2)
  }

  @Test func `a file that the vault does not hold delays nothing, and is downloaded by a later sync`() async throws {
    let note = write(1, Self.photo, [1])
    vault.keep([1])
    let device = try device()
    let summary = try await device.sync()
    #expect(summary.attachmentsReceived == 1 && summary.attachmentsMissing == 1 && summary.blocked == 0)
    #expect(try await device.note(1) == note)
    vault.keep(Self.photo)
    #expect(try await device.sync().attachmentsReceived == 1)
  }

  @Test func `a file that does not get through delays no other, and ends the sync with its error`() async throws {
    // Given
    let answer = TransportError.misaddressed(detail: "status 403")
    write(1, Self.photo, [1], [2], [3])
    for content in [Self.photo, [1], [2], [3]] { vault.keep(content) }
    let device = try Device(
      transport, blobs: FailingBlobTransport(vault, pieces: 0, of: .of(Self.photo), error: answer),
      settings: SyncSettings(attempts: 1))
    // When
    await #expect(throws: SyncError.transport(answer)) { try await device.sync() }
    // Then
    #expect(Set(device.blobs.contents.keys) == [.of([1]), .of([2]), .of([3])])
  }

  @Test func `a file that is damaged in the vault is discarded, and delays nothing`() async throws {
    write(1, Self.photo, [1])
    vault.keep([UInt8](repeating: 9, count: 19), as: .of(Self.photo))
    vault.keep([1])
    let device = try device()
    #expect(try await device.sync().attachmentsMissing == 1)
    #expect(device.blobs.contents == [.of([1]): [1]])
    #expect(try await device.blobs.progress(of: .of(Self.photo)) == nil)
  }

  @Test func `a file larger than its note says is not downloaded`() async throws {
    write(1, Self.photo)
    vault.keep([UInt8](repeating: 9, count: 20), as: .of(Self.photo))
    let device = try device()
    #expect(try await device.sync().attachmentsMissing == 1)
    #expect(vault.asked.count == 1)
    #expect(try await device.blobs.progress(of: .of(Self.photo)) == nil)
  }

  @Test func `stored bytes of another size are not continued`() async throws {
    write(1, Self.photo)
    vault.keep(Self.photo)
    let device = try device()
    _ = try await device.blobs.add(BlobPiece(digest: .of(Self.photo), size: 99, offset: 0, bytes: [1, 2, 3]))
    try await device.sync()
    #expect(device.blobs.contents == [.of(Self.photo): Self.photo])
  }

  @Test func `when the network fails during a file, the sync fails, and the notes are saved`() async throws {
    let note = write(1, Self.photo)
    let device = try device()
    let failing = try Device(transport, blobs: FailingBlobTransport(vault, pieces: 0), copyOf: device)
    await #expect(throws: SyncError.transport(.unauthorized)) { try await failing.sync() }
    #expect(try await failing.note(1) == note)
    #expect(try await failing.item(1)?.isDirty == false)
  }

  @Test func `a full disk is reported`() async throws {
    write(1, Self.photo)
    vault.keep(Self.photo)
    let device = try device()
    device.blobs.failure = .diskFull(path: "/notes")
    await #expect(throws: SyncError.store(.diskFull(path: "/notes"))) { try await device.sync() }
  }

  @Test func `a file that does not fit on the disk delays no other, and the sync succeeds`() async throws {
    // Given
    write(1, Self.photo, [1], Self.photo + [2], [3])
    for content in [Self.photo, [1], Self.photo + [2], [3]] { vault.keep(content) }
    let device = try device()
    device.blobs.space = Self.photo.count - 1
    // When
    let summary = try await device.sync()
    // Then
    #expect(Set(device.blobs.contents.keys) == [.of([1]), .of([3])])
    #expect(summary.attachmentsReceived == 2 && summary.attachmentsWithoutSpace == 2 && summary.attachmentsMissing == 0)
    #expect(try await device.state()?.lastSuccess == FixedClock.start)
    device.blobs.space = .max
    #expect(try await device.sync().attachmentsReceived == 2)
  }

  @Test func `files for which there is no space are not all requested`() async throws {
    // Given
    let contents = (0..<40 as Range<UInt8>).map { [UInt8](repeating: $0, count: 9) }
    let note = Note.sample(1) { note in
      note.attachments = contents.enumerated().map { .sample("file \($0)", $1) }
    }
    transport.store(NotePayload.encode(note), for: note.id)
    for content in contents { vault.keep(content) }
    let device = try device()
    device.blobs.space = 0
    // When
    let summary = try await device.sync()
    // Then
    #expect(summary.attachmentsWithoutSpace == 40)
    #expect(vault.asked.count == 1)
  }

  @Test func `progress is reported in bytes`() async throws {
    write(1, Self.photo)
    vault.keep(Self.photo)
    let told = Mutex<[SyncProgress]>([])
    _ = try await device().synchronizer.synchronize(SyncRequest()) { progress in told.withLock { $0.append(progress) } }
    let downloads = told.withLock { $0 }.filter { $0.activity == .downloading }
    #expect(downloads.map(\.finished) == [8, 16, 19])
    #expect(downloads.allSatisfy { $0.total == 19 })
  }

  @Test func `invalid pieces are rejected`() async throws {
    write(1, Self.photo)
    let device = try Device(
      transport, blobs: InvalidBlobTransport(), settings: SyncSettings(pieceBytes: 8, attempts: 1))
    for _ in InvalidBlobTransport.lies {
      await #expect(throws: SyncError.self) { try await device.sync() }
      #expect(try await device.blobs.progress(of: .of(Self.photo)) == nil)
    }
  }
}

/// A transport that returns other pieces than requested.
private final class InvalidBlobTransport: BlobTransport {
  static let lies: [@Sendable (BlobDigest) -> BlobPiece] = [
    { _ in BlobPiece(of: [1]) },
    { BlobPiece(digest: $0, size: 99, offset: 5, bytes: [1]) },
    { BlobPiece(digest: $0, size: 99, offset: 0, bytes: [UInt8](repeating: 1, count: 9)) },
    { BlobPiece(digest: $0, size: 3, offset: 0, bytes: [1, 2, 3, 4]) },
    { BlobPiece(digest: $0, size: 3, offset: 0, bytes: []) },
    { BlobPiece(digest: $0, size: 19, offset: 0, bytes: [1, 2, 3, 4, 5, 6, 7]) },
    { BlobPiece(digest: $0, size: -3, offset: 0, bytes: []) },
  ]

  private let next = Mutex(0)

  func progress(of digest: BlobDigest) async throws(TransportError) -> BlobProgress? { nil }

  func send(_ piece: BlobPiece) async throws(TransportError) -> BlobUploadReply { .mismatch }

  func piece(of digest: BlobDigest, from offset: Int, limit: Int) async throws(TransportError) -> BlobPiece? {
    let place = next.withLock { next in
      next += 1
      return next - 1
    }
    return Self.lies[place % Self.lies.count](digest)
  }
}
