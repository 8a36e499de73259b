import NotesDomain
package import NotesHosting
import Testing

/// The contract of ``ServerStoreMover``, checked against each implementation.
package enum ServerStoreMoverContract {
  /// A mover with its two stores, which are empty.
  package struct Subject: Sendable {
    package let mover: any ServerStoreMover
    package let source: ServerStores
    package let target: ServerStores

    package init(mover: any ServerStoreMover, source: ServerStores, target: ServerStores) {
      self.mover = mover
      self.source = source
      self.target = target
    }
  }

  /// A clause of the contract.
  package typealias Clause = ContractClause<Subject>

  /// All clauses.
  package static let clauses: [Clause] = [
    Clause("Everything is copied: accounts, devices, notes, receipts, blobs and the log") { subject async throws in
      try await StoreMoverSample.fill(subject.source)
      let moved = try await subject.mover.move()
      var expected = ServerMove()
      (expected.accounts, expected.devices, expected.vaults) = (2, 2, 2)
      (expected.items, expected.blobs) = (2501, 2)
      #expect(moved == expected)
      try await StoreMoverSample.expectEqual(subject.source, subject.target)
    },
    Clause("A store with accounts is not overwritten") { subject async throws in
      try await StoreMoverSample.fill(subject.source)
      let eve = try AccountStoreContract.account("eve")
      _ = try await subject.target.accounts.add(eve, hash: AccountStoreContract.first)
      await #expect(throws: MaintenanceError.occupied(path: "other")) { try await subject.mover.move() }
      #expect(try await subject.target.accounts.accounts() == [eve])
      #expect(try await subject.target.vaults.vaults() == [])
    },
    Clause("A store with vaults of another server is not added to") { subject async throws in
      try await StoreMoverSample.fill(subject.source)
      let other = try #require(VaultID("other"))
      try await subject.target.vaults.write(other) { try $0.save(state: ServerStoreContract.state(head: 1)) }
      await #expect(throws: MaintenanceError.occupied(path: "other")) { try await subject.mover.move() }
      #expect(try await subject.target.vaults.vaults() == [other])
    },
    Clause("A store that is in use is neither copied nor added to") { subject async throws in
      try await StoreMoverSample.fill(subject.source)
      for lock in [subject.source.lock, subject.target.lock] {
        try await lock.withLock { () async throws(MaintenanceError) -> Void in
          await #expect {
            _ = try await subject.mover.move()
          } throws: {
            if case MaintenanceError.inUse = $0 { true } else { false }
          }
        }
      }
      #expect(try await subject.target.vaults.vaults() == [])
    },
  ]
}
