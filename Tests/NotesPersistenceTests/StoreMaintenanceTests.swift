import Foundation
import GRDB
import NotesDomain
import NotesTestSupport
import Testing
import Wiring

@testable import NotesPersistence

@Suite("The maintenance of a device's store") struct StoreMaintenanceTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("data/notes.sqlite") }
  private var backup: String { folder.file("backup.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The maintenance, as in another run of the program.
  private var maintenance: SQLiteStoreMaintenance {
    let settings = StoreSettings(path: path, busyTimeoutMilliseconds: 1)
    return SQLiteStoreMaintenance(
      store: LazyNoteDatabase(database: Lazy { try NoteDatabase(settings: settings) }, settings: settings),
      schema: NoteSchema(), randomness: SeededRandomness(), wallClock: FixedClock())
  }

  private func insert(_ notes: Note...) async throws {
    try await SQLiteDevice(path: path).repository.insert(notes)
  }

  private func notes() async throws -> [Note] {
    try await SQLiteDevice(path: path).repository.page(after: nil, limit: 1000)
  }

  @Test("Fulfills the contract of its port", arguments: StoreMaintenanceContract.clauses)
  func contract(_ clause: StoreMaintenanceContract.Clause) async throws {
    let path = path
    try await clause.check(
      StoreMaintenanceContract.Subject(maintenance: RunByRun { maintenance }, folder: folder.path) { body in
        try await body(.sqlite(path: path, wallClock: FixedClock()))
      })
  }

  @Test func `a backup is one file, readable by its owner only`() async throws {
    try await insert(.sample(1))
    _ = try await maintenance.backUp(to: backup, replacing: false)
    #expect(try folder.permissions("backup.sqlite") == 0o600)
    #expect(try folder.names() == ["backup.sqlite", "data"])
  }

  @Test func `a backup while another command has the store open contains what that command wrote`() async throws {
    let device = try SQLiteDevice(path: path)
    for number in 1...5 as ClosedRange<UInt64> {
      try await device.repository.insert([.sample(number)])
      #expect(try await maintenance.backUp(to: backup, replacing: true).notes == Int(number))
    }
  }

  @Test func `a missing store is neither backed up nor created`() async throws {
    await #expect(throws: MaintenanceError.missing(path: path)) {
      try await maintenance.backUp(to: backup, replacing: false)
    }
    #expect(try folder.names() == [])
  }

  @Test(arguments: StoreBackups.reservedEndings)
  func `a backup takes no name that the store uses for itself`(ending: String) async throws {
    try await insert(.sample(1))
    await #expect(
      throws: MaintenanceError.failed(path: path + ending, reason: "The store itself uses files of this name")
    ) { try await maintenance.backUp(to: path + ending, replacing: true) }
  }

  @Test func `a backup replaces neither the store nor a folder`() async throws {
    try await insert(.sample(1))
    await #expect(throws: MaintenanceError.sameFile(path: path)) {
      try await maintenance.backUp(to: path, replacing: true)
    }
    let data = folder.file("data")
    await #expect(throws: MaintenanceError.failed(path: data, reason: "It is not a file")) {
      try await maintenance.backUp(to: data, replacing: true)
    }
    #expect(try await notes() == [.sample(1)])
  }

  @Test(arguments: [true, false])
  func `a backup takes the place of one that was opened as a store, with what was written there`(isOpen: Bool)
    async throws
  {
    // Given
    try await insert(.sample(1))
    _ = try await maintenance.backUp(to: backup, replacing: false)
    do {
      let opened = try SQLiteDevice(path: backup)
      try await opened.repository.insert([.sample(9)])
      guard !isOpen else {
        // Then
        await #expect(throws: MaintenanceError.inUse(path: backup)) {
          try await maintenance.backUp(to: backup, replacing: true)
        }
        #expect(try await opened.repository.note(Note.sample(9).id) == .sample(9))
        return
      }
    }
    #expect(try folder.names().contains("backup.sqlite-wal"))
    try await insert(.sample(2))
    // When
    _ = try await maintenance.backUp(to: backup, replacing: true)
    _ = try await maintenance.restore(from: backup)
    // Then
    #expect(try await notes() == [.sample(1), .sample(2)])
    #expect(try !folder.names().contains("backup.sqlite-wal"))
  }

  @Test func `a backup is not put beside what would be taken for its log`() async throws {
    // Given
    try await insert(.sample(1))
    let log = URL(filePath: backup + "-wal")
    let (ofSQLite, other) = ([0x37, 0x7F, 0x06, 0x82, 0], Array("diary".utf8)) as ([UInt8], [UInt8])
    for (content, replacing, isRefused) in [
      (ofSQLite, false, true), (ofSQLite, true, false), (other, false, true), (other, true, true), ([], false, false),
    ] {
      try Data(content).write(to: log)
      // When
      guard isRefused else {
        _ = try await maintenance.backUp(to: backup, replacing: replacing)
        #expect(try await maintenance.restore(from: backup).contents.notes == 1)
        try FileManager.default.removeItem(atPath: backup)
        continue
      }
      let reason = "\(backup)-wal would be taken for a part of the backup. Choose another name"
      await #expect(throws: MaintenanceError.failed(path: backup, reason: reason)) {
        try await maintenance.backUp(to: backup, replacing: replacing)
      }
      // Then
      #expect(try Data(contentsOf: log) == Data(content))
      #expect(!FileManager.default.fileExists(atPath: backup))
    }
  }

  @Test func `a damaged attachment is named by a backup and by its restore, and prevents neither`() async throws {
    do {
      let device = try SQLiteDevice(path: path)
      try await device.repository.insert([.sample(1)])
      _ = try await device.blobs.add(SampleBlob.abc.piece(0..<3))
      try await device.database.connection.write { try $0.execute(sql: "UPDATE blob_chunk SET bytes = x'787878'") }
    }
    #expect(try await maintenance.backUp(to: backup, replacing: false).damaged == [SampleBlob.abc.digest])
    #expect(try await maintenance.restore(from: backup).contents.damaged == [SampleBlob.abc.digest])
    #expect(try await notes() == [.sample(1)])
  }

  @Test func `an open store is not replaced`() async throws {
    let device = try SQLiteDevice(path: path)
    try await device.repository.insert([.sample(1)])
    _ = try await maintenance.backUp(to: backup, replacing: false)
    await #expect(throws: MaintenanceError.inUse(path: path)) { try await maintenance.restore(from: backup) }
    try await device.repository.insert([.sample(2)])
  }

  @Test func `a store cannot be opened while it is being replaced`() throws {
    _ = try SQLiteDevice(path: path)
    let lock = try StoreLock(store: path).acquireExclusive()
    #expect(throws: StoreError.locked(path: path)) { try SQLiteDevice(path: path) }
    withExtendedLifetime(lock) {}
  }

  @Test func `each replaced store is kept under another name, readable by its owner only`() async throws {
    try await insert(.sample(1))
    _ = try await maintenance.backUp(to: backup, replacing: false)
    #expect(try await maintenance.restore(from: backup).replaced == path + ".replaced-1")
    #expect(try await maintenance.restore(from: backup).replaced == path + ".replaced-2")
    for name in ["", ".replaced-1", ".replaced-2"] {
      #expect(try folder.permissions("data/notes.sqlite" + name) == 0o600)
    }
  }

  @Test func `a backup is restored where there is no store`() async throws {
    try await insert(.sample(1))
    _ = try await maintenance.backUp(to: backup, replacing: false)
    try FileManager.default.removeItem(atPath: folder.file("data"))
    #expect(try await maintenance.restore(from: backup).replaced == nil)
    #expect(try await notes() == [.sample(1)])
  }

  @Test func `a restored store knows the encrypted vaults that its backup knew`() async throws {
    // Given
    let keyring = KnownKeyring(Keyring(generation: 2, bytes: [1, 2]), stage: .encrypting)
    let blob = SealedBlob(digest: .sample(1), size: 3, sealed: .sample(2), key: VaultKeyID(bits: .max))
    do {
      let device = try SQLiteDevice(path: path)
      try await device.encryption.save(keyring, of: .main)
      try await device.encryption.save([blob], in: .main)
    }
    _ = try await maintenance.backUp(to: backup, replacing: false)
    try FileManager.default.removeItem(atPath: folder.file("data"))
    // When
    _ = try await maintenance.restore(from: backup)
    // Then
    let restored = try SQLiteDevice(path: path).encryption
    #expect(try await restored.keyring(of: .main) == keyring)
    #expect(try await restored.sealedBlobs([blob.digest], in: .main) == [blob.digest: blob])
  }

  @Test func `a damaged store is replaced, and kept beside`() async throws {
    try await insert(.sample(1))
    _ = try await maintenance.backUp(to: backup, replacing: false)
    for ending in ["-wal", "-shm"] { unlink(path + ending) }
    try folder.write(Array("no store any more".utf8), to: "data/notes.sqlite")
    #expect(try await maintenance.restore(from: backup).replaced == path + ".replaced-1")
    #expect(try await notes() == [.sample(1)])
    #expect(try folder.read("data/notes.sqlite.replaced-1") == Array("no store any more".utf8))
  }

  @Test(arguments: ["server.sqlite", "text", "empty", "newer.sqlite", "cut.sqlite", "words.sqlite", "trigger.sqlite"])
  func `a file that is no backup is not restored, and the store stays`(name: String) async throws {
    try await insert(.sample(1, body: String(repeating: "many words ", count: 20_000)))
    _ = try await maintenance.backUp(to: backup, replacing: false)
    let file = folder.file(name)
    func change(_ sql: String) async throws {
      try FileManager.default.copyItem(atPath: backup, toPath: file)
      try await DatabaseQueue(path: file).writeWithoutTransaction { try $0.execute(sql: sql) }
    }
    switch name {
    case "server.sqlite": _ = try ServerDatabase(settings: ServerStoreSettings(path: file))
    case "text": try folder.write(Array("no store, but long enough to be looked at".utf8), to: name)
    case "empty": try folder.write([], to: name)
    case "newer.sqlite": try await change("PRAGMA user_version = 99")
    case "words.sqlite": try await change("DELETE FROM note_fts_data WHERE id > 10")
    case "trigger.sqlite": try await change("CREATE TRIGGER spy AFTER INSERT ON note BEGIN DELETE FROM version; END")
    default: try folder.write(try folder.read("backup.sqlite").prefix(70_000), to: name)
    }
    let before = try await notes()
    let error = await #expect(throws: MaintenanceError.self) { try await maintenance.restore(from: file) }
    guard case .store(let cause)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(String(describing: cause).contains(file), "\(cause)")
    #expect(try await notes() == before)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("data"))
    #expect(!names.contains { $0.contains("copy") || $0.contains("replaced") }, "\(names)")
  }

  @Test func `a copy that a killed process left is removed by the next backup, and one under way is not`() async throws
  {
    try await insert(.sample(1))
    try folder.write([1, 2, 3], to: ".notesctl-copy-abcdef.sqlite")
    let other = try StoreCopy(beside: backup)
    _ = try await maintenance.backUp(to: backup, replacing: false)
    #expect(!FileManager.default.fileExists(atPath: folder.file(".notesctl-copy-abcdef.sqlite")))
    #expect(FileManager.default.fileExists(atPath: other.path))
    other.remove()
  }
}

/// A maintenance that each call opens anew, as each run of the program does: an open store cannot be replaced.
private struct RunByRun: StoreMaintenance {
  let open: @Sendable () -> SQLiteStoreMaintenance

  func backUp(to path: String, replacing: Bool) async throws(MaintenanceError) -> StoreContents {
    try await open().backUp(to: path, replacing: replacing)
  }

  func restore(from path: String) async throws(MaintenanceError) -> RestoredStore {
    try await open().restore(from: path)
  }

  func eraseRemains() async throws(MaintenanceError) { try await open().eraseRemains() }

  func rebuild() async throws(MaintenanceError) { try await open().rebuild() }
}

@Suite("The remains of deleted texts") struct DeletedTextTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("notes.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The names of the files that contain a text.
  private func files(with text: String) throws -> [String] {
    try folder.names().filter { name in Data(try folder.read(name)).range(of: Data(text.utf8)) != nil }
  }

  private func maintenance(_ device: SQLiteDevice) -> SQLiteStoreMaintenance {
    let settings = StoreSettings(path: path)
    let database = device.database
    return SQLiteStoreMaintenance(
      store: LazyNoteDatabase(database: Lazy { database }, settings: settings), schema: NoteSchema(),
      randomness: SeededRandomness(), wallClock: FixedClock())
  }

  @Test(arguments: [1, 40, 4000])
  func `a word of a purged note, and of its earlier versions, is in no file`(words: Int) async throws {
    // Given a note of up to several pages among others, edited twice
    let device = try SQLiteDevice(path: path)
    for number in 10...60 as ClosedRange<UInt64> {
      try await device.repository.insert([.sample(number, body: "ordinary words of note \(number)")])
    }
    for word in ["zyxwvquince", "zyxwvmedlar", "zyxwvmulberry"] {
      let run = try SQLiteDevice(path: path)
      let body = String(repeating: "\(word) and more ", count: words) + "[[\(word)]]"
      if word == "zyxwvquince" { try await run.repository.insert([.sample(1, title: word, body: body)]) }
      _ = try await run.repository.update(SequentialNoteIDGenerator.id(1)) { ($0.title, $0.body) = (word, body) }
    }
    _ = try await device.repository.update(SequentialNoteIDGenerator.id(1)) { $0.trashed = FixedClock.start }
    #expect(try !files(with: "zyxwvmulberry").isEmpty && !files(with: "zyxwvquince").isEmpty)
    // When
    #expect(try await device.repository.purge([SequentialNoteIDGenerator.id(1)]).count == 1)
    try await maintenance(device).eraseRemains()
    // Then
    for word in ["zyxwvquince", "zyxwvmedlar", "zyxwvmulberry"] { #expect(try files(with: word) == []) }
    #expect(try await device.repository.search(SearchQuery("ordinary", limit: 100)).hits.count == 51)
  }

  @Test func `rebuilding removes what a store of an earlier program has in unused space`() async throws {
    let device = try SQLiteDevice(path: path)
    try await device.repository.insert([.sample(1, body: String(repeating: "zyxwvquince and more ", count: 5000))])
    try device.database.connection.withDatabase { try $0.execute(sql: "PRAGMA secure_delete = OFF") }
    _ = try await device.repository.update(SequentialNoteIDGenerator.id(1)) { $0.trashed = FixedClock.start }
    _ = try await device.repository.purge([SequentialNoteIDGenerator.id(1)])
    #expect(try !files(with: "zyxwvquince").isEmpty)
    try await maintenance(device).rebuild()
    #expect(try files(with: "zyxwvquince") == [])
  }

  @Test func `the tags in texts are found again`() async throws {
    // Given
    let device = try SQLiteDevice(path: path)
    try await device.repository.insert([.sample(1, body: "see #rye")])
    try await device.database.connection.write { database in
      try database.execute(sql: "UPDATE note SET inline_tags = '[\"old\"]'; UPDATE note_tag SET tag = 'old'")
    }
    // When
    try await maintenance(device).rebuild()
    // Then
    let tags = try device.database.connection.withDatabase { database in
      try database.all("SELECT tag FROM note_tag UNION ALL SELECT inline_tags FROM note") { $0.text(0) }
    }
    #expect(tags == ["rye", #"["rye"]"#])
  }

  @Test(arguments: [
    "INSERT INTO change_set (id, made, kind, notes) VALUES (9223372036854775807, 0, 0, 1)",
    "INSERT INTO blob (digest, id, size, received, touched) VALUES ('DIGEST', 1099511627776, 3, 3, 0)",
    "INSERT INTO blob (digest, id, size, received, touched) VALUES ('DIGEST', 1, -3, -3, 0)",
  ])
  func `numbers that no program writes are errors`(statement: String) async throws {
    // Given
    let device = try SQLiteDevice(path: path)
    let digest = SampleBlob.abc.digest
    try await device.database.connection.write { database in
      try database.execute(sql: statement.replacing("DIGEST", with: digest.description))
    }
    // Then
    let error = await #expect(throws: StoreError.self) {
      try await device.repository.insert([.sample(1)])
      _ = try await device.blobs.add(SampleBlob.abc.piece(0..<3))
    }
    guard case .corrupt? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `an index that lost rows is filled again`() async throws {
    let device = try SQLiteDevice(path: path)
    let attachment = try #require(Attachment(name: "a.txt", digest: SampleBlob.abc.digest, size: 3))
    try await device.repository.insert([
      .sample(1, title: "Tea", body: "see [[Other]] #inline", tags: ["kitchen"]) { $0.attachments = [attachment] }
    ])
    let tables = ["note_tag", "note_attachment", "note_name", "note_link"]
    let before = try tables.map { try device.number("SELECT count(*) FROM \($0)") }
    try await device.database.connection.write { database in
      for table in tables.dropLast() { try database.execute(sql: "DELETE FROM \(table)") }
      for index in ["note_link", "note_fts"] {
        try database.execute(sql: "INSERT INTO \(index) (\(index)) VALUES ('delete-all')")
      }
    }
    try await maintenance(device).rebuild()
    #expect(try tables.map { try device.number("SELECT count(*) FROM \($0)") } == before && !before.contains(0))
    #expect(try await device.links.brokenLinks().map(\.name.key) == ["other"])
    #expect(try await device.repository.search(SearchQuery("other")).hits.count == 1)
  }
}
