import NotesDomain
import NotesHosting
import Testing

extension SyncServiceContract {
  static let horizons: [Clause] = [
    Clause("A device that needs removed tombstones must take a snapshot") { server async throws in
      try await server.push([put(1), put(2)], number: 1)
      try await server.push([delete(1, over: 1)], number: 2)
      try await server.push([put(3)], number: 3)
      try await server.administration.purge(.main, upTo: Revision(3))

      #expect(try await server.ask(after: 2, floor: 2) == .resync)
      #expect(try await server.ask(after: 0, floor: 0) == .resync)
      #expect(try await server.ask(after: 0, floor: 2) == .resync)
      #expect(try await server.page(after: 3, floor: 3).items.map(\.revision.number) == [4])
      #expect(try await server.page(after: 0, floor: 3).items.map(\.revision.number) == [2, 4])
      #expect(try await server.page(after: 3, floor: 0).items.map(\.revision.number) == [4])
      #expect(try await server.page(after: 0, floor: nil).items.map(\.revision.number) == [2, 4])
    },
    Clause("A purge removes tombstones only, up to its revision") { server async throws in
      try await server.push([put(1), put(2), put(3)], number: 1)
      try await server.push([delete(1, over: 1), delete(2, over: 2)], number: 2)
      try await server.administration.purge(.main, upTo: Revision(4))
      #expect(try await server.page().items.map(\.revision.number) == [3, 5])
      #expect(try await server.page().head == Revision(5))
      #expect(
        try await server.administration.size(of: .main)
          == VaultSize(notes: 1, tombstones: 1, receipts: 1, payloadBytes: 1))
    },
    Clause("A horizon never decreases, and is never above the head") { server async throws in
      try await server.push([put(1)], number: 1)
      try await server.push([delete(1, over: 1)], number: 2)
      try await server.administration.purge(.main, upTo: Revision(2))
      try await server.administration.purge(.main, upTo: Revision(1))
      #expect(try await server.ask(after: 1, floor: 1) == .resync)
      try await server.administration.purge(.main, upTo: Revision(.max))
      #expect(try await server.page(after: 2, floor: 2).items == [])
    },
    Clause("A purge of a missing vault does not create it") { server async throws in
      try await server.administration.purge(.main, upTo: Revision(1))
      try await server.administration.removeReceipts(of: .main, upTo: Revision(1))
      #expect(try await server.administration.vaults() == [])
    },
    Clause("A device without receipt needs a new identifier, unless it is new") { server async throws in
      try await server.push([put(1)], number: 1)
      try await server.push([put(2)], number: 2)
      try await server.push([put(3)], number: 1, of: phone)
      try await server.administration.removeReceipts(of: .main, upTo: Revision(3))
      #expect(try await server.push([put(2)], number: 2) == .staleBatch)
      #expect(try await server.push([put(4)], number: 3) == .staleBatch)
      // A first batch is not forgotten, since it could not be told from a new one.
      #expect(try await server.push([put(3)], number: 1, of: phone) == applied(3))
      #expect(try await server.administration.size(of: .main).receipts == 1)
    },
    Clause("Devices that sent nothing during the latest changes are forgotten, and counted") { server async throws in
      try await server.push([put(1)], number: 1)
      try await server.push([put(2)], number: 2)
      try await server.push([put(3)], number: 1, of: phone)
      try await server.push([put(4)], number: 2, of: phone)
      #expect(try await server.administration.removeReceipts(of: .main, keepingLast: 2) == 1)
      #expect(try await server.push([put(5)], number: 3) == .staleBatch)
      #expect(try await server.push([put(5)], number: 3, of: phone) == applied(5))
      #expect(try await server.administration.removeReceipts(of: other, keepingLast: 0) == 0)
    },
  ]

  static let sizes: [Clause] = [
    Clause("A vault holds its notes, tombstones above the horizon, and one receipt per device") { server async throws in
      let epoch = try await server.epoch()
      var random = SplitMix64(seed: 4711)
      var revisions: [UInt64: Int64] = [:]
      var deleted: Set<UInt64> = []
      var numbers = [Int](repeating: 0, count: 5)
      var horizon: Int64 = 0
      for _ in 0..<300 {
        let device = Int.random(in: 0..<5, using: &random)
        numbers[device] += 1
        let note = UInt64.random(in: 1...20, using: &random)
        let base = revisions[note] ?? 0
        let isDeletion = base > 0 && Bool.random(using: &random)
        let reply = try await server.push(
          [isDeletion ? delete(note, over: base) : put(note, over: base)], number: numbers[device],
          of: DeviceID(bits: UInt128(device)), epoch: epoch)
        guard case .results(let results) = reply, case .applied(let revision) = results.first else {
          Issue.record("\(reply), seed \(random.seed)")
          return
        }
        revisions[note] = revision.number
        if isDeletion { deleted.insert(note) } else { deleted.remove(note) }
        if Int.random(in: 0..<20, using: &random) == 0 {
          horizon = max(horizon, Int64.random(in: 0...revision.number, using: &random))
          try await server.administration.purge(.main, upTo: Revision(horizon))
          for note in deleted where revisions[note] ?? 0 <= horizon { revisions[note] = nil }
          deleted.formIntersection(revisions.keys)
        }
        let size = try await server.administration.size(of: .main)
        #expect(size.notes == revisions.count - deleted.count, "seed \(random.seed)")
        #expect(size.tombstones == deleted.count, "seed \(random.seed)")
        #expect(size.receipts == numbers.count { $0 > 0 }, "seed \(random.seed)")
      }
    }
  ]
}
