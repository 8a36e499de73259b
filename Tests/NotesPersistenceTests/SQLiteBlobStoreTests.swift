import GRDB
import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesPersistence

@Suite("The bytes of attachments in SQLite")
struct SQLiteBlobStoreTests {
  private let folder: TemporaryFolder
  private let device: SQLiteDevice
  private var path: String { folder.file("notes.db") }

  init() throws {
    folder = try TemporaryFolder()
    device = try SQLiteDevice(path: folder.file("notes.db"))
  }

  @Test("Fulfills the contract of its port", arguments: BlobStoreContract.clauses)
  func contract(_ clause: BlobStoreContract.Clause) async throws {
    try await clause.check(.sqlite(path: path, wallClock: FixedClock()))
  }

  @Test("A blob uses no space outside the store's file, and none in it once it is removed")
  func space() async throws {
    _ = try await device.blobs.add(BlobPiece(of: [1, 2, 3]))
    _ = try await device.blobs.add(BlobPiece(of: [4, 5], 0..<1))
    #expect(try device.number("SELECT count(*) FROM blob_chunk") == 2)
    _ = try await device.blobs.removeOrphans(touchedBefore: Timestamp(millisecondsSince1970: 1 << 42))
    #expect(try device.number("SELECT (SELECT count(*) FROM blob) + (SELECT count(*) FROM blob_chunk)") == 0)
    #expect(Set(try folder.names()) == ["notes.db", "notes.db-wal", "notes.db-shm", "notes.db.lock"])
  }

  @Test("A full disk in the middle of a blob keeps the earlier pieces, and the blob resumes after them")
  func diskFull() async throws {
    let content = [UInt8](repeating: 7, count: 300_000)
    _ = try await device.blobs.add(BlobPiece(of: content, 0..<100_000))
    let pages = try device.database.pragma("page_count")
    try device.database.connection.withDatabase { try $0.execute(sql: "PRAGMA max_page_count = \(pages + 1)") }
    await #expect(throws: StoreError.diskFull(path: path)) {
      try await device.blobs.add(BlobPiece(of: content, 100_000..<200_000))
    }
    let again = try SQLiteDevice(path: path).blobs
    #expect(try await again.progress(of: .of(content)) == BlobProgress(received: 100_000, size: 300_000))
    _ = try await again.add(BlobPiece(of: content, 100_000..<300_000))
    #expect(try await again.piece(of: .of(content), from: 99_999, limit: 2)?.bytes == [7, 7])
  }

  @Test("A blob that would fill the disk is refused before any of it is written")
  func reserve() async throws {
    var blobs = device.blobs
    let content = [UInt8](repeating: 7, count: 1000)
    blobs.freeBytes = { _ in DiskSpace.reserve - 5_000_000 }
    await #expect(throws: StoreError.diskFull(path: path)) { try await blobs.add(BlobPiece(of: content, 0..<1)) }
    #expect(try await blobs.progress(of: .of(content)) == nil)
    blobs.freeBytes = { _ in DiskSpace.reserve + 1000 }
    _ = try await blobs.add(BlobPiece(of: content, 0..<999))
    blobs.freeBytes = { _ in 0 }
    await #expect(throws: StoreError.diskFull(path: path)) { try await blobs.add(BlobPiece(of: content, 999..<1000)) }
    try await blobs.discard(.of(content))
    #expect(try await blobs.progress(of: .of(content)) == nil)
  }

  @Test("The free space is that of the file's own disk")
  func freeBytes() throws {
    #expect(try #require(DiskSpace.free(path)) > 0)
    #expect(DiskSpace.free(folder.file("no/such/file")) == nil)
  }

  @Test("Pieces that do not wait for the disk do not change the durability of later writes")
  func durability() async throws {
    _ = try await device.blobs.add(BlobPiece(of: [1, 2, 3], 0..<1))
    #expect(try device.database.pragma("synchronous") == 2)
  }

  @Test("A blob that was damaged on the disk before it was complete is refused")
  func damage() async throws {
    _ = try await device.blobs.add(BlobPiece(of: [1, 2, 3], 0..<2))
    try device.database.connection.withDatabase { try $0.execute(sql: "UPDATE blob_chunk SET bytes = x'0109'") }
    #expect(try await device.blobs.add(BlobPiece(of: [1, 2, 3], 2..<3)) == nil)
    #expect(try await device.blobs.progress(of: .of([1, 2, 3])) == nil)
  }

  /// The changes of a note with a photo that were pushed to the vault.
  enum Pushed: CaseIterable { case nothing, everything, allButAnEdit, allButThePhoto }

  @Test(
    "A blob with damaged bytes is removed if the vault or a replacement has the right ones", arguments: Pushed.allCases)
  func examination(pushed: Pushed) async throws {
    let bare = Note.sample(1)
    var note = bare
    note.attachments = [.sample("photo.jpg", [1, 2, 3])]
    var edited = note
    edited.body = "Edited."
    let digest = BlobDigest.of([1, 2, 3])
    _ = try await device.blobs.add(BlobPiece(of: [1, 2, 3]))
    try await device.repository.insert([pushed == .allButAnEdit ? edited : note])
    let (base, local): (Note?, Note) =
      switch pushed {
      case .nothing: (nil, note)
      case .everything: (note, note)
      case .allButAnEdit: (note, edited)
      case .allButThePhoto: (bare, note)
      }
    try await device.sync.write { (transaction) throws(StoreError) in
      try transaction.save(state: SyncState(device: DeviceID(bits: 1)))
      try transaction.save(SyncItem(revision: Revision(base == nil ? 0 : 1), base: base, local: local), for: note.id)
    }
    #expect(try await device.blobs.verify(digest, hasReplacement: false) == .intact)
    try device.database.connection.withDatabase { try $0.execute(sql: "UPDATE blob_chunk SET bytes = x'010903'") }
    let isInVault = pushed == .everything || pushed == .allButAnEdit
    #expect(try await device.blobs.verify(digest, hasReplacement: false) == (isInVault ? .removed : .damaged))
    #expect(try await device.blobs.missing(after: nil, limit: 9).map(\.digest) == (isInVault ? [digest] : []))
    #expect(try await device.blobs.verify(digest, hasReplacement: true) == (isInVault ? .intact : .removed))
  }

  @Test("The query for missing blobs does not read the notes")
  func plan() throws {
    let plan = try device.database.connection.withDatabase { database in
      try database.all(
        """
        EXPLAIN QUERY PLAN SELECT digest, max(size) FROM note_attachment WHERE digest > ''
          AND NOT EXISTS (SELECT 1 FROM blob WHERE blob.digest = note_attachment.digest AND blob.received = blob.size)
        GROUP BY digest ORDER BY digest LIMIT 5
        """
      ) { $0.text(3) }
    }
    #expect(plan.allSatisfy { !$0.hasPrefix("SCAN note") && !$0.contains("TEMP B-TREE") }, "\(plan)")
  }
}
