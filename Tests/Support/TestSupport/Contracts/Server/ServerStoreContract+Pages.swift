import NotesDomain
import NotesHosting
import Testing

extension ServerStoreContract {
  static let pages: [Clause] = [
    Clause("The feed is in ascending order of revision, including tombstones") { store async throws in
      let items = [item(9, at: 1), tombstone(3, at: 2), item(1, at: 3)]
      try await save(items, in: store)
      #expect(try await page(store).items == items)
      #expect(try await page(store, after: 1).items == [items[1], items[2]])
      #expect(try await page(store, after: 3).items == [])
      #expect(try await page(store, after: .max).items == [])
    },
    Clause("A page has a maximum number of items, and tells whether there are more") { store async throws in
      let items = (1...5).map { item(UInt64($0), at: Int64($0)) }
      try await save(items, in: store)
      for limit in 1...6 {
        let found = try await page(store, limit: limit)
        #expect(found.items == Array(items.prefix(limit)))
        #expect(found.hasMore == (limit < 5), "limit \(limit)")
      }
    },
    Clause("Replaced versions do not count as further items") { store async throws in
      try await save([item(1, at: 1), item(2, at: 2), item(3, at: 3)], in: store)
      try await save([item(3, at: 4), item(2, at: 5), item(2, at: 6), tombstone(3, at: 7)], in: store)
      let first = try await page(store, limit: 1)
      #expect(first.items == [item(1, at: 1)])
      #expect(first.hasMore)
      let rest = try await page(store, after: 1, limit: 2)
      #expect(rest.items == [item(2, at: 6), tombstone(3, at: 7)])
      #expect(!rest.hasMore)
      try await save([item(3, at: 8)], in: store)
      #expect(try await page(store, after: 5, limit: 1).hasMore)
      #expect(try await page(store, after: 6, limit: 1).hasMore == false)
    },
    Clause("A page has a maximum size, but at least one item when there is one") { store async throws in
      let items = [100, 100, 1000, 1].enumerated().map { index, count in
        item(UInt64(index + 1), at: Int64(index + 1), [UInt8](repeating: 0, count: count))
      }
      try await save(items, in: store)
      #expect(try await page(store, bytes: 200).items == [items[0], items[1]])
      #expect(try await page(store, bytes: 200).hasMore)
      #expect(try await page(store, after: 2, bytes: 200).items == [items[2]])
      #expect(try await page(store, after: 2, bytes: 200).hasMore)
      #expect(try await page(store, after: 3, bytes: 0).items == [items[3]])
      #expect(try await page(store, after: 3, bytes: 0).hasMore == false)
    },
    Clause("Of a page that is larger than the memory for it only the size is read, also of a single item") {
      store async throws in
      let items = [100, 100, 1000].enumerated().map { index, count in
        item(UInt64(index + 1), at: Int64(index + 1), [UInt8](repeating: 0, count: count))
      }
      try await save(items + [tombstone(4, at: 4)], in: store)
      func found(after revision: Int64 = 0, memory: Int, isForeseen: Bool) async throws -> VaultPage {
        var prefetch = ServerPrefetch()
        if isForeseen {
          prefetch.page = ServerPrefetch.Page(after: Revision(revision), limit: 10, bytes: 200, memory: memory)
        }
        return try await store.read(.main, prefetching: prefetch) { transaction in
          try transaction.items(after: Revision(revision), limit: 10, bytes: 200, memory: memory)
        }
      }
      for isForeseen in [true, false] {
        #expect(try await found(memory: 199, isForeseen: isForeseen) == VaultPage(hasMore: true, bytes: 200))
        #expect(
          try await found(memory: 200, isForeseen: isForeseen)
            == VaultPage(items: Array(items[..<2]), hasMore: true, bytes: 200))
        #expect(
          try await found(after: 2, memory: 999, isForeseen: isForeseen) == VaultPage(hasMore: true, bytes: 1000))
        #expect(
          try await found(after: 3, memory: 0, isForeseen: isForeseen)
            == VaultPage(items: [tombstone(4, at: 4)], hasMore: false, bytes: 0))
      }
    },
    Clause("Pages of a random vault contain each item once, at its latest version") {
      store async throws in
      var random = SplitMix64(seed: 20_260)
      var held: [NoteID: VaultItem] = [:]
      var head: Int64 = 0
      for _ in 0..<40 {
        var items: [VaultItem] = []
        for _ in 0..<Int.random(in: 1...20, using: &random) {
          head += 1
          let payload = (0..<Int.random(in: 0...40, using: &random)).map { UInt8($0) }
          let id = id(.random(in: 1...60, using: &random))
          items.append(VaultItem(id: id, revision: Revision(head), payload: payload.count == 7 ? nil : payload))
        }
        try await save(items, in: store)
        for item in items { held[item.id] = item }
        var walked: [VaultItem] = []
        while true {
          let limit = Int.random(in: 1...30, using: &random)
          let bytes = Int.random(in: 1...400, using: &random)
          let found = try await page(
            store, after: walked.last?.revision.number ?? 0, limit: limit, bytes: bytes)
          walked += found.items
          guard found.hasMore, !found.items.isEmpty else { break }
        }
        #expect(walked == held.values.sorted { $0.revision < $1.revision }, "seed \(random.seed)")
      }
    },
  ]
}
