import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesEncryption

@Suite("The cipher of keyrings") struct KeyringCipherTests {
  private let randomness = SeededRandomness(seed: 3)
  private let cipher: any KeyringCipher
  private let keys: VaultKeys
  private let code: RecoveryCode

  init() {
    // A thousandth of the real cost.
    let parameters = ScryptParameters(logarithm: 7, blockSize: 8, parallelism: 1)
    cipher = ScryptKeyringCipher(parameters: parameters, randomness: randomness)
    keys = VaultKeys(vault: .main, current: VaultKey(using: randomness), earlier: [VaultKey(using: randomness)])
    code = RecoveryCode(using: randomness)
  }

  private func keyring() async throws -> [UInt8] {
    try await cipher.seal(keys, generation: 1, for: .sample(), and: code).bytes
  }

  @Test("Fulfills the contract of its port", arguments: KeyringCipherContract.clauses)
  func contract(_ clause: KeyringCipherContract.Clause) async throws {
    try await clause.check(cipher)
  }

  @Test func `the keys are nowhere in the bytes`() async throws {
    let bytes = try await keyring()
    for key in [keys.current] + keys.earlier {
      #expect(bytes.indices.dropLast(8).allSatisfy { Array(bytes[$0..<$0 + 8]) != Array(key.secret[..<8]) })
    }
  }

  @Test func `two keyrings of the same keys and secrets share the names of keys and the check of the code only`()
    async throws
  {
    let (one, two) = (try await keyring(), try await keyring())
    // 16 bytes check, 2 of the number of keys, 8 of a name, and a few by accident.
    #expect(zip(one[19...], two[19...]).count { $0 == $1 } < 16 + 2 + 8 + 6)
  }

  @Test func `a damaged keyring is told from a wrong passphrase`() async throws {
    var bytes = try await keyring()
    bytes[60] ^= 1
    await #expect(throws: KeyringError.damaged) {
      try await cipher.open(bytes, of: .main, by: .passphrase(.sample()))
    }
  }

  @Test(arguments: [(16, 0), (16, 1), (16, 6), (16, 9), (16, 30), (16, 255), (17, 1), (17, 255), (18, 0), (18, 255)])
  func `a cost below the recommended one or far above it is refused`(index: Int, value: UInt8) async throws {
    var bytes = try await keyring()
    bytes[index] = value
    await #expect(throws: KeyringError.unacceptableCost) {
      try await cipher.open(bytes, of: .main, by: .passphrase(.sample()))
    }
  }

  @Test func `the module uses the recommended cost`() throws {
    #expect(ScryptParameters.recommended == ScryptParameters(logarithm: 17, blockSize: 8, parallelism: 1))
  }

  @Test func `no description reveals a key, a passphrase or a code`() {
    let passphrase = Passphrase.sample()
    for text in ["\(keys)", "\(passphrase)", "\(code)", String(reflecting: keys), String(reflecting: code)] {
      #expect(!text.contains("horse"))
      #expect(!text.contains("\(keys.current.secret[0]), \(keys.current.secret[1])"))
      #expect(!text.contains("\(code.bytes[0]), \(code.bytes[1])"))
    }
  }
}
