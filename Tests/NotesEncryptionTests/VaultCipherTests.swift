import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesEncryption

@Suite("The cipher of a vault") struct VaultCipherTests {
  private static let vault = VaultID.main
  private let cipher = AESVaultCipher()
  private let keys = VaultKeys(vault: Self.vault, current: VaultKey(using: SeededRandomness(seed: 1)))
  private let occasion = SealOccasion(
    note: SequentialNoteIDGenerator.id(1), base: Revision(7), device: DeviceID(bits: 5), batch: 3)
  private let version = SealedVersion(
    payload: NotePayload.encode(.sample(1, body: "Sow tomatoes in March.")),
    blobs: [
      SealedBlob(digest: .sample(1), size: 12, sealed: .sample(2), key: VaultKeyID(bits: 3)),
      SealedBlob(digest: .sample(4), size: 0, sealed: .sample(5), key: VaultKeyID(bits: .max)),
    ])

  @Test("Fulfills the contract of its port", arguments: VaultCipherContract.clauses)
  func contract(_ clause: VaultCipherContract.Clause) async throws {
    try await clause.check(cipher)
  }

  @Test(arguments: [Attachment.maximumSize + 1, .max])
  func `a version that names a file of a size that none has is not opened`(size: Int) {
    let blob = SealedBlob(digest: .sample(1), size: size, sealed: .sample(2), key: VaultKeyID(bits: 3))
    let sealed = cipher.seal(SealedVersion(payload: [8], blobs: [blob]), as: occasion, with: keys)
    #expect(throws: SealError.notAuthentic) { try cipher.open(sealed, of: occasion.note, with: keys) }
    // A store may know it from an earlier version of this program.
    #expect(BlobLayout(of: blob.digest, size: size).sealedSize > 0)
  }

  @Test func `versions of any length are opened, and their sealed sizes are those of the padding`() throws {
    var dice = SplitMix64(seed: 11)
    for _ in 0..<300 {
      let payload = (0..<Int(dice.next() % 3000)).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
      let version = SealedVersion(payload: payload)
      let sealed = cipher.seal(version, as: occasion, with: keys)
      #expect(try cipher.open(sealed, of: occasion.note, with: keys).version == version)
      #expect(sealed.count == 45 + Padding.length(for: 7 + payload.count))
    }
  }

  @Test func `one cipher for several vaults and keys seals like one for each`() throws {
    let other = try #require(VaultID("other"))
    let next = VaultKey(using: SeededRandomness(seed: 2))
    let sameName = try #require(VaultKey(id: keys.current.id, secret: next.secret))
    for (vault, key) in [
      (.main, keys.current), (other, keys.current), (other, next), (other, sameName), (.main, sameName),
    ] {
      let keys = VaultKeys(vault: vault, current: key)
      #expect(
        cipher.seal(version, as: occasion, with: keys) == AESVaultCipher().seal(version, as: occasion, with: keys))
    }
  }

  @Test func `the same batch has the same bytes, and any other occasion has another nonce`() {
    let sealed = cipher.seal(version, as: occasion, with: keys)
    #expect(cipher.seal(version, as: occasion, with: keys) == sealed)
    var nonces: Set<[UInt8]> = [Array(sealed[17..<29])]
    let note = occasion.note
    for other in [
      SealOccasion(note: note, base: Revision(8), device: DeviceID(bits: 5), batch: 3),
      SealOccasion(note: note, base: Revision(7), device: DeviceID(bits: 6), batch: 3),
      SealOccasion(note: note, base: Revision(7), device: DeviceID(bits: 5), batch: 4),
      SealOccasion(note: SequentialNoteIDGenerator.id(2), base: Revision(7), device: DeviceID(bits: 5), batch: 3),
    ] {
      nonces.insert(Array(cipher.seal(version, as: other, with: keys)[17..<29]))
    }
    let edited = SealedVersion(payload: NotePayload.encode(.sample(1, body: "Sow tomatoes in April.")))
    nonces.insert(Array(cipher.seal(edited, as: occasion, with: keys)[17..<29]))
    #expect(nonces.count == 6)
  }

  @Test func `no bit can be changed`() {
    let sealed = cipher.seal(version, as: occasion, with: keys)
    for index in sealed.indices {
      for bit in 0..<8 {
        var changed = sealed
        changed[index] ^= 1 << bit
        #expect(throws: SealError.self, "bit \(bit) of byte \(index)") {
          try cipher.open(changed, of: occasion.note, with: keys)
        }
      }
    }
  }

  @Test func `the same content has the same sealed form in one vault, and another one in each other vault`() throws {
    let chunk = BlobChunk(of: .sample(1), index: 0, isLast: true)
    let sealed = cipher.seal([1, 2, 3], as: chunk, with: keys.current, in: Self.vault)
    #expect(cipher.seal([1, 2, 3], as: chunk, with: keys.current, in: Self.vault) == sealed)
    let other = try #require(VaultID("other"))
    #expect(cipher.seal([1, 2, 3], as: chunk, with: keys.current, in: other) != sealed)
  }
}

@Suite("Padding") struct PaddingTests {
  @Test func `short messages have one length`() {
    #expect((0...256).allSatisfy { Padding.length(for: $0) == 256 })
  }

  @Test func `padding adds at most an eighth, never less than nothing, and leaves few lengths`() {
    var lengths: Set<Int> = []
    for count in 257...100_000 {
      let padded = Padding.length(for: count)
      lengths.insert(padded)
      #expect(padded >= count)
      #expect((padded - count) * 100 <= 12 * count, "\(count)")
      #expect(Padding.length(for: padded) == padded)
    }
    #expect(lengths.count < 150)
  }
}
