import GRDB
import NotesDomain
import NotesHosting
import NotesTestSupport
import Testing

@testable import NotesPersistence

@Suite("Accounts in SQLite") struct SQLiteAccountStoreTests {
  private let folder: TemporaryFolder
  private let database: ServerDatabase
  private let subject: AccountStoreContract.Subject

  init() throws {
    folder = try TemporaryFolder()
    database = try ServerDatabase(settings: ServerStoreSettings(path: folder.file("server.sqlite")))
    subject = AccountStoreContract.Subject(
      accounts: SQLiteAccountStore(database: database), vaults: SQLiteServerStore(database: database))
  }

  @Test("Fulfills the contract of its port", arguments: AccountStoreContract.clauses)
  func contract(_ clause: AccountStoreContract.Clause) async throws {
    try await clause.check(subject)
  }

  @Test("Fulfills the contract of the log", arguments: AuditStoreContract.clauses)
  func auditContract(_ clause: AuditStoreContract.Clause) async throws {
    try await clause.check(SQLiteAuditStore(database: database))
  }

  @Test func `a large vault is removed in portions, which an interrupted removal leaves to the next`() async throws {
    // Given a vault with more than two portions, whose removal is interrupted after the first
    let name = try #require(AccountName("ada"))
    let vault = try #require(VaultID("vault-of-ada"))
    let account = Account(name: name, vault: vault, created: FixedClock.start)
    _ = try await subject.accounts.add(account, hash: PasswordHash(text: "$"))
    try await subject.vaults.write(vault) { transaction in
      let start = VaultState.Start(epoch: Epoch(bits: 1), head: .none)
      try transaction.save(state: VaultState(epochs: [start], head: Revision(1_100)))
      try transaction.save(
        (1...1_100 as ClosedRange<UInt64>).map { number in
          VaultItem(id: SequentialNoteIDGenerator.id(number), revision: Revision(Int64(number)), payload: [1])
        })
    }
    func items() throws -> Int { try database.query { try $0.number("SELECT count(*) FROM item") } }
    try await database.write { connection in
      try connection.run("DELETE FROM account")
      try connection.abandonVault(1)
    }
    #expect(try await database.write { try $0.removeAbandonedPortion() })
    #expect(try items() == 600)
    // Then nothing finds the vault
    #expect(try await subject.vaults.vaults() == [])
    #expect(try await subject.vaults.read(vault) { try !$0.isKnown() })
    // When the account is removed once more
    #expect(try await !subject.accounts.remove(name))
    // Then
    #expect(try items() == 0)
    #expect(try database.query { try $0.number("SELECT count(*) FROM vault") } == 0)
  }

  @Test func `no table contains rows of a removed vault`() async throws {
    let name = try #require(AccountName("ada"))
    let vault = try #require(VaultID("vault-of-ada"))
    _ = try await subject.accounts.add(
      Account(name: name, vault: vault, created: FixedClock.start), hash: PasswordHash(text: "$"))
    let digest = try #require(BlobDigest(bytes: Array(repeating: 1, count: BlobDigest.count)))
    try await subject.vaults.write(vault) { transaction in
      try transaction.append(BlobPiece(digest: digest, size: 1, offset: 0, bytes: [1]), at: FixedClock.start)
      try transaction.save(references: [SequentialNoteIDGenerator.id(1): [digest]], at: FixedClock.start)
      let start = VaultState.Start(epoch: Epoch(bits: 1), head: .none)
      try transaction.save(state: VaultState(epochs: [start], head: Revision(1)))
      try transaction.save(VaultItem(id: SequentialNoteIDGenerator.id(1), revision: Revision(1), payload: [1]))
      try transaction.save(
        BatchReceipt(device: DeviceID(bits: 5), number: 1, digest: [3], results: [], head: Revision(1)))
    }
    let tables = try database.query { connection in
      try String.fetchAll(
        connection,
        sql: """
          SELECT m.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c
          WHERE m.type = 'table' AND c.name = 'vault' AND m.name <> 'account' ORDER BY m.name
          """)
    }
    #expect(tables.count >= 6)
    func rows(_ table: String) throws -> Int? {
      try database.query { try Int.fetchOne($0, sql: "SELECT count(*) FROM \"\(table)\"") }
    }
    for table in tables { #expect(try rows(table) == 1, "\(table)") }
    _ = try await subject.accounts.remove(name)
    for table in tables + ["vault", "account"] { #expect(try rows(table) == 0, "\(table)") }
  }

  @Test func `a token is found by an index`() throws {
    let plan = try database.query { connection in
      try Row.fetchAll(connection, sql: "EXPLAIN QUERY PLAN SELECT id FROM device WHERE digest = x'00'")
        .map { row in row["detail"] as String? ?? "" }
    }
    #expect(plan.count == 1 && plan[0].hasPrefix("SEARCH device"), "\(plan)")
  }

  @Test func `a change by another process takes effect at once`() async throws {
    let name = try #require(AccountName("ada"))
    let vault = try #require(VaultID("vault-of-ada"))
    let hash = PasswordHash(text: "$")
    _ = try await subject.accounts.add(Account(name: name, vault: vault, created: FixedClock.start), hash: hash)
    let device = SignedInDevice(
      id: SignedInDeviceID(bits: 1), label: "laptop", signedIn: FixedClock.start, lastSeen: FixedClock.start)
    let digest = [UInt8](repeating: 1, count: 32)
    _ = try await subject.accounts.add(device, digest: digest, to: name, knownBy: hash, limit: 9)
    #expect(try await subject.accounts.principal(withDigest: digest) != nil)
    let other = SQLiteAccountStore(
      database: try ServerDatabase(settings: ServerStoreSettings(path: folder.file("server.sqlite"))))
    #expect(try await other.remove(device.id, of: name))
    #expect(try await subject.accounts.principal(withDigest: digest) == nil)
  }
}
