import NotesDomain
import NotesHosting
import Testing

extension ServerStoreContract {
  static let transactions: [Clause] = [
    Clause("A failed transaction changes nothing") { store async throws in
      let before = VaultContents(
        state: state(head: 3), items: [item(1, at: 1), tombstone(2, at: 2), item(3, at: 3)], receipts: [receipt(1)])
      try await store.write(.main) { transaction in try transaction.replace(with: before) }
      for harm in Harm.allCases {
        await #expect(throws: StoreError.diskFull(path: "here")) {
          try await store.write(.main) { transaction in
            try harm.happen(to: transaction)
            throw StoreError.diskFull(path: "here")
          }
        }
        #expect(try await contents(store) == before)
        #expect(try await page(store).items == before.items)
        #expect(try await size(store) == VaultSize(notes: 2, tombstones: 1, receipts: 1, payloadBytes: 6))
      }
    },
    Clause("A failed first transaction creates no vault") { store async throws in
      await #expect(throws: StoreError.self) {
        try await store.write(.main) { transaction in
          try transaction.save(state: state(head: 0))
          throw StoreError.diskFull(path: "here")
        }
      }
      #expect(try await store.vaults() == [])
      #expect(try await store.read(.main) { transaction in try transaction.state() } == nil)
    },
    Clause("A transaction sees its own writes") { store async throws in
      try await save([item(1, at: 1)], in: store)
      try await store.write(.main) { transaction throws in
        try transaction.save(tombstone(1, at: 2))
        try transaction.save(state: state(head: 2))
        #expect(try transaction.item(id(1)) == tombstone(1, at: 2))
        #expect(try transaction.state()?.head == Revision(2))
        #expect(try transaction.items(after: .none, limit: 10, bytes: 100).items == [tombstone(1, at: 2)])
        #expect(try transaction.size() == VaultSize(notes: 0, tombstones: 1, receipts: 0))
      }
    },
    Clause("A read-only transaction changes nothing") { store async throws in
      try await save([item(1, at: 1)], in: store)
      let before = try await contents(store)
      for harm in Harm.allCases {
        // A store may reject such steps or roll them back.
        _ = try? await store.read(.main) { transaction in try harm.happen(to: transaction) }
        #expect(try await contents(store) == before)
      }
    },
    Clause("Vaults are independent") { store async throws in
      let mine = VaultContents(
        state: state(head: 2), items: [item(1, at: 1, [1]), tombstone(2, at: 2)], receipts: [receipt(1)])
      let theirs = VaultContents(
        state: state(head: 4), items: [item(1, at: 3, [2]), tombstone(2, at: 4)], receipts: [receipt(1, number: 9)])
      try await store.write(.main) { transaction in try transaction.replace(with: mine) }
      try await store.write(other) { transaction in try transaction.replace(with: theirs) }
      for harm in Harm.allCases {
        try await store.write(other) { transaction in try harm.happen(to: transaction) }
        #expect(try await contents(store) == mine)
        try await store.write(other) { transaction in try transaction.replace(with: theirs) }
      }
      #expect(try await contents(store, other) == theirs)
      #expect(try await page(store).items == mine.items)
      #expect(try await page(store, other).items == theirs.items)
    },
    Clause("The vaults are listed by name") { store async throws in
      let names = ["z", "main", "a-1", "0"]
      for name in names {
        let vault = try #require(VaultID(name))
        try await store.write(vault) { transaction in try transaction.save(state: state(head: 0)) }
      }
      #expect(try await store.vaults().map(\.name) == names.sorted())
    },
    Clause("Concurrent transactions are not lost") { store async throws in
      try await save([], in: store)
      try await withThrowingTaskGroup { group in
        for number in 1...50 {
          group.addTask {
            try await store.write(.main) { transaction in
              guard var state = try transaction.state() else { return }
              state.head = state.head.next
              try transaction.save(VaultItem(id: id(UInt64(number)), revision: state.head, payload: []))
              try transaction.save(state: state)
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await page(store).items.map(\.revision.number) == Array(1...50))
    },
    Clause("A reader beside writers finds every item up to the head") { store async throws in
      try await save([], in: store)
      try await withThrowingTaskGroup { group in
        for number in 1...30 {
          group.addTask {
            try await store.write(.main) { transaction in
              guard var state = try transaction.state() else { return }
              state.head = state.head.next
              try transaction.save([VaultItem(id: id(UInt64(number)), revision: state.head, payload: [])])
              try transaction.save(state: state)
            }
          }
          group.addTask {
            let (head, items) = try await store.read(.main) { transaction in
              (try transaction.state()?.head, try transaction.items(after: .none, limit: 100, bytes: 1_000).items)
            }
            #expect(items.map(\.revision.number) == Array(0..<(head?.number ?? 0)).map { $0 + 1 })
          }
        }
        try await group.waitForAll()
      }
    },
  ]
}

/// Every kind of step that changes a vault.
private enum Harm: CaseIterable {
  case state
  case manyVersions
  case otherKinds
  case tombstones
  case receipts
  case noReceipts
  case everything
  case blobs
  case references
  case oneAfterTheOther

  func happen(to transaction: any ServerTransaction) throws {
    typealias Contract = ServerStoreContract
    switch self {
    case .state: try transaction.save(state: Contract.state(head: 99, horizon: 9))
    case .manyVersions:
      for revision in 10...90 { try transaction.save(Contract.item(1, at: Int64(revision), [0])) }
    case .otherKinds:
      try transaction.save(Contract.tombstone(3, at: 99))
      try transaction.save(Contract.item(2, at: 100))
      try transaction.save(Contract.item(7, at: 101))
    case .tombstones: try transaction.removeTombstones(upTo: Revision(99))
    case .receipts:
      try transaction.save(Contract.receipt(1, number: 2))
      try transaction.save(Contract.receipt(2))
    case .noReceipts: try transaction.removeReceipts(upTo: Revision(99))
    case .blobs:
      try transaction.append(Contract.piece(1, of: 3, from: 0, [1]), at: FixedClock.start)
      try transaction.append(Contract.piece(1, of: 3, from: 1, [2, 3]), at: FixedClock.start)
    case .references: try transaction.save(references: [Contract.id(1): [.sample(4)]], at: FixedClock.start)
    case .everything: try transaction.replace(with: VaultContents(state: Contract.state(head: 5)))
    case .oneAfterTheOther:
      try transaction.save(Contract.item(5, at: 50))
      try transaction.removeTombstones(upTo: Revision(99))
      try transaction.save(Contract.tombstone(5, at: 51))
      try transaction.replace(
        with: VaultContents(state: Contract.state(head: 9), items: [Contract.item(9, at: 9)]))
      try transaction.save(Contract.item(9, at: 10))
    }
  }
}
