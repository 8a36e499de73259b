package import NotesDomain
import Testing

/// The contract of ``EncryptionStore``, checked against each implementation.
package enum EncryptionStoreContract {
  /// A clause of the contract.
  package typealias Clause = ContractClause<any EncryptionStore>

  /// All clauses.
  package static let clauses: [Clause] = [
    Clause("A vault without a keyring was never encrypted") { store async throws in
      #expect(try await store.keyring(of: .main) == nil)
    },
    Clause("The last saved keyring of a vault replaces the earlier one, and no other vault's") { store async throws in
      let other = try #require(VaultID("other"))
      try await store.save(keyring(1, .creating), of: .main)
      try await store.save(keyring(7), of: other)
      try await store.save(keyring(2), of: .main)
      #expect(try await store.keyring(of: .main) == keyring(2))
      #expect(try await store.keyring(of: other) == keyring(7))
      try await store.save(keyring(4_294_967_295, .restoring), of: .main)
      #expect(try await store.keyring(of: .main) == keyring(4_294_967_295, .restoring))
    },
    Clause("A vault may be known to be encrypted without a keyring") { store async throws in
      try await store.save(KnownKeyring(nil), of: .main)
      #expect(try await store.keyring(of: .main) == KnownKeyring(nil))
    },
    Clause("The revision of a rotation is kept, also the highest one") { store async throws in
      var known = keyring(2)
      for revision in [Revision(7), Revision(.max), nil] {
        known.rotated = revision
        try await store.save(known, of: .main)
        #expect(try await store.keyring(of: .main) == known)
      }
    },
    Clause("The revisions at which keys were replaced are kept, also the highest one") { store async throws in
      var known = keyring(2)
      for retired in [[VaultKeyID(bits: 1): Revision(7), VaultKeyID(bits: .max): Revision(.max)], [:]] {
        known.retired = retired
        try await store.save(known, of: .main)
        #expect(try await store.keyring(of: .main) == known)
      }
    },
    Clause("A recovery code stays owed until it is not") { store async throws in
      var known = keyring(2)
      for owesCode in [true, false] {
        known.owesCode = owesCode
        try await store.save(known, of: .main)
        #expect(try await store.keyring(of: .main) == known)
      }
    },
    Clause("Each update builds on the one before") { store async throws in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            try await store.updateKeyring(of: .main) { known in keyring(known?.keyring?.generation.next ?? .first) }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await store.keyring(of: .main) == keyring(8))
    },
    Clause("Sealed forms are found by the digest of the content, in their vault only") { store async throws in
      let other = try #require(VaultID("other"))
      try await store.save([blob(1), blob(2)], in: .main)
      try await store.save([blob(1, sealedAs: 9)], in: other)
      let digests = [BlobDigest.sample(1), .sample(2), .sample(3)]
      #expect(try await store.sealedBlobs(digests, in: .main) == [.sample(1): blob(1), .sample(2): blob(2)])
      #expect(try await store.sealedBlobs(digests, in: other) == [.sample(1): blob(1, sealedAs: 9)])
      #expect(try await store.sealedBlobs([], in: .main) == [:])
    },
    Clause("A later sealed form replaces the earlier one") { store async throws in
      try await store.save([blob(1)], in: .main)
      try await store.save([], in: .main)
      try await store.save([blob(1, sealedAs: 9)], in: .main)
      #expect(try await store.sealedBlobs([.sample(1)], in: .main) == [.sample(1): blob(1, sealedAs: 9)])
    },
    Clause("The highest revision of a deletion is kept, in its vault and epoch only") { store async throws in
      let other = try #require(VaultID("other"))
      let (first, second) = (Epoch(bits: 1), Epoch(bits: .max))
      try await store.save(deletions: [note(1): Revision(7), note(2): Revision(.max)], in: .main, epoch: first)
      try await store.save(deletions: [:], in: .main, epoch: first)
      try await store.save(deletions: [note(1): Revision(9)], in: .main, epoch: first)
      try await store.save(deletions: [note(1): Revision(8)], in: .main, epoch: first)
      let notes = [note(1), note(2), note(3)]
      let expected = [note(1): Revision(9), note(2): Revision(.max)]
      #expect(try await store.deletions(of: notes, in: .main, epoch: first) == expected)
      #expect(try await store.deletions(of: [note(2)], in: .main, epoch: first) == [note(2): Revision(.max)])
      #expect(try await store.deletions(of: notes, in: other, epoch: first).isEmpty)
      #expect(try await store.deletions(of: notes, in: .main, epoch: second).isEmpty)
    },
    Clause("The highest floor of a note is kept, apart from deletions, and in its epoch only") { store async throws in
      let (first, second) = (Epoch(bits: 1), Epoch(bits: 2))
      let notes = [note(1), note(2), note(3)]
      try await store.save(floors: [note(1): Revision(7), note(2): Revision(8)], in: .main, epoch: first)
      try await store.save(floors: [note(1): Revision(6), note(2): Revision(9)], in: .main, epoch: first)
      try await store.save(deletions: [note(1): Revision(20)], in: .main, epoch: first)
      let expected = [note(1): Revision(7), note(2): Revision(9)]
      #expect(try await store.floors(of: notes, in: .main, epoch: first) == expected)
      #expect(try await store.floors(of: notes, in: .main, epoch: second).isEmpty)
      try await store.moveDeletions(in: .main, to: EpochChange(epoch: second, forkedAt: Revision(8)))
      for epoch in [first, second] { #expect(try await store.floors(of: notes, in: .main, epoch: epoch).isEmpty) }
      try await store.save(floors: expected, in: .main, epoch: second)
      try await store.removeFloors(in: .main)
      try await store.removeFloors(in: .main)
      #expect(try await store.floors(of: notes, in: .main, epoch: second).isEmpty)
    },
    Clause("Deletions move into the next epoch up to the fork, in their vault only") { store async throws in
      let other = try #require(VaultID("other"))
      let (first, second) = (Epoch(bits: 1), Epoch(bits: 2))
      let notes = [note(1), note(2)]
      for vault in [VaultID.main, other] {
        try await store.save(deletions: [note(1): Revision(7), note(2): Revision(8)], in: vault, epoch: first)
      }
      for _ in 1...2 {
        try await store.moveDeletions(in: .main, to: EpochChange(epoch: second, forkedAt: Revision(7)))
        #expect(try await store.deletions(of: notes, in: .main, epoch: second) == [note(1): Revision(7)])
      }
      #expect(try await store.deletions(of: notes, in: .main, epoch: first).isEmpty)
      #expect(try await store.deletions(of: notes, in: other, epoch: first).count == 2)
    },
    Clause("What is saved late for an earlier epoch replaces no deletion of the present one") { store async throws in
      let (first, second) = (Epoch(bits: 1), Epoch(bits: 2))
      let change = EpochChange(epoch: second, forkedAt: Revision(7))
      try await store.save(deletions: [note(1): Revision(7)], in: .main, epoch: first)
      try await store.moveDeletions(in: .main, to: change)
      try await store.save(deletions: [note(1): Revision(5), note(2): Revision(9)], in: .main, epoch: first)
      #expect(try await store.deletions(of: [note(1)], in: .main, epoch: second) == [note(1): Revision(7)])
      try await store.moveDeletions(in: .main, to: change)
      #expect(try await store.deletions(of: [note(1), note(2)], in: .main, epoch: second) == [note(1): Revision(7)])
      #expect(try await store.deletions(of: [note(1), note(2)], in: .main, epoch: first).isEmpty)
    },
    Clause("The last saved accepted changes of a vault replace the earlier ones, and no other vault's") {
      store async throws in
      let other = try #require(VaultID("other"))
      let first = AcceptedChanges(epoch: Epoch(bits: 1), revisions: [note(1): Revision(7), note(2): Revision(8)])
      let second = AcceptedChanges(epoch: Epoch(bits: .max), revisions: [note(2): Revision(.max)])
      #expect(try await store.acceptedChanges(of: .main) == AcceptedChanges())
      try await store.save(first, of: .main)
      try await store.save(first, of: other)
      try await store.save(second, of: .main)
      #expect(try await store.acceptedChanges(of: .main) == second)
      #expect(try await store.acceptedChanges(of: other) == first)
      try await store.save(AcceptedChanges(), of: .main)
      #expect(try await store.acceptedChanges(of: .main) == AcceptedChanges())
    },
  ]

  private static func note(_ number: UInt64) -> NoteID { SequentialNoteIDGenerator.id(number) }

  private static func keyring(_ generation: KeyringGeneration, _ stage: EncryptionStage = .complete) -> KnownKeyring {
    KnownKeyring(
      Keyring(generation: generation, bytes: [0, UInt8(truncatingIfNeeded: generation.number), 255]), stage: stage)
  }

  private static func blob(_ number: UInt8, sealedAs sealed: UInt8 = 100) -> SealedBlob {
    SealedBlob(
      digest: .sample(number), size: 2_147_483_648, sealed: .sample(sealed),
      key: VaultKeyID(bits: .max - UInt64(number)))
  }
}
