import NotesDomain
import NotesHosting
import Testing

extension SyncServiceContract {
  static let encryption: [Clause] = [
    Clause("A vault with a keyring refuses plain notes and deletions, which change nothing") { server async throws in
      try await server.push([put(1), put(2)], number: 1)
      #expect(try await server.push([keyring()], number: 2) == applied(3))
      let batch = [put(1, over: 1, plain), delete(2, over: 2), put(3, over: 0, plain), put(4), put(5, over: 0, [])]
      let reply = PushReply.results([
        refused, refused, refused, .applied(Revision(4)), .applied(Revision(5)),
      ])
      for _ in 0..<2 { #expect(try await server.push(batch, number: 3) == reply) }
      #expect(try await server.page().items.map(\.revision.number) == [1, 2, 3, 4, 5])
      #expect(try await server.page().items.prefix(2).map(\.payload) == [[1], [1]])
      #expect(try await server.administration.size(of: .main).tombstones == 0)
    },
    Clause("A vault without a keyring accepts plain notes and deletions, also beside one that has it") {
      server async throws in
      try await server.push([keyring()], number: 1)
      #expect(try await server.push([put(1, over: 0, plain)], number: 1, to: other) == applied(1))
      #expect(try await server.push([delete(1, over: 1)], number: 2, to: other) == applied(2))
    },
    Clause("A keyring is replaced by a keyring only, and is not deleted") { server async throws in
      try await server.push([keyring()], number: 1)
      let valid = KeyringFormat.sample().stored
      let others: [[UInt8]?] = [
        nil, plain, [1], [], PayloadKind.keyringMark, PayloadKind.keyringMark + [1], Array(valid.dropLast()),
        valid + [0],
      ]
      for (index, payload) in others.enumerated() {
        #expect(try await server.push([keyring(over: 1, payload)], number: 2 + index) == .results([refused]))
      }
      let next = KeyringFormat.sample(generation: 2, earlier: [5]).stored
      #expect(try await server.push([keyring(over: 1, next)], number: 1, of: phone) == applied(2))
      #expect(try await server.push([keyring(over: 1)], number: 2, of: phone) == .results([conflict(2)]))
      #expect(try await server.page().items.map(\.payload) == [next])
    },
    Clause("A keyring of a later format, or with blobs, is refused, and encrypts nothing") { server async throws in
      var later = KeyringFormat.sample().stored
      later[3] = 2
      #expect(try await server.push([keyring(over: 0, later)], number: 1) == .results([refused]))
      let blobs = PushChange(
        id: Keyring.item, base: .none, payload: KeyringFormat.sample().stored, blobs: [.sample(1)])
      #expect(try await server.push([blobs], number: 2) == .results([refused]))
      #expect(try await server.push([put(1, over: 0, plain)], number: 3) == applied(1))
    },
    Clause("A removed keyring leaves a vault without one, whose devices take a snapshot") { server async throws in
      try await server.push([put(1, over: 0, plain), put(2, over: 0, plain)], number: 1)
      try await server.push([delete(1, over: 1)], number: 2)
      try await server.push([keyring()], number: 3)
      #expect(try await server.administration.keyring(of: .main)?.payload == KeyringFormat.sample().stored)

      #expect(try await server.administration.removeKeyring(of: .main))
      #expect(try await server.administration.keyring(of: .main) == nil)
      #expect(try await server.ask(after: 4, floor: 4) == .resync)
      #expect(try await server.page().items.map(\.revision.number) == [2])
      #expect(try await server.page().head == Revision(5))
      #expect(try await server.push([put(3, over: 0, plain)], number: 4) == applied(6))
      #expect(try await server.push([keyring()], number: 5) == applied(7))
    },
    Clause("Without a keyring nothing is removed, and a missing vault is not created") { server async throws in
      #expect(try await server.administration.removeKeyring(of: .main) == false)
      #expect(try await server.administration.vaults() == [])
      try await server.push([put(1)], number: 1)
      try await server.push([delete(1, over: 1)], number: 2)
      #expect(try await server.administration.removeKeyring(of: .main) == false)
      #expect(try await server.page(after: 1, floor: 1).items.map(\.revision.number) == [2])
    },
    Clause("A note under the identifier of the keyring is refused, and encrypts nothing") { server async throws in
      #expect(try await server.push([keyring(over: 0, plain)], number: 1) == .results([refused]))
      #expect(try await server.push([keyring(over: 0, [1])], number: 2) == .results([refused]))
      #expect(try await server.push([keyring(over: 0, nil)], number: 3) == .results([conflict(0)]))
      #expect(try await server.push([put(1, over: 0, plain)], number: 4) == applied(1))
    },
    Clause("A keyring counts for the changes after it in its batch, and only if it is accepted") {
      server async throws in
      try await server.push([put(1)], number: 1)
      let late = [keyring(over: 1), put(2, over: 0, plain)]
      #expect(try await server.push(late, number: 2) == .results([conflict(0), .applied(Revision(2))]))
      let invalid = [keyring(over: 0, [1]), put(3, over: 0, plain)]
      #expect(try await server.push(invalid, number: 3) == .results([refused, .applied(Revision(3))]))
      let valid = [put(4, over: 0, plain), keyring(), put(5, over: 0, plain), delete(1, over: 1), put(6)]
      #expect(
        try await server.push(valid, number: 4)
          == .results([.applied(Revision(4)), .applied(Revision(5)), refused, refused, .applied(Revision(6))]))
    },
    Clause("A plain change of an outdated version is a conflict, since it may return sealed") { server async throws in
      try await server.push([put(1)], number: 1)
      try await server.push([put(1, over: 1), keyring()], number: 2)
      let late = [put(1, over: 1, plain), delete(2, over: 0), put(3, over: 1, plain)]
      #expect(try await server.push(late, number: 3) == .results([conflict(2), conflict(0), conflict(0)]))
    },
    Clause("A note that was deleted before the vault was encrypted is restored by a sealed one") {
      server async throws in
      try await server.push([put(1)], number: 1)
      try await server.push([delete(1, over: 1)], number: 2)
      try await server.push([keyring()], number: 3)
      #expect(try await server.push([put(1, over: 2, plain)], number: 4) == .results([refused]))
      #expect(try await server.push([put(1, over: 2)], number: 5) == applied(4))
    },
    Clause("A vault that is restored from before its keyring accepts plain notes again") { server async throws in
      try await server.push([put(1, over: 0, plain)], number: 1)
      let backup = try await server.administration.backup(.main)
      try await server.push([keyring()], number: 2)
      #expect(try await server.push([put(2, over: 0, plain)], number: 3) == .results([refused]))
      try await server.administration.restore(.main, to: backup)
      #expect(try await server.push([put(2, over: 0, plain)], number: 1, of: phone) == applied(2))
    },
  ]

  /// The beginning of a note as ``NotePayload`` encodes it.
  private static let plain: [UInt8] = [8, 1]
  private static let refused = PushResult.refused(.plainText)

  /// Returns a change of the keyring.
  private static func keyring(over base: Int64 = 0, _ payload: [UInt8]? = KeyringFormat.sample().stored) -> PushChange {
    PushChange(id: Keyring.item, base: Revision(base), payload: payload)
  }
}
