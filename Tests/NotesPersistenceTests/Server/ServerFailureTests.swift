import Foundation
import GRDB
import NotesDisk
import NotesDomain
import NotesHosting
import NotesTestSupport
import Synchronization
import Testing

@testable import NotesPersistence

@Suite("Failures of a server's store") struct ServerFailureTests {
  private let folder: TemporaryFolder
  private let database: ServerDatabase
  private let vaults: SQLiteServerStore
  private let accounts: SQLiteAccountStore
  private var path: String { folder.file("server.sqlite") }
  private let name: AccountName
  private let digest = [UInt8](repeating: 1, count: 32)

  init() async throws {
    folder = try TemporaryFolder()
    database = try ServerDatabase(
      settings: ServerStoreSettings(path: folder.file("server.sqlite"), busyTimeout: .milliseconds(1)))
    vaults = SQLiteServerStore(database: database)
    accounts = SQLiteAccountStore(database: database)
    name = try #require(AccountName("ada"))
    let hash = PasswordHash(text: "$")
    _ = try await accounts.add(Account(name: name, vault: .main, created: FixedClock.start), hash: hash)
    let device = SignedInDevice(
      id: SignedInDeviceID(bits: 1), label: "laptop", signedIn: FixedClock.start, lastSeen: FixedClock.start)
    _ = try await accounts.add(device, digest: digest, to: name, knownBy: hash, limit: 9)
    try await save(1, bytes: 100)
  }

  private func save(_ number: UInt64, bytes: Int) async throws {
    try await vaults.write(.main) { transaction in
      let start = VaultState.Start(epoch: Epoch(bits: 1), head: .none)
      try transaction.save(state: VaultState(epochs: [start], head: Revision(Int64(number))))
      try transaction.save(
        VaultItem(
          id: SequentialNoteIDGenerator.id(number), revision: Revision(Int64(number)),
          payload: Array(repeating: 7, count: bytes)))
    }
  }

  private func contents() async throws -> VaultContents {
    try await vaults.read(.main) { transaction in try transaction.contents() }
  }

  @Test func `a full disk leaves the contents unchanged and readable, and writing succeeds once there is space`()
    async throws
  {
    let before = try await contents()
    let pages = try database.query { try $0.number("PRAGMA page_count") }
    try await database.write { try $0.execute(sql: "PRAGMA max_page_count = \(pages + 1)") }
    await #expect(throws: StoreError.diskFull(path: path)) { try await save(2, bytes: 500_000) }
    #expect(try await contents() == before)
    #expect(try database.health() == .readOnly(.diskFull(path: path)))
    #expect(try await accounts.principal(withDigest: digest) != nil)
    try await database.write { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
    try await save(2, bytes: 500_000)
    #expect(try await contents().items.count == 2)
    #expect(try database.health() == .ready)
  }

  @Test func `on a full disk a device is signed out and an account removed, with the space that is reserved for it`()
    async throws
  {
    // Given
    #expect(try folder.names().contains("server.sqlite.reserve"))
    let size = try #require(stat(of: path + ".reserve")).st_size
    #expect(size == DiskReserve.bytes)
    // When each write fails once, as on a full disk
    let reserve = path + ".reserve"
    let path = path
    let runs = Mutex(0)
    let exists = try await database.write(usesReserve: true) { _ in
      let isFirst = runs.withLock { runs in
        runs += 1
        return runs == 1
      }
      if isFirst { throw StoreError.diskFull(path: path) }
      return access(reserve, F_OK) == 0
    }
    // Then
    #expect(!exists)
    #expect(access(reserve, F_OK) == 0, "it is restored")
    await #expect(throws: StoreError.diskFull(path: path)) {
      try await database.write { _ in throw StoreError.diskFull(path: path) }
    }
  }

  @Test func `while another process writes, the store is locked for writing, and can be read`() async throws {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try other.unsafeReentrantWrite { try $0.execute(sql: "BEGIN IMMEDIATE") }
    await #expect(throws: StoreError.locked(path: path)) { try await save(2, bytes: 1) }
    #expect(try await contents().items.count == 1)
    #expect(try await accounts.principal(withDigest: digest) != nil)
    try other.unsafeReentrantWrite { try $0.execute(sql: "ROLLBACK") }
    try await save(2, bytes: 1)
  }

  @Test func `in a read-only folder, devices are recognized and vaults are read, and writing is refused`()
    async throws
  {
    let settings = ServerStoreSettings(path: path)
    try StoreConnection(server: settings).withDatabase { _ = try $0.checkpoint(.truncate) }
    // Permissions do not apply to the superuser, who may run this: a child process drops its privileges first.
    await #expect(processExitsWith: .success) {
      [source = path as String, target = folder.file("closed") as String] in
      try await ReadOnlyServerScenario(source: source, folder: target).run()
    }
  }
}
