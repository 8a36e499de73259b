package import NotesDomain
import Testing

/// The contract of ``KeyringCipher``, checked against each implementation.
package enum KeyringCipherContract {
  /// A clause of the contract.
  package typealias Clause = ContractClause<any KeyringCipher>

  /// All clauses.
  package static let clauses: [Clause] = [
    Clause("The passphrase and the recovery code open a keyring") { cipher async throws in
      let keyring = try await keyring(cipher)
      let opened = OpenedKeyring(keyring, keys: keys)
      #expect(keyring.generation == 4)
      #expect(try await cipher.open(keyring.bytes, of: .main, by: .passphrase(first)) == opened)
      #expect(try await cipher.open(keyring.bytes, of: .main, by: .recoveryCode(code)) == opened)
      #expect(try cipher.verify(keyring.bytes, with: keys) == keyring)
    },
    Clause("Another passphrase and another code open nothing") { cipher async throws in
      let bytes = try await keyring(cipher).bytes
      await #expect(throws: KeyringError.wrongPassphrase) {
        try await cipher.open(bytes, of: .main, by: .passphrase(second))
      }
      await #expect(throws: KeyringError.wrongRecoveryCode) {
        try await cipher.open(bytes, of: .main, by: .recoveryCode(otherCode))
      }
    },
    Clause("A new passphrase replaces the earlier one, and the code stays") { cipher async throws in
      let next = try await cipher.replacePassphrase(of: try await keyring(cipher), by: second, with: keys)
      let opened = OpenedKeyring(next, keys: keys)
      #expect(next.generation == 5)
      #expect(try await cipher.open(next.bytes, of: .main, by: .passphrase(second)) == opened)
      #expect(try await cipher.open(next.bytes, of: .main, by: .recoveryCode(code)) == opened)
      await #expect(throws: KeyringError.wrongPassphrase) {
        try await cipher.open(next.bytes, of: .main, by: .passphrase(first))
      }
    },
    Clause("A new code replaces the earlier one, and the passphrase stays") { cipher async throws in
      let next = try cipher.replaceRecoveryCode(of: try await keyring(cipher), by: otherCode, with: keys)
      let opened = OpenedKeyring(next, keys: keys)
      #expect(next.generation == 5)
      #expect(try await cipher.open(next.bytes, of: .main, by: .passphrase(first)) == opened)
      #expect(try await cipher.open(next.bytes, of: .main, by: .recoveryCode(otherCode)) == opened)
      await #expect(throws: KeyringError.wrongRecoveryCode) {
        try await cipher.open(next.bytes, of: .main, by: .recoveryCode(code))
      }
    },
    Clause("A changed keyring is noticed by those who have the keys, wherever it was changed") { cipher async throws in
      let bytes = try await keyring(cipher).bytes
      for index in bytes.indices {
        var changed = bytes
        changed[index] ^= 4
        #expect(throws: KeyringError.self, "byte \(index)") { try cipher.verify(changed, with: keys) }
      }
      for count in [0, 3, 4, bytes.count - 1] {
        #expect(throws: KeyringError.damaged) { try cipher.verify(Array(bytes.prefix(count)), with: keys) }
      }
    },
    Clause("A device without the current key learns that the keys were rotated") { cipher async throws in
      let bytes = try await keyring(cipher).bytes
      let old = VaultKeys(vault: .main, current: VaultKey(using: SeededRandomness(seed: 77)))
      #expect(throws: KeyringError.rotated) { try cipher.verify(bytes, with: old) }
    },
    Clause("A keyring that was made with an earlier key proves nothing, whatever its number") { cipher async throws in
      let former = VaultKeys(vault: .main, current: keys.earlier[0])
      for generation in [KeyringGeneration.first, 9] {
        let bytes = try await cipher.seal(former, generation: generation, for: first, and: code).bytes
        #expect(throws: KeyringError.outdated) { try cipher.verify(bytes, with: keys) }
      }
    },
    Clause("After the highest number only a new key can follow") { cipher async throws in
      let last = try await cipher.seal(keys, generation: 4_294_967_295, for: first, and: code)
      #expect(try cipher.verify(last.bytes, with: keys) == last)
      #expect(throws: KeyringError.exhausted) { try cipher.replaceRecoveryCode(of: last, by: otherCode, with: keys) }
      await #expect(throws: KeyringError.exhausted) {
        try await cipher.replacePassphrase(of: last, by: second, with: keys)
      }
    },
    Clause("A keyring of another vault opens nothing") { cipher async throws in
      let bytes = try await keyring(cipher).bytes
      let vault = try #require(VaultID("other"))
      await #expect(throws: KeyringError.self) { try await cipher.open(bytes, of: vault, by: .passphrase(first)) }
      #expect(throws: KeyringError.damaged) {
        try cipher.verify(bytes, with: VaultKeys(vault: vault, current: keys.current))
      }
    },
    Clause("A keyring of a newer program is told from other bytes") { cipher async throws in
      var newer = try await keyring(cipher).bytes
      newer[3] = 2
      #expect(throws: KeyringError.unknownFormat(version: 2)) { try cipher.verify(newer, with: keys) }
      #expect(throws: KeyringError.damaged) { try cipher.verify(NotePayload.encode(.sample(1)), with: keys) }
    },
  ]

  private static let keys: VaultKeys = {
    let randomness = SeededRandomness(seed: 3)
    return VaultKeys(
      vault: .main, current: VaultKey(using: randomness),
      earlier: [VaultKey(using: randomness), VaultKey(using: randomness)])
  }()
  private static let code = RecoveryCode(using: SeededRandomness(seed: 4))
  private static let otherCode = RecoveryCode(using: SeededRandomness(seed: 5))
  private static let first = Passphrase.sample("correct horse battery")
  private static let second = Passphrase.sample("other words of mine")

  private static func keyring(_ cipher: any KeyringCipher) async throws -> Keyring {
    try await cipher.seal(keys, generation: 4, for: first, and: code)
  }
}

extension Passphrase {
  /// Returns a passphrase of a test.
  package static func sample(_ text: String = "correct horse battery") -> Passphrase {
    guard let passphrase = Passphrase(text) else { preconditionFailure("A passphrase has a character.") }
    return passphrase
  }
}

extension KeyringGeneration: ExpressibleByIntegerLiteral {
  /// Creates a number of a test; 1 for 0.
  package init(integerLiteral value: UInt32) { self = KeyringGeneration(value) ?? .first }
}
