import NotesDomain
import Testing

/// The contract of ``SyncStore``, checked against each implementation.
package enum SyncStoreContract {
  /// A clause of the contract.
  package typealias Clause = ContractClause<DeviceStore>

  /// All clauses.
  package static let clauses: [Clause] =
    beginning + edits + removals + items + blocks + batches + arrivals + stage
    + transactions

  static let beginning: [Clause] = [
    Clause("Before the first state there are no items") { store async throws in
      try await store.notes.insert([.sample(1)])
      try await store.sync.read { transaction throws(StoreError) in
        #expect(try transaction.state() == nil)
        #expect(try transaction.item(DeviceStore.id(1)) == nil)
        #expect(try transaction.pending(limit: 10) == [])
        #expect(try transaction.blocked() == [])
        #expect(try transaction.unreadable(after: nil, limit: 10) == [])
        #expect(try transaction.batch() == nil)
        #expect(try transaction.counts() == SyncCounts(notes: 1, pending: 0))
      }
    },
    Clause("The first state makes a dirty item of every note") { store async throws in
      try await store.notes.insert([.sample(1), .sample(2) { $0.trashed = FixedClock.start }])
      try await store.begin()
      #expect(try await store.item(1) == SyncItem(revision: .none, base: nil, local: .sample(1)))
      #expect(try await store.pending() == [1, 2].map(DeviceStore.id))
      let counts = try await store.sync.read { transaction in try transaction.counts() }
      #expect(counts == SyncCounts(notes: 2, pending: 2))
    },
    Clause("A later state does not change the items") { store async throws in
      try await store.notes.insert([.sample(1)])
      try await store.begin()
      try await store.keepClean(.sample(1))
      try await store.begin()
      #expect(try await store.item(1) == SyncItem(revision: Revision(1), base: .sample(1), local: .sample(1)))
      #expect(try await store.pending() == [])
    },
    Clause("A state is stored completely") { store async throws in
      var state = SyncState(device: DeviceID(bits: .max))
      try await store.save(state)
      #expect(try await store.reopened().state() == state)
      state.device = DeviceID(bits: 1 << 64 | 7)
      state.nextBatch = 12
      state.epoch = Epoch(bits: .max - 1)
      state.cursor = Revision(.max)
      state.floor = Revision(3)
      state.snapshot = SyncSnapshot(after: Revision(4), floor: Revision(5))
      state.forkedAt = Revision(6)
      state.deletions = 7
      state.deletionBrake = DeletionBrake(deletions: 8, notes: 9)
      state.lastSuccess = Timestamp(millisecondsSince1970: -10)
      try await store.save(state)
      #expect(try await store.reopened().state() == state)
      state.snapshot = SyncSnapshot()
      (state.epoch, state.floor, state.forkedAt, state.deletionBrake, state.lastSuccess) = (nil, nil, nil, nil, nil)
      try await store.save(state)
      #expect(try await store.reopened().state() == state)
    },
    Clause("The time of a sync is recorded in an existing state") { store async throws in
      try await store.sync.recordSuccess(at: FixedClock.start)
      #expect(try await store.state() == nil)
      try await store.begin()
      try await store.sync.recordSuccess(at: FixedClock.start)
      var state = SyncState(device: DeviceID(bits: 1))
      state.lastSuccess = FixedClock.start
      #expect(try await store.state() == state)
    },
    Clause("A completed sync ends its set of changes") { store async throws in
      try await store.begin()
      try await store.keepClean(.sample(1))
      try await store.keep(SyncItem(revision: Revision(2), base: .sample(2), local: .sample(2)), for: 2)
      try await store.sync.recordSuccess(at: FixedClock.start)
      try await store.keep(SyncItem(revision: Revision(3), base: .sample(3), local: .sample(3)), for: 3)
      let sets = try await store.history.changeSets(before: nil, limit: 10)
      #expect(sets.map(\.kind) == [.sync, .sync])
      #expect(sets.map(\.count) == [1, 2])
    },
  ]
}

extension DeviceStore {
  fileprivate func state() async throws -> SyncState? {
    try await sync.read { transaction in try transaction.state() }
  }

  fileprivate func save(_ state: SyncState) async throws {
    try await sync.write { transaction in try transaction.save(state: state) }
  }
}
