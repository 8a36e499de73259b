package import NotesDomain
import Testing

/// The contract of ``VaultCipher``, checked against each implementation.
package enum VaultCipherContract {
  /// A clause of the contract.
  package typealias Clause = ContractClause<any VaultCipher>

  /// All clauses.
  package static let clauses: [Clause] = [
    Clause("A version is opened as it was sealed, with the revision that it replaces") { cipher async throws in
      for version in [version, SealedVersion(payload: nil), SealedVersion(payload: [])] {
        let sealed = cipher.seal(version, as: occasion(), with: keys)
        let opened = try cipher.open(sealed, of: occasion().note, with: keys)
        #expect(opened == OpenedVersion(version, base: Revision(7), key: keys.current.id))
      }
    },
    Clause("The same version for the same batch has the same bytes") { cipher async throws in
      let sealed = cipher.seal(version, as: occasion(), with: keys)
      #expect(cipher.seal(version, as: occasion(), with: keys) == sealed)
    },
    Clause("A version is refused for another note, in another vault, and with another key of the same name") {
      cipher async throws in
      let sealed = cipher.seal(version, as: occasion(), with: keys)
      let elsewhere = VaultKeys(vault: try #require(VaultID("other")), current: keys.current)
      let secret = VaultKey(using: SeededRandomness(seed: 9)).secret
      let otherKey = VaultKeys(vault: .main, current: try #require(VaultKey(id: keys.current.id, secret: secret)))
      #expect(throws: SealError.notAuthentic) { try cipher.open(sealed, of: occasion(note: 2).note, with: keys) }
      #expect(throws: SealError.notAuthentic) { try cipher.open(sealed, of: occasion().note, with: elsewhere) }
      #expect(throws: SealError.notAuthentic) { try cipher.open(sealed, of: occasion().note, with: otherKey) }
    },
    Clause("A changed bit is noticed, wherever it is") { cipher async throws in
      let sealed = cipher.seal(version, as: occasion(), with: keys)
      for index in sealed.indices {
        var changed = sealed
        changed[index] ^= 4
        #expect(throws: SealError.self, "byte \(index)") {
          try cipher.open(changed, of: occasion().note, with: keys)
        }
      }
    },
    Clause("A version that was cut off or made longer is refused") { cipher async throws in
      let sealed = cipher.seal(version, as: occasion(), with: keys)
      for bytes in [[], Array(sealed.dropLast()), Array(sealed.prefix(20)), sealed + [0]] {
        #expect(throws: SealError.self) { try cipher.open(bytes, of: occasion().note, with: keys) }
      }
    },
    Clause("Plain text is in no known format, nor is a keyring") { cipher async throws in
      for bytes in [NotePayload.encode(.sample(1)), Array("NKR".utf8) + [UInt8](repeating: 1, count: 200)] {
        #expect(throws: SealError.unknownFormat) { try cipher.open(bytes, of: occasion().note, with: keys) }
      }
    },
    Clause("Earlier keys open what they sealed, and a missing one is named") { cipher async throws in
      let sealed = cipher.seal(version, as: occasion(), with: keys)
      let next = VaultKey(using: SeededRandomness(seed: 2))
      let rotated = VaultKeys(vault: .main, current: next, earlier: [keys.current])
      #expect(try cipher.open(sealed, of: occasion().note, with: rotated).version == version)
      #expect(throws: SealError.unknownKey(keys.current.id)) {
        try cipher.open(sealed, of: occasion().note, with: VaultKeys(vault: .main, current: next))
      }
    },
    Clause("A chunk is opened in its place, and longer by a fixed number of bytes") { cipher async throws in
      for bytes in [[], [1], [UInt8](repeating: 7, count: BlobChunk.size)] {
        let sealed = cipher.seal(bytes, as: chunk(), with: keys.current, in: .main)
        #expect(sealed.count == bytes.count + BlobChunk.overhead)
        #expect(try cipher.open(sealed, as: chunk(), with: keys.current, in: .main) == bytes)
      }
    },
    Clause("A chunk is refused at another position, as the last one, and in another blob or vault") {
      cipher async throws in
      let sealed = cipher.seal([1, 2, 3], as: chunk(), with: keys.current, in: .main)
      for other in [chunk(index: 1), chunk(isLast: true), chunk(of: .sample(2))] {
        #expect(throws: SealError.notAuthentic) {
          try cipher.open(sealed, as: other, with: keys.current, in: .main)
        }
      }
      let vault = try #require(VaultID("other"))
      #expect(throws: SealError.notAuthentic) { try cipher.open(sealed, as: chunk(), with: keys.current, in: vault) }
    },
  ]

  private static let keys = VaultKeys(vault: .main, current: VaultKey(using: SeededRandomness(seed: 1)))
  private static let version = SealedVersion(
    payload: NotePayload.encode(.sample(1, body: "Sow tomatoes in March.")),
    blobs: [SealedBlob(digest: .sample(1), size: 12, sealed: .sample(2), key: VaultKeyID(bits: 3))])

  private static func occasion(note: UInt64 = 1) -> SealOccasion {
    SealOccasion(note: SequentialNoteIDGenerator.id(note), base: Revision(7), device: DeviceID(bits: 5), batch: 3)
  }

  private static func chunk(of blob: BlobDigest = .sample(1), index: Int = 0, isLast: Bool = false) -> BlobChunk {
    BlobChunk(of: blob, index: index, isLast: isLast)
  }
}
