import NotesDomain
import NotesHosting
import Testing

extension ServerStoreContract {
  static let items: [Clause] = [
    Clause("A missing vault has no content") { store async throws in
      try await store.read(.main) { transaction throws in
        #expect(try transaction.state() == nil)
        #expect(try transaction.item(id(1)) == nil)
        #expect(try transaction.version(of: id(1)) == nil)
        #expect(try transaction.receipt(of: DeviceID(bits: 1)) == nil)
        #expect(try transaction.contents() == VaultContents(state: VaultState(epochs: [])))
        #expect(try transaction.size() == VaultSize(notes: 0, tombstones: 0, receipts: 0))
      }
      #expect(try await page(store) == ChangesPage(head: .none, items: [], hasMore: false))
      #expect(try await store.vaults() == [])
    },
    Clause("The state of a vault is read exactly as it was written") { store async throws in
      let starts = [
        VaultState.Start(epoch: Epoch(bits: .max), head: .none), VaultState.Start(epoch: Epoch(bits: 0), head: .none),
        VaultState.Start(epoch: Epoch(bits: 1 << 127), head: Revision(.max)),
        VaultState.Start(epoch: Epoch(bits: 5), head: Revision(3)),
      ]
      let states = [
        VaultState(epochs: starts, head: Revision(.max), horizon: Revision(1 << 53 + 1)),
        VaultState(epochs: [starts[1]], head: Revision(3), horizon: Revision(2)),
      ]
      for state in states {
        try await store.write(.main) { transaction in try transaction.save(state: state) }
        #expect(try await store.read(.main) { transaction in try transaction.state() } == state)
      }
    },
    Clause("An item is read byte for byte") { store async throws in
      let all = (0...255).map { UInt8($0) }
      let items = [
        VaultItem(id: NoteID(high: .max, low: .max), revision: Revision(1), payload: all),
        VaultItem(id: NoteID(high: 0, low: 0), revision: Revision(2), payload: []),
        VaultItem(
          id: NoteID(high: 1 << 63, low: 0), revision: Revision(3), payload: [UInt8](repeating: 9, count: 1_000_000)),
        VaultItem(id: NoteID(high: 0, low: 1), revision: Revision(.max), payload: nil),
      ]
      try await save(items, in: store)
      for item in items {
        #expect(try await store.read(.main) { transaction in try transaction.item(item.id) } == item)
      }
      #expect(try await page(store, bytes: 10_000_000).items == items)
    },
    Clause("An empty payload is not a tombstone") { store async throws in
      try await save([item(1, at: 1, []), tombstone(2, at: 2)], in: store)
      let versions = try await store.read(.main) { transaction in
        [try transaction.version(of: id(1)), try transaction.version(of: id(2)), try transaction.version(of: id(3))]
      }
      #expect(
        versions == [
          VaultItemVersion(revision: Revision(1), isTombstone: false),
          VaultItemVersion(revision: Revision(2), isTombstone: true), nil,
        ])
      #expect(try await size(store) == VaultSize(notes: 1, tombstones: 1, receipts: 0))
    },
    Clause("Items are saved together, new ones and others") { store async throws in
      try await save([item(1, at: 1), tombstone(2, at: 2)], in: store)
      try await store.write(.main) { transaction in
        try transaction.save([item(3, at: 3), tombstone(1, at: 4), item(2, at: 5, [])])
        try transaction.save(state: state(head: 5))
      }
      #expect(try await page(store).items == [item(3, at: 3), tombstone(1, at: 4), item(2, at: 5, [])])
      #expect(try await size(store) == VaultSize(notes: 2, tombstones: 1, receipts: 0, payloadBytes: 3))
    },
    Clause("The versions of items leave out those that the vault does not hold") { store async throws in
      try await save([item(1, at: 1), tombstone(2, at: 2)], in: store)
      let versions = try await store.read(.main) { transaction in try transaction.versions(of: [id(2), id(3), id(1)]) }
      #expect(
        versions == [
          id(1): VaultItemVersion(revision: Revision(1), isTombstone: false, payloadBytes: 3),
          id(2): VaultItemVersion(revision: Revision(2), isTombstone: true),
        ])
      #expect(try await store.read(other) { transaction in try transaction.versions(of: [id(1)]) } == [:])
      #expect(try await store.read(.main) { transaction in try transaction.versions(of: []) } == [:])
    },
    Clause("A transaction sees the versions that it saved after it looked them up") { store async throws in
      try await save([item(1, at: 1)], in: store)
      let versions = try await store.write(.main) { transaction in
        _ = try transaction.versions(of: [id(1), id(2)])
        try transaction.save([item(2, at: 2), tombstone(1, at: 3)])
        return try transaction.versions(of: [id(1), id(2)])
      }
      #expect(versions.mapValues(\.revision.number) == [id(1): 3, id(2): 2])
    },
    Clause("A version replaces the previous one, tombstone or not") { store async throws in
      let steps = [item(1, at: 1), item(1, at: 2, []), tombstone(1, at: 3), tombstone(1, at: 4), item(1, at: 5, [8])]
      for step in steps {
        try await save([step], in: store)
        let found = try await store.read(.main) { transaction in try transaction.item(id(1)) }
        #expect(found == step)
        #expect(try await page(store).items == [step])
        let notes = step.isTombstone ? 0 : 1
        #expect(
          try await size(store)
            == VaultSize(
              notes: notes, tombstones: 1 - notes, receipts: 0, payloadBytes: step.payload?.count ?? 0))
      }
    },
    Clause("Tombstones are removed up to and including a revision, notes never") { store async throws in
      try await save([tombstone(1, at: 1), item(2, at: 2), tombstone(3, at: 3), tombstone(4, at: 4)], in: store)
      try await store.write(.main) { transaction in
        try transaction.removeTombstones(upTo: Revision(3))
      }
      #expect(try await page(store).items == [item(2, at: 2), tombstone(4, at: 4)])
      #expect(try await size(store) == VaultSize(notes: 1, tombstones: 1, receipts: 0, payloadBytes: 3))
      #expect(try await store.read(.main) { transaction in try transaction.item(id(1)) } == nil)
    },
    Clause("A removed item can be saved again") { store async throws in
      try await save([tombstone(1, at: 1)], in: store)
      try await store.write(.main) { transaction in
        try transaction.removeTombstones(upTo: Revision(1))
        try transaction.save(item(1, at: 2))
      }
      #expect(try await page(store).items == [item(1, at: 2)])
    },
  ]

  static let receipts: [Clause] = [
    Clause("A receipt is read exactly as it was written") { store async throws in
      let results: [PushResult] = [
        .applied(Revision(.max)), .conflict(revision: .none, isDeleted: false),
        .conflict(revision: Revision(7), isDeleted: true), .refused(.tooLarge),
        .refused(PushRefusal(code: "a reason: \"of\" tomorrow,\n\u{0}é")), .refused(PushRefusal(code: "")),
        .applied(.none),
      ]
      let receipts = [
        BatchReceipt(
          device: DeviceID(bits: .max), number: .max, digest: (0...255).map { UInt8($0) }, results: results,
          head: Revision(.max)),
        BatchReceipt(device: DeviceID(bits: 0), number: 1, digest: [], results: [], head: .none),
      ]
      try await store.write(.main) { transaction in
        for receipt in receipts { try transaction.save(receipt) }
      }
      for receipt in receipts {
        let found = try await store.read(.main) { transaction in
          try transaction.receipt(of: receipt.device)
        }
        #expect(found == receipt)
      }
    },
    Clause("A device has one receipt") { store async throws in
      try await store.write(.main) { transaction in
        for number in 1...5 { try transaction.save(receipt(1, number: number)) }
        try transaction.save(receipt(2))
      }
      let last = try await store.read(.main) { transaction in
        try transaction.receipt(of: DeviceID(bits: 1))
      }
      #expect(last?.number == 5)
      #expect(try await size(store).receipts == 2)
    },
    Clause("Receipts are removed up to and including a head, except for those of first batches") { store async throws in
      try await store.write(.main) { transaction in
        for number in 1...3 { try transaction.save(receipt(UInt128(number), number: 2, head: Int64(number))) }
        try transaction.save(receipt(4, number: 1, head: 1))
        try transaction.removeReceipts(upTo: Revision(2))
      }
      #expect(try await contents(store).receipts == [receipt(3, number: 2, head: 3), receipt(4)])
      #expect(try await size(store).receipts == 2)
    },
    Clause("All receipts can be removed") { store async throws in
      try await store.write(.main) { transaction in
        for number in 1...3 { try transaction.save(receipt(UInt128(number))) }
        try transaction.removeAllReceipts()
        try transaction.save(receipt(2))
      }
      #expect(try await contents(store).receipts == [receipt(2)])
      #expect(try await size(store).receipts == 1)
    },
  ]
}
