import NotesDomain
import NotesHosting
import Testing

extension SyncServiceContract {
  static let epochs: [Clause] = [
    Clause("A device of another epoch is notified, and nothing is applied") { server async throws in
      try await server.push([put(1)], number: 1)
      let change = EpochChange(epoch: try await server.epoch(), forkedAt: .none)
      let elsewhere = Epoch(bits: 7)
      #expect(try await server.push([put(2)], number: 2, epoch: elsewhere) == .epochChanged(change))
      #expect(try await server.push([put(1)], number: 1, epoch: elsewhere) == .epochChanged(change))
      #expect(try await server.ask(epoch: elsewhere) == .epochChanged(change))
      #expect(try await server.page().head == Revision(1))
    },
    Clause("A restored vault is in a new epoch, with the content of the backup") { server async throws in
      try await server.push([put(1, over: 0, [1])], number: 1)
      let first = try await server.epoch()
      let backup = try await server.administration.backup(.main)
      try await server.push([put(1, over: 1, [2]), put(2)], number: 2)

      try await server.administration.restore(.main, to: backup)

      let second = try await server.epoch()
      #expect(second != first)
      let change = EpochChange(epoch: second, forkedAt: Revision(1))
      #expect(try await server.ask(after: 3, epoch: first) == .epochChanged(change))
      #expect(try await server.push([put(3)], number: 3, epoch: first) == .epochChanged(change))
      #expect(try await server.page().items.map(\.payload) == [[1]])
      #expect(try await server.push([put(9)], number: 1, of: phone) == applied(2))
    },
    Clause("The common history with an epoch ends at the lowest restore since") { server async throws in
      var backups: [VaultContents] = []
      for number in 1...3 {
        try await server.push([put(UInt64(number))], number: number)
        backups.append(try await server.administration.backup(.main))
      }
      let first = try await server.epoch()
      try await server.administration.restore(.main, to: backups[1])
      let second = try await server.epoch()
      #expect(try await server.push([put(7), put(8)], number: 1, of: phone) == applied(3, 4))
      let later = try await server.administration.backup(.main)
      try await server.administration.restore(.main, to: later)
      let third = try await server.epoch()

      let fromFirst = try await server.ask(epoch: first)
      #expect(fromFirst == .epochChanged(EpochChange(epoch: third, forkedAt: Revision(2))))
      let fromSecond = try await server.ask(epoch: second)
      #expect(fromSecond == .epochChanged(EpochChange(epoch: third, forkedAt: Revision(4))))
    },
    Clause("An epoch that a restore removed has no common history") { server async throws in
      try await server.push([put(1)], number: 1)
      let backup = try await server.administration.backup(.main)
      try await server.administration.restore(.main, to: backup)
      let undone = try await server.epoch()
      try await server.administration.restore(.main, to: backup)
      let change = EpochChange(epoch: try await server.epoch(), forkedAt: .none)
      #expect(try await server.ask(after: 1, epoch: undone) == .epochChanged(change))
    },
    Clause("A backup can be restored where there was no vault") { server async throws in
      try await server.push([put(1)], number: 1)
      let first = try await server.epoch()
      try await server.administration.restore(other, to: try await server.administration.backup(.main))
      let second = try await server.epoch(of: other)
      #expect(
        try await server.ask(epoch: first, in: other)
          == .epochChanged(EpochChange(epoch: second, forkedAt: Revision(1))))
      #expect(try await server.page(in: other).items == server.page().items)
    },
    Clause("The backup of a missing vault is empty") { server async throws in
      let backup = try await server.administration.backup(other)
      #expect(try await server.administration.vaults() == [])
      try await server.administration.restore(.main, to: backup)
      #expect(try await server.page() == ChangesPage(head: .none, items: [], hasMore: false))
    },
    Clause("A vault that was reset without notice starts a new epoch at the first request with a later revision") {
      server async throws in
      for floor in [nil, 2] as [Int64?] {
        let vault = floor == nil ? VaultID.main : other
        try await server.push([put(1), put(2)], number: 1, to: vault)
        let first = try await server.epoch(of: vault)
        #expect(try await server.ask(after: 2, floor: 2, epoch: first, in: vault) == server.ask(after: 2, in: vault))
        let reply = try await server.ask(after: floor == nil ? 3 : 0, floor: floor.map { $0 + 1 }, in: vault)
        let second = try await server.epoch(of: vault)
        #expect(second != first)
        #expect(reply == .epochChanged(EpochChange(epoch: second, forkedAt: Revision(2))))
        #expect(try await server.ask(after: 3, epoch: first, in: vault) == reply)
        #expect(try await server.page(in: vault).head == Revision(2))
      }
    },
    Clause(
      "A vault that was reset without notice starts a new epoch at the first batch with a later revision, which is not applied"
    ) { server async throws in
      try await server.push([put(1), put(2)], number: 1)
      let first = try await server.epoch()
      let reply = try await server.push([put(3), put(1, over: 3)], number: 2, epoch: first)
      let second = try await server.epoch()
      #expect(second != first)
      #expect(reply == .epochChanged(EpochChange(epoch: second, forkedAt: Revision(2))))
      #expect(try await server.page().head == Revision(2))
    },
  ]
}
