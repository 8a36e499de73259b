import NotesDomain
import Testing

/// The contract of ``ConflictStore``, checked against each implementation.
package enum ConflictStoreContract {
  /// A clause of the contract.
  package typealias Clause = ContractClause<DeviceStore>

  /// All clauses.
  package static let clauses: [Clause] = [
    Clause("A new store has no conflicts") { store async throws in
      #expect(try await store.conflicts.conflicts() == [])
      #expect(try await store.conflictCount() == 0)
    },
    Clause("Conflicts are listed completely, oldest first") { store async throws in
      let first = NoteConflict(
        note: DeviceStore.id(1), copy: DeviceStore.id(9), base: nil,
        theirs: .sample(1, title: "\u{0}", body: "e\u{301}\r\n", tags: ["b", "a"], notebook: "Kitchen/Bread") {
          $0.trashed = FixedClock.start
          $0.foreignFrontMatter = "x: 1\n"
        },
        ours: .sample(1, body: "\u{E9}") { $0.isPinned = true }, detected: Timestamp(millisecondsSince1970: 7))
      try await store.record(first, .sample(note: 2, copy: 8))
      try await store.reopened().record(.sample(note: 1, copy: 7))
      let again = try store.reopened()
      let expected: [NoteConflict] = [first, .sample(note: 2, copy: 8), .sample(note: 1, copy: 7)]
      #expect(try await again.conflicts.conflicts() == expected)
      #expect(try await again.conflictCount() == 3)
    },
    Clause("A conflict of this device is stored with its copy, or neither is") { store async throws in
      try await store.notes.insert([.sample(1), .sample(8)])
      try await store.conflicts.add(.sample(note: 1, copy: 9), copy: .sample(9, body: "mine"))
      #expect(try await store.conflicts.conflicts() == [.sample(note: 1, copy: 9)])
      #expect(try await store.notes.note(DeviceStore.id(9))?.body == "mine")
      await #expect(throws: StoreError.exists(DeviceStore.id(8))) {
        try await store.conflicts.add(.sample(note: 1, copy: 8), copy: .sample(8))
      }
      #expect(try await store.conflictCount() == 1)
    },
    Clause("A resolved conflict is removed, and its notes stay") { store async throws in
      try await store.notes.insert([.sample(1), .sample(9)])
      try await store.record(.sample(note: 1, copy: 9), .sample(note: 1, copy: 8))
      #expect(try await store.conflicts.markResolved(DeviceStore.id(9)))
      #expect(try await store.conflicts.conflicts() == [.sample(note: 1, copy: 8)])
      #expect(try await store.conflictCount() == 1)
      #expect(try await store.notes.page(after: nil, limit: 9) == [.sample(1), .sample(9)])
    },
    Clause("A missing conflict cannot be resolved") { store async throws in
      try await store.record(.sample(note: 1, copy: 9))
      #expect(try await !store.conflicts.markResolved(DeviceStore.id(1)))
      #expect(try await store.conflicts.markResolved(DeviceStore.id(9)))
      #expect(try await !store.conflicts.markResolved(DeviceStore.id(9)))
    },
    Clause("A conflict of a failed transaction is not recorded") { store async throws in
      await #expect(throws: StoreError.self) {
        try await store.sync.write { transaction in
          try transaction.record(conflict: .sample(note: 1, copy: 9))
          throw StoreError.failed(path: "/", detail: "on purpose")
        }
      }
      #expect(try await store.conflicts.conflicts() == [])
    },
  ]
}

extension DeviceStore {
  fileprivate func record(_ conflicts: NoteConflict...) async throws {
    try await sync.write { transaction in
      for conflict in conflicts { try transaction.record(conflict: conflict) }
    }
  }

  fileprivate func conflictCount() async throws -> Int {
    try await sync.read { transaction in try transaction.conflictCount() }
  }
}
