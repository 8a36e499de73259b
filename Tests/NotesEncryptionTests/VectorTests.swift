import Crypto
import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesEncryption

@Suite("The examples of the second implementation") struct VectorTests {
  private let vectors: Vectors
  private let cipher = AESVaultCipher()

  init() throws { vectors = try Vectors.load() }

  @Test func `lengths are padded to the same`() {
    for pair in vectors.padding { #expect(Padding.length(for: pair[0]) == pair[1], "\(pair[0])") }
  }

  @Test func `the same keys are derived`() throws {
    for vector in vectors.derivations {
      let purpose = try #require(KeyDerivation.Purpose(rawValue: vector.purpose))
      let derivation = KeyDerivation(secret: vector.key.bytes, vault: try .named(vector.vault))
      let derived = derivation.bytes(purpose, vector.context.bytes, count: vector.length)
      #expect(derived == vector.derived.bytes, "\(vector.purpose)")
    }
  }

  @Test func `versions have the same bytes, and are opened`() throws {
    for vector in vectors.items {
      let keys = VaultKeys(vault: try .named(vector.vault), current: try vector.key.vaultKey())
      let version = SealedVersion(
        payload: vector.operation == "deletion" ? nil : vector.note.bytes,
        blobs: try vector.blobs.map { try $0.sealedBlob() })
      let occasion = SealOccasion(
        note: vector.item.noteID(), base: Revision(vector.replaces),
        device: DeviceID(bits: UInt128(bigEndian: vector.device.bytes)), batch: vector.batch)
      #expect(cipher.seal(version, as: occasion, with: keys) == vector.payload.bytes, "\(vector.name)")
      let opened = try cipher.open(vector.payload.bytes, of: occasion.note, with: keys)
      #expect(opened == OpenedVersion(version, base: occasion.base, key: keys.current.id), "\(vector.name)")
    }
  }

  @Test func `blobs have the same sealed form`() throws {
    for vector in vectors.blobs {
      let blob = try vector.blob.sealedBlob()
      let content = (0..<vector.size).map { UInt8($0 % 251) }
      let layout = BlobLayout(of: blob.digest, size: vector.size)
      #expect(layout.sealedSize == vector.length)
      var hash = SHA256()
      for index in 0..<layout.chunkCount {
        let start = min(index * BlobChunk.size, content.count)
        var chunk = Array(content[start..<min(start + layout.length(of: index), content.count)])
        chunk += repeatElement(0, count: layout.length(of: index) - chunk.count)
        let key = try vector.key.vaultKey()
        hash.update(data: cipher.seal(chunk, as: layout.chunk(index), with: key, in: try .named(vector.vault)))
      }
      #expect(Array<UInt8>(hash.finalize()) == blob.sealed.bytes, "\(vector.size) bytes")
    }
  }

  @Test func `keyrings are opened by passphrase, code and keys`() async throws {
    let keyrings = ScryptKeyringCipher(parameters: .recommended, randomness: SeededRandomness())
    for vector in vectors.keyrings {
      let vault = try VaultID.named(vector.vault)
      let opened = OpenedKeyring(
        Keyring(generation: try #require(KeyringGeneration(vector.generation)), bytes: vector.keyring.bytes),
        keys: try vector.keys.vaultKeys(of: vector.vault))
      let passphrase = try #require(Passphrase(vector.passphrase))
      let code = try #require(RecoveryCode(vector.code))
      let bytes = vector.keyring.bytes
      #expect(try await keyrings.open(bytes, of: vault, by: .passphrase(passphrase)) == opened, "\(vector.name)")
      #expect(try await keyrings.open(bytes, of: vault, by: .recoveryCode(code)) == opened, "\(vector.name)")
      #expect(try keyrings.verify(bytes, with: opened.keys) == opened.keyring, "\(vector.name)")
    }
  }

  @Test func `recovery codes are written and read alike`() throws {
    for vector in vectors.recovery_codes {
      let code = try #require(RecoveryCode(bytes: vector.secret.bytes))
      #expect(code.text == vector.code)
      for text in [vector.code] + vector.also { #expect(RecoveryCode(text) == code, "\(text)") }
    }
    for refusal in vectors.refusals.recovery_codes {
      #expect(RecoveryCode(refusal.request.code) == nil, "\(refusal.name)")
    }
  }

  @Test func `versions that are not genuine are refused`() throws {
    // Those that are earlier than a known one are refused by what a device knows: see the server that cheats.
    for refusal in vectors.refusals.items where refusal.request.known == nil {
      let keys = try refusal.request.keys.vaultKeys(of: refusal.request.vault)
      #expect(throws: SealError.self, "\(refusal.name)") {
        try cipher.open(refusal.request.payload.bytes, of: refusal.request.item.noteID(), with: keys)
      }
    }
  }

  @Test func `keyrings that are not genuine are refused`() async throws {
    let keyrings = ScryptKeyringCipher(parameters: .recommended, randomness: SeededRandomness())
    for refusal in vectors.refusals.keyrings where refusal.request.generation == nil {
      let (request, vault) = (refusal.request, try VaultID.named(refusal.request.vault))
      await #expect(throws: KeyringError.self, "\(refusal.name)") {
        if let keys = request.keys {
          _ = try keyrings.verify(request.keyring.bytes, with: keys.vaultKeys(of: request.vault))
        } else if let code = request.code.flatMap({ RecoveryCode($0) }) {
          _ = try await keyrings.open(request.keyring.bytes, of: vault, by: .recoveryCode(code))
        } else {
          let passphrase = try #require(Passphrase(request.passphrase ?? ""))
          _ = try await keyrings.open(request.keyring.bytes, of: vault, by: .passphrase(passphrase))
        }
      }
    }
  }
}
