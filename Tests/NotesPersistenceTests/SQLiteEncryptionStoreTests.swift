import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesPersistence

@Suite("What a device knows of encrypted vaults, in SQLite")
struct SQLiteEncryptionStoreTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("notes.db") }

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("Fulfills the contract of its port", arguments: EncryptionStoreContract.clauses)
  func contract(_ clause: EncryptionStoreContract.Clause) async throws {
    try await clause.check(SQLiteDevice(path: path).encryption)
  }

  @Test("A keyring is still known when the store is opened again")
  func reopening() async throws {
    let keyring = KnownKeyring(Keyring(generation: 3, bytes: [1, 2, 3]), stage: .encrypting)
    try await SQLiteDevice(path: path).encryption.save(keyring, of: .main)
    #expect(try await SQLiteDevice(path: path).encryption.keyring(of: .main) == keyring)
  }
}
