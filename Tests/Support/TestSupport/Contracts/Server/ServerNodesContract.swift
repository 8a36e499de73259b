import NotesDomain
package import NotesHosting
import Testing

/// The contract of the stores of a server that several processes share, checked against each implementation.
package enum ServerNodesContract {
  /// A clause of the contract. Its subject is the stores as each node sees them, which are at least two and empty.
  package typealias Clause = ContractClause<[ServerStores]>

  /// All clauses.
  package static let clauses: [Clause] = vaults + accounts

  private static let vaults: [Clause] = [
    Clause("Writes of all nodes get revisions without a gap, in the order in which they are seen") {
      nodes async throws in
      try await nodes[0].vaults.write(.main) { try $0.save(state: ServerStoreContract.state(head: 0)) }
      try await withThrowingTaskGroup { group in
        for number in 1...90 {
          group.addTask { [store = nodes[number % nodes.count].vaults] in try await append(UInt64(number), to: store) }
          group.addTask { [store = nodes[(number + 1) % nodes.count].vaults] in
            let (head, revisions) = try await revisions(in: store)
            #expect(revisions == Array(0..<head).map { $0 + 1 })
          }
        }
        try await group.waitForAll()
      }
      for node in nodes { #expect(try await revisions(in: node.vaults).items == Array(1...90)) }
    },
    Clause("Nodes that add a vault together add one") { nodes async throws in
      try await withThrowingTaskGroup { group in
        for number in 0..<12 {
          group.addTask { [store = nodes[number % nodes.count].vaults] in
            try await store.write(.main) { transaction in
              if try transaction.state() == nil { try transaction.save(state: ServerStoreContract.state(head: 0)) }
              try transaction.save(ServerStoreContract.receipt(UInt128(number)))
            }
          }
        }
        try await group.waitForAll()
      }
      for node in nodes {
        #expect(try await node.vaults.vaults() == [.main])
        #expect(try await node.vaults.read(.main) { try $0.size().receipts } == 12)
      }
    },
    Clause("A batch that was sent to one node is known to another") { nodes async throws in
      let receipt = ServerStoreContract.receipt(7)
      try await nodes[0].vaults.write(.main) { transaction in
        try transaction.save(state: ServerStoreContract.state(head: 1))
        try transaction.save(receipt)
      }
      #expect(try await nodes[1].vaults.write(.main) { try $0.receipt(of: receipt.device) } == receipt)
    },
  ]

  private static let accounts: [Clause] = [
    Clause("A write of a vault whose account was removed by another node finds no vault") { nodes async throws in
      let ada = try AccountStoreContract.account("ada")
      _ = try await nodes[0].accounts.add(ada, hash: AccountStoreContract.first)
      #expect(try await nodes[1].vaults.write(ada.vault) { try $0.isKnown() })
      #expect(try await nodes[0].accounts.remove(ada.name))
      #expect(try await nodes[1].vaults.write(ada.vault) { try $0.isKnown() } == false)
      #expect(try await nodes[1].accounts.account(named: ada.name) == nil)
    },
    Clause("A device that signs out at one node is unknown to another at once") { nodes async throws in
      let (ada, digest) = (try AccountStoreContract.account("ada"), AccountStoreContract.digest(1))
      _ = try await nodes[0].accounts.add(ada, hash: AccountStoreContract.first)
      let device = SignedInDevice(
        id: SignedInDeviceID(bits: 1), label: "laptop", signedIn: FixedClock.start, lastSeen: FixedClock.start)
      _ = try await nodes[0].accounts.add(
        device, digest: digest, to: ada.name, knownBy: AccountStoreContract.first, limit: 1)
      #expect(try await nodes[1].accounts.principal(withDigest: digest)?.principal.device == device.id)
      #expect(try await nodes[0].accounts.remove(device.id, of: ada.name))
      #expect(try await nodes[1].accounts.principal(withDigest: digest) == nil)
    },
    Clause("Of accounts that nodes add together, one gets the name") { nodes async throws in
      let ada = try AccountStoreContract.account("ada")
      let added = try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<12 {
          group.addTask { [store = nodes[number % nodes.count].accounts] in
            try await store.add(ada, hash: AccountStoreContract.first)
          }
        }
        return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
      #expect(added == 1)
      for node in nodes { #expect(try await node.accounts.accounts() == [ada]) }
    },
  ]

  /// Adds an item at the next revision.
  private static func append(_ number: UInt64, to store: any ServerStore) async throws {
    try await store.write(.main) { transaction in
      guard var state = try transaction.state() else { return }
      state.head = state.head.next
      try transaction.save(ServerStoreContract.item(number, at: state.head.number, []))
      try transaction.save(state: state)
    }
  }

  /// Returns the head of the vault, and the revisions of its items.
  private static func revisions(in store: any ServerStore) async throws -> (head: Int64, items: [Int64]) {
    try await store.read(.main) { transaction in
      let items = try transaction.items(after: .none, limit: 200, bytes: 9_999).items
      return (try transaction.state()?.head.number ?? 0, items.map(\.revision.number))
    }
  }
}
