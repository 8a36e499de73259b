import NotesDomain
import NotesHosting
import Testing

extension SyncServiceContract {
  static let batches: [Clause] = [
    Clause("Accepted changes have consecutive revisions in the batch's order") { server async throws in
      #expect(try await server.push([put(3), put(1)], number: 1) == applied(1, 2))
      #expect(try await server.push([put(2)], number: 1, of: phone) == applied(3))
      #expect(
        try await server.push([put(1), put(4), put(3, over: 1)], number: 2)
          == .results([conflict(2), .applied(Revision(4)), .applied(Revision(5))]))
      #expect(try await server.page().head == Revision(5))
    },
    Clause("A change of the latest version is accepted") { server async throws in
      try await server.push([put(1)], number: 1)
      #expect(try await server.push([put(1, over: 1)], number: 1, of: phone) == applied(2))
      #expect(try await server.push([delete(1, over: 2)], number: 2) == applied(3))
      #expect(try await server.push([put(1, over: 3)], number: 3) == applied(4))
      #expect(try await server.push([delete(1, over: 4)], number: 4) == applied(5))
      #expect(try await server.push([delete(1, over: 5)], number: 5) == applied(6))
    },
    Clause("A change of an outdated version is a conflict, and changes nothing") { server async throws in
      try await server.push([put(1, over: 0, [1])], number: 1)
      try await server.push([put(1, over: 1, [2])], number: 1, of: phone)
      #expect(try await server.push([put(1, over: 1, [3])], number: 2) == .results([conflict(2)]))
      #expect(try await server.push([delete(1, over: 1)], number: 3) == .results([conflict(2)]))
      #expect(try await server.push([put(1, over: 0, [3])], number: 4) == .results([conflict(2)]))
      #expect(try await server.page().items.map(\.payload) == [[2]])
      #expect(try await server.page().head == Revision(2))
    },
    Clause("A conflict with a tombstone is reported as such") { server async throws in
      try await server.push([put(1), put(2)], number: 1)
      try await server.push([delete(1, over: 1), delete(2, over: 2)], number: 1, of: phone)
      #expect(
        try await server.push([put(1, over: 1), put(2)], number: 2)
          == .results([conflict(3, isDeleted: true), conflict(4, isDeleted: true)]))
    },
    Clause("Deleting a missing item changes nothing, and is reported as a conflict with none") { server async throws in
      try await server.push([put(1)], number: 1)
      #expect(
        try await server.push([delete(2, over: 0), delete(3, over: 1)], number: 2)
          == .results([conflict(0), conflict(0)]))
      #expect(try await server.page().head == Revision(1))
      #expect(try await server.administration.size(of: .main).tombstones == 0)
    },
    Clause("A conflict with a missing item is reported as such") { server async throws in
      try await server.push([put(1), put(2)], number: 1)
      try await server.push([delete(1, over: 1)], number: 2)
      try await server.administration.purge(.main, upTo: Revision(3))
      #expect(
        try await server.push([put(1, over: 1), delete(3, over: 2)], number: 3)
          == .results([conflict(0), conflict(0)]))
    },
    Clause("A batch may be empty") { server async throws in
      #expect(try await server.push([], number: 1) == applied())
      #expect(try await server.push([put(1)], number: 1) == .deviceForked)
      #expect(try await server.push([put(1)], number: 2) == applied(1))
    },
    Clause("Vaults are independent, also with the same identifiers, devices and numbers") { server async throws in
      #expect(try await server.push([put(1, over: 0, [1])], number: 1) == applied(1))
      #expect(try await server.push([put(1, over: 0, [2])], number: 1, to: other) == applied(1))
      #expect(try await server.push([delete(1, over: 1)], number: 2, to: other) == applied(2))
      #expect(try await server.page().items.map(\.payload) == [[1]])
      #expect(try await server.page().head == Revision(1))
      #expect(try await server.epoch() != server.epoch(of: other))

      try await server.administration.purge(other, upTo: Revision(2))
      try await server.administration.removeReceipts(of: other, upTo: Revision(2))
      #expect(
        try await server.administration.size(of: .main)
          == VaultSize(notes: 1, tombstones: 0, receipts: 1, payloadBytes: 1))
      #expect(try await server.administration.size(of: other) == VaultSize(notes: 0, tombstones: 0, receipts: 0))

      let reply = try await server.push([put(2)], number: 3, epoch: try await server.epoch(of: other))
      #expect(reply == .epochChanged(EpochChange(epoch: try await server.epoch(), forkedAt: .none)))
    },
  ]

  static let repetitions: [Clause] = [
    Clause("A repeated batch has the first reply, also when the vault has changed") {
      server async throws in
      let epoch = try await server.epoch()
      try await server.push([put(2)], number: 1, of: phone)
      let batch = [put(1), put(2), delete(3, over: 1)]
      let first = try await server.push(batch, number: 1)
      #expect(first == .results([.applied(Revision(2)), conflict(1), conflict(0)]))
      try await server.push([put(1, over: 2), put(3)], number: 2, of: phone)
      for _ in 0..<2 { #expect(try await server.push(batch, number: 1, epoch: epoch) == first) }
      #expect(try await server.page().head == Revision(4))
    },
    Clause("A late batch has no effect") { server async throws in
      try await server.push([put(1)], number: 1)
      try await server.push([delete(1, over: 1)], number: 2)
      try await server.administration.purge(.main, upTo: Revision(2))
      #expect(try await server.push([put(1)], number: 1) == .staleBatch)
      #expect(try await server.page().items == [])
      #expect(try await server.page().head == Revision(2))
    },
    Clause("An early batch has no effect") { server async throws in
      #expect(try await server.push([put(1)], number: 2) == .staleBatch)
      #expect(try await server.push([put(1)], number: .max) == .staleBatch)
      #expect(try await server.push([put(1)], number: 1) == applied(1))
      #expect(try await server.push([put(2)], number: 3) == .staleBatch)
      #expect(try await server.page().head == Revision(1))
    },
    Clause("Two devices with one identifier are detected") { server async throws in
      try await server.push([put(1, over: 0, [1]), put(2)], number: 1)
      let others: [[PushChange]] = [
        [put(1, over: 0, [2]), put(2)], [put(1, over: 0, [1])], [put(2), put(1, over: 0, [1])],
        [put(1, over: 1, [1]), put(2)], [delete(1, over: 0), put(2)], [put(1, over: 0, []), put(2)],
        [put(1, over: 0, [1]), put(3)], [],
      ]
      for changes in others {
        #expect(try await server.push(changes, number: 1) == .deviceForked, "\(changes)")
      }
      #expect(try await server.page().head == Revision(2))
      #expect(try await server.push([put(1, over: 0, [1]), put(2)], number: 1) == applied(1, 2))
    },
    Clause("Devices number their batches independently") { server async throws in
      #expect(try await server.push([put(1)], number: 1) == applied(1))
      #expect(try await server.push([put(2)], number: 1, of: phone) == applied(2))
      #expect(try await server.push([put(3)], number: 2, of: phone) == applied(3))
      #expect(try await server.push([put(4)], number: 2) == applied(4))
    },
    Clause("Of concurrent deliveries of a batch, one is applied") { server async throws in
      let epoch = try await server.epoch()
      let replies = try await withThrowingTaskGroup { group in
        for _ in 0..<20 {
          group.addTask { try await server.push([put(1), put(2)], number: 1, epoch: epoch) }
        }
        return try await group.reduce(into: Set<PushReply>()) { $0.insert($1) }
      }
      #expect(replies == [applied(1, 2)])
      #expect(try await server.page().head == Revision(2))
    },
  ]
}
