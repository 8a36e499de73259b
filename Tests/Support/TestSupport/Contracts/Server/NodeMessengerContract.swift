import NotesDomain
package import NotesHosting
import Testing

/// The contract of ``NodeMessenger``, checked against each implementation.
package enum NodeMessengerContract {
  /// The messengers of two nodes of one server.
  package struct Subject: Sendable {
    package let first: any NodeMessenger
    package let second: any NodeMessenger

    package init(first: any NodeMessenger, second: any NodeMessenger) {
      self.first = first
      self.second = second
    }
  }

  /// A clause of the contract.
  package typealias Clause = ContractClause<Subject>

  private static let change = NodeMessage.change(.main)
  private static let revocation = NodeMessage.revocation(SignedInDeviceID(bits: 1 << 63))

  /// All clauses.
  package static let clauses: [Clause] = [
    Clause("Messages before the first one may have been missed") { nodes async throws in
      nodes.first.send(change)
      await nodes.first.flush()
      var messages = nodes.second.messages().makeAsyncIterator()
      #expect(await messages.next() == .gap)
      nodes.first.send(revocation)
      #expect(await messages.next() == revocation)
    },
    Clause("A message reaches the other node, and not its sender") { nodes async throws in
      var (mine, others) = (nodes.first.messages().makeAsyncIterator(), nodes.second.messages().makeAsyncIterator())
      #expect(await mine.next() == .gap)
      #expect(await others.next() == .gap)
      nodes.first.send(change)
      nodes.first.send(revocation)
      await nodes.first.flush()
      #expect(await others.next() == change)
      #expect(await others.next() == revocation)
      nodes.second.send(.gap)
      #expect(await mine.next() == .gap)
    },
    Clause("Of many equal messages, at least one arrives, before later ones") { nodes async throws in
      var others = nodes.second.messages().makeAsyncIterator()
      #expect(await others.next() == .gap)
      for _ in 0..<1000 { nodes.first.send(change) }
      await nodes.first.flush()
      nodes.first.send(revocation)
      var count = 0
      while await others.next() == change { count += 1 }
      #expect(1...1000 ~= count)
    },
  ]
}
