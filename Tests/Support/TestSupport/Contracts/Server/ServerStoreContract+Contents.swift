import NotesDomain
import NotesHosting
import Testing

extension ServerStoreContract {
  static let contents: [Clause] = [
    Clause("A backup is complete: items by revision, receipts by device") { store async throws in
      let items = [item(2, at: 1), tombstone(3, at: 2), item(1, at: 3)]
      try await save(items, in: store)
      try await store.write(.main) { transaction in
        try transaction.save(receipt(1 << 127))
        try transaction.save(receipt(1))
        try transaction.save(receipt(.max))
      }
      let backup = try await contents(store)
      #expect(backup.state == state(head: 3))
      #expect(backup.items == items)
      #expect(try await store.read(.main) { transaction in try transaction.receipts() } == backup.receipts)
      #expect(backup.receipts == [receipt(1), receipt(1 << 127), receipt(.max)])
    },
    Clause("A backup replaces everything, also in a missing vault") { store async throws in
      let backup = VaultContents(
        state: state(head: 5, horizon: 1), items: [item(1, at: 2), tombstone(2, at: 5)], receipts: [receipt(1, head: 5)]
      )
      try await save([item(1, at: 9), item(8, at: 10)], in: store)
      try await store.write(.main) { transaction in try transaction.save(receipt(4)) }
      for vault in [VaultID.main, other] {
        try await store.write(vault) { transaction in try transaction.replace(with: backup) }
        #expect(try await contents(store, vault) == backup)
        #expect(try await page(store, vault).items == backup.items)
        #expect(try await size(store, vault) == VaultSize(notes: 1, tombstones: 1, receipts: 1, payloadBytes: 3))
      }
      #expect(try await store.vaults() == [.main, other])
    },
  ]
}
