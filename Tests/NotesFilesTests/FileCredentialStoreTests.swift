import Foundation
import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesFiles

@Suite struct FileCredentialStoreTests {
  private let folder: TemporaryFolder
  private let path: String
  private let store: FileCredentialStore

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("state/credentials")
    store = FileCredentialStore(settings: CredentialSettings(path: path))
  }

  @Test(arguments: CredentialStoreContract.clauses)
  func `the file fulfills the contract of its port`(_ clause: CredentialStoreContract.Clause) async throws {
    try await clause.check(store)
  }

  @Test func `the file and its folder are readable by their owner only, and nothing else is left there`() async throws {
    try await store.save(.sample(1))
    try await store.save(.sample(2))
    #expect(try folder.permissions("state/credentials") == 0o600)
    #expect(try folder.permissions("state") == 0o700)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("state")) == ["credentials"])
  }

  @Test(arguments: [0o640, 0o604, 0o660, 0o620, 0o601, 0o644, 0o666] as [mode_t])
  func `a file that others can read is refused, and may be removed`(mode: mode_t) async throws {
    try await store.save(.sample(1))
    #expect(chmod(path, mode) == 0)
    await #expect(throws: CredentialError.exposed(path: path, mode: UInt16(mode))) { try await store.load() }
    let expected = try Credentials.sample(1)
    #expect(await store.salvage() == expected)
    try await store.remove()
    #expect(try await store.load() == nil)
  }

  @Test func `links and folders are refused`() async throws {
    try await store.save(.sample(1))
    #expect(rename(path, path + "-elsewhere") == 0 && symlink(path + "-elsewhere", path) == 0)
    await #expect(throws: CredentialError.wrongOwner(path: path)) { try await store.load() }
    #expect(await store.salvage() == nil)
    #expect(unlink(path) == 0 && mkdir(path, 0o700) == 0)
    await #expect(throws: CredentialError.wrongOwner(path: path)) { try await store.load() }
  }

  @Test func `saving replaces a link, and does not follow it`() async throws {
    try await store.save(.sample(1))
    #expect(rename(path, path + "-elsewhere") == 0 && symlink(path + "-elsewhere", path) == 0)
    try await store.save(.sample(2))
    let expected2 = try Credentials.sample(2)
    #expect(try await store.load() == expected2)
    let other = FileCredentialStore(settings: CredentialSettings(path: path + "-elsewhere"))
    let expected1 = try Credentials.sample(1)
    #expect(try await other.load() == expected1)
  }

  @Test(arguments: [
    "", "version: 1\n", "version: 2\n", "nonsense", "version: 1\nversion: 1\n", "\u{0}",
    String(repeating: "x", count: 70_000),
  ])
  func `invalid credentials are refused`(text: String) async throws {
    try await store.save(.sample(1))
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    #expect(chmod(path, 0o600) == 0)
    await #expect(throws: CredentialError.damaged(path: path)) { try await store.load() }
    #expect(await store.salvage() == nil)
  }

  @Test func `each line is required, and unknown names are ignored`() throws {
    let text = CredentialFileFormat.encode(try .sample(1))
    let expected1 = try Credentials.sample(1)
    #expect(CredentialFileFormat.decode(text + "colour: blue\n") == expected1)
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      #expect(CredentialFileFormat.decode(text.replacingOccurrences(of: line + "\n", with: "")) == nil)
      #expect(CredentialFileFormat.decode(text + line + "\n") == nil)
    }
    #expect(CredentialFileFormat.decode(text.replacingOccurrences(of: "https", with: "http")) == nil)
  }

  @Test func `a file without keys is that of earlier programs`() async throws {
    // Given
    let credentials = try Credentials.sample(1)
    let earlier = """
      # Keep this secret: anyone with the token can read and change all of your notes.
      version: 1
      server: https://notes.example.org
      account: ada
      vault: ada
      device: 0000000000000001
      token: notes_\(String(repeating: "01", count: 32))

      """
    // When
    try await store.save(credentials)
    // Then
    #expect(try folder.read("state/credentials") == Array(earlier.utf8))
    #expect(CredentialFileFormat.decode(earlier) == credentials)
  }

  @Test func `keys are hexadecimal, the current one first`() throws {
    var credentials = try Credentials.sample(1)
    let current = try #require(VaultKey(id: VaultKeyID(bits: 7), secret: Array(repeating: 0xAB, count: 32)))
    let earlier = try #require(VaultKey(id: VaultKeyID(bits: .max), secret: Array(repeating: 0, count: 32)))
    credentials.keys = VaultKeys(vault: credentials.vault, current: current, earlier: [earlier])
    let (ab, zero) = (String(repeating: "ab", count: 32), String(repeating: "00", count: 32))
    let text =
      CredentialFileFormat.encode(try .sample(1)) + "keys: 0000000000000007:\(ab) ffffffffffffffff:\(zero)\n"
    #expect(CredentialFileFormat.encode(credentials) == text)
    #expect(CredentialFileFormat.decode(text) == credentials)
  }

  @Test func `keys that are cut off or no keys make the file invalid`() async throws {
    var credentials = try Credentials.sample(1)
    credentials.keys = VaultKeys(vault: credentials.vault, current: VaultKey(using: SeededRandomness()))
    let text = CredentialFileFormat.encode(credentials)
    #expect(CredentialFileFormat.decode(text) == credentials)
    let before = CredentialFileFormat.encode(try .sample(1))
    #expect(text.hasPrefix(before))
    let keys = String(text.dropFirst(before.count + 6).dropLast())
    let damaged = [
      "", " ", "x", String(keys.dropLast()), keys + " ", keys + " x", keys.uppercased(), "\(VaultKeyID(bits: 1)):",
    ]
    for keys in damaged {
      #expect(CredentialFileFormat.decode(before + "keys: \(keys)\n") == nil)
    }
    try folder.write((before + "keys: x\n").utf8, to: "state/credentials")
    #expect(chmod(path, 0o600) == 0)
    await #expect(throws: CredentialError.damaged(path: path)) { try await store.load() }
  }

  @Test func `no description of credentials reveals a key`() throws {
    var credentials = try Credentials.sample(1)
    let key = try #require(VaultKey(id: VaultKeyID(bits: 7), secret: Array(100..<132)))
    credentials.keys = VaultKeys(vault: credentials.vault, current: key, earlier: [key])
    var dumped = ""
    dump(credentials, to: &dumped)
    for text in ["\(credentials)", String(reflecting: credentials), dumped] {
      #expect(!text.contains("100, 101") && !text.contains("646566") && !text.contains("- 100"), "\(text)")
    }
  }

  @Test func `a folder that cannot be created is an error that names the file`() async throws {
    try Data().write(to: URL(fileURLWithPath: folder.file("state")))
    await #expect(throws: CredentialError.failed(path: path, detail: "Not a directory")) {
      try await store.save(.sample(1))
    }
  }
}
