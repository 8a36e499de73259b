import NotesDomain
package import NotesHosting
import Testing

/// The contract of ``AttemptStore``, checked against each implementation.
package enum AttemptStoreContract {
  /// The store as two nodes of a server see it; the same one twice for a server with one.
  package struct Subject: Sendable {
    package let first: any AttemptStore
    package let second: any AttemptStore

    package init(first: any AttemptStore, second: any AttemptStore) {
      self.first = first
      self.second = second
    }
  }

  /// A clause of the contract.
  package typealias Clause = ContractClause<Subject>

  /// A window in which nothing is refunded while a clause runs.
  private static let limit = AttemptLimit("account", capacity: 3, window: .seconds(900))

  /// All clauses.
  package static let clauses: [Clause] = [
    Clause("A name has as many attempts as its limit allows, at all nodes together") { nodes async throws in
      #expect(try await nodes.first.consume("ada", of: limit) == nil)
      #expect(try await nodes.second.consume("ada", of: limit) == nil)
      #expect(try await nodes.first.consume("ada", of: limit) == nil)
      for node in [nodes.first, nodes.second] {
        let wait = try #require(try await node.consume("ada", of: limit))
        #expect(wait > .seconds(200) && wait <= .seconds(300))
      }
    },
    Clause("Each name has attempts of its own, and so has each kind") { nodes async throws in
      for _ in 1...3 { _ = try await nodes.first.consume("ada", of: limit) }
      #expect(try await nodes.first.consume("bob", of: limit) == nil)
      let peers = AttemptLimit("peer", capacity: 1, window: .seconds(900))
      #expect(try await nodes.second.consume("ada", of: peers) == nil)
      #expect(try await nodes.second.consume("ada", of: peers) != nil)
    },
    Clause("A refunded attempt can be used again, and no more than the limit can be refunded") { nodes async throws in
      try await nodes.first.refund("ada", of: limit)
      for _ in 1...3 { #expect(try await nodes.first.consume("ada", of: limit) == nil) }
      try await nodes.second.refund("ada", of: limit)
      #expect(try await nodes.first.consume("ada", of: limit) == nil)
      #expect(try await nodes.first.consume("ada", of: limit) != nil)
      for _ in 1...5 { try await nodes.second.refund("ada", of: limit) }
      for _ in 1...3 { #expect(try await nodes.first.consume("ada", of: limit) == nil) }
      #expect(try await nodes.second.consume("ada", of: limit) != nil)
    },
    Clause("Of attempts at the same time, as many succeed as the limit allows") { nodes async throws in
      let limit = AttemptLimit("account", capacity: 7, window: .seconds(900))
      let succeeded = try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<40 {
          let node = number.isMultiple(of: 2) ? nodes.first : nodes.second
          group.addTask { try await node.consume("ada", of: limit) == nil }
        }
        return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
      #expect(succeeded == 7)
    },
  ]
}
