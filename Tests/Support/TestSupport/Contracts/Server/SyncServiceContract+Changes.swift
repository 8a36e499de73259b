import NotesDomain
import NotesHosting
import Testing

extension SyncServiceContract {
  static let changes: [Clause] = [
    Clause("The first request creates a vault, and later ones are in the same epoch") { server async throws in
      #expect(try await server.administration.vaults() == [])
      let reply = try await server.service.changes(
        ChangesRequest(epoch: nil, after: .none, floor: nil, limit: 1), in: .main)
      guard case .epochChanged(let change) = reply else {
        Issue.record("\(reply)")
        return
      }
      #expect(change.forkedAt == .none)
      #expect(try await server.epoch() == change.epoch)
      #expect(try await server.ask() == .page(ChangesPage(head: .none, items: [], hasMore: false)))
      #expect(try await server.administration.vaults() == [.main])
    },
    Clause("The first batch creates a vault, and is not applied") { server async throws in
      let reply = try await server.push([put(1)], number: 1, epoch: Epoch(bits: 7))
      let epoch = try await server.epoch()
      #expect(reply == .epochChanged(EpochChange(epoch: epoch, forkedAt: .none)))
      #expect(try await server.page().items == [])
    },
    Clause("A page contains the accepted items, each at its latest version") { server async throws in
      try await server.push([put(1), put(2), put(3)], number: 1)
      try await server.push([put(1, over: 1, [9]), delete(2, over: 2)], number: 2)
      let ids = [3, 1, 2].map(SequentialNoteIDGenerator.id)
      let items = [
        VaultItem(id: ids[0], revision: Revision(3), payload: [1]),
        VaultItem(id: ids[1], revision: Revision(4), payload: [9]),
        VaultItem(id: ids[2], revision: Revision(5), payload: nil),
      ]
      #expect(try await server.page() == ChangesPage(head: Revision(5), items: items, hasMore: false))
      #expect(
        try await server.page(after: 3) == ChangesPage(head: Revision(5), items: [items[1], items[2]], hasMore: false))
      #expect(try await server.page(after: 5) == ChangesPage(head: Revision(5), items: [], hasMore: false))
    },
    Clause("A page has a maximum number of items, and contains the vault's head") { server async throws in
      try await server.push([put(1), put(2), put(3)], number: 1)
      let page = try await server.page(limit: 2)
      #expect(page.items.map(\.revision.number) == [1, 2])
      #expect(page.hasMore)
      #expect(page.head == Revision(3))
    },
    Clause("A single item is requested by its identifier, wherever the device is in the feed") { server async throws in
      let ids = (1...4).map(SequentialNoteIDGenerator.id)
      try await server.push([put(1), put(2), put(3)], number: 1)
      try await server.push([put(1, over: 1, [9]), delete(2, over: 2)], number: 2)
      // A device that needs the removed tombstones gets no page.
      try await server.administration.purge(.main, upTo: Revision(4))
      let items = [
        VaultItem(id: ids[0], revision: Revision(4), payload: [9]),
        VaultItem(id: ids[1], revision: Revision(5), payload: nil),
        VaultItem(id: ids[2], revision: Revision(3), payload: [1]),
      ]
      for after in [0, 5] as [Int64] {
        for item in items {
          #expect(
            try await server.ask(after: after, floor: 0, limit: 1, only: item.id)
              == .page(ChangesPage(head: Revision(5), items: [item], hasMore: false)))
        }
        #expect(
          try await server.ask(after: after, limit: 1, only: ids[3])
            == .page(ChangesPage(head: Revision(5), items: [], hasMore: false)))
      }
      #expect(
        try await server.ask(only: ids[0], in: other) == .page(ChangesPage(head: .none, items: [], hasMore: false)))
      #expect(
        try await server.ask(only: ids[0], epoch: Epoch(bits: 7))
          == .epochChanged(EpochChange(epoch: try await server.epoch(), forkedAt: .none)))
    },
    Clause("Any payload is stored byte for byte") { server async throws in
      let payload = (0...255).map { UInt8($0) }
      try await server.push([put(1, over: 0, payload), put(2, over: 0, [])], number: 1)
      #expect(try await server.page().items.map(\.payload) == [payload, []])
    },
  ]

  static let requests: [Clause] = [
    Clause("A batch with a duplicate item is rejected") { server async throws in
      let epoch = try await server.epoch()
      for count in [0, 30] {
        let others = (0..<count).map { put(UInt64($0 + 10)) }
        await #expect(throws: ServiceError.self) {
          try await server.push([put(1)] + others + [delete(1, over: 1)], number: 1, epoch: epoch)
        }
      }
      #expect(try await server.push([put(1)], number: 1) == applied(1))
    },
    Clause("A batch with an invalid number or revision is rejected") { server async throws in
      let epoch = try await server.epoch()
      for number in [0, -1, .min] {
        await #expect(throws: ServiceError.self) { try await server.push([put(1)], number: number, epoch: epoch) }
      }
      await #expect(throws: ServiceError.self) { try await server.push([put(1, over: -1)], number: 1, epoch: epoch) }
      #expect(try await server.page().head == .none)
    },
    Clause("A request with an invalid limit or revision is rejected") { server async throws in
      let epoch = try await server.epoch()
      for (after, floor, limit) in [(0, nil, 0), (0, nil, -1), (-1, nil, 1), (0, -1, 1)] as [(Int64, Int64?, Int)] {
        await #expect(throws: ServiceError.self) {
          try await server.ask(after: after, floor: floor, limit: limit, epoch: epoch)
        }
      }
    },
    Clause("A request may have any positive limit") { server async throws in
      try await server.push([put(1)], number: 1)
      #expect(try await server.page(limit: .max).items.count == 1)
    },
  ]
}
