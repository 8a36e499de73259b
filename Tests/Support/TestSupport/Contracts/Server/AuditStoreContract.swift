import NotesDomain
package import NotesHosting
import Testing

/// The contract of ``AuditStore``, checked against each implementation.
package enum AuditStoreContract {
  /// A clause of the contract.
  package typealias Clause = ContractClause<any AuditStore>

  /// All clauses.
  package static let clauses: [Clause] = [
    Clause("Entries are listed newest first") { store async throws in
      let entries = [
        entry(.signIn, "ada", peer: "192.0.2.1", device: "Ada's “phone” \u{1B}", at: 1), entry(.backup, at: 2),
        entry(.revocation, "bob", device: "laptop", at: 2),
        entry(.signInRefused, peer: "2001:db8::/64", at: 3, count: 7),
      ]
      try await store.append(Array(entries.prefix(1)), limits: AuditLimits())
      try await store.append(Array(entries.dropFirst()), limits: AuditLimits())
      #expect(try await store.entries(limit: 10, of: nil) == entries.reversed())
      #expect(try await store.entries(limit: 2, of: nil) == entries.suffix(2).reversed())
      #expect(try await store.entries(limit: 10, of: AccountName("ada")) == [entries[0]])
      #expect(try await store.entries(limit: 0, of: nil) == [])
    },
    Clause("Equal refused attempts of a quarter of an hour are counted together, and other events are not") {
      store async throws in
      let quarter: Int64 = 900_000
      try await store.append(
        [entry(.signInRefused, "ada", peer: "p", at: 0, count: 2), entry(.signIn, "ada", peer: "p", at: 0)],
        limits: AuditLimits())
      try await store.append(
        [
          entry(.signInRefused, "ada", peer: "p", at: 5, count: 3), entry(.signInRefused, "ada", peer: "q", at: 5),
          entry(.signInRefused, peer: "p", at: 5), entry(.rateLimited, "ada", peer: "p", at: 5),
          entry(.signIn, "ada", peer: "p", at: 5), entry(.signInRefused, "ada", peer: "p", at: quarter),
        ], limits: AuditLimits())
      let found = try await store.entries(limit: 10, of: nil)
      #expect(found.count == 7)
      #expect(found.first == entry(.signInRefused, "ada", peer: "p", at: quarter))
      #expect(found.contains(entry(.signInRefused, "ada", peer: "p", at: 5, count: 5)))
    },
    Clause("The oldest entries are removed, and refused attempts displace no others") { store async throws in
      var limits = AuditLimits()
      limits.entries = 3
      limits.refusals = 2
      for number in 1...5 { try await store.append([entry(.signIn, at: Int64(number))], limits: limits) }
      for number in 6...99 {
        try await store.append([entry(.signInRefused, peer: "\(number)", at: Int64(number))], limits: limits)
      }
      let times = try await store.entries(limit: 10, of: nil).map { $0.time - start }
      #expect(times == [99, 98, 5, 4, 3].map { Duration.milliseconds($0) })
    },
    Clause("An account with many entries displaces its own only, and the oldest of those") { store async throws in
      var limits = AuditLimits()
      limits.entries = 20
      limits.refusals = 20
      for kind in [AuditEvent.Kind.signIn, .signInRefused] {
        let others = [entry(kind, "ada", peer: "a", at: 1), entry(kind, peer: "b", at: 2), entry(kind, "bob", at: 3)]
        try await store.append(others, limits: limits)
        for number in 4...99 {
          try await store.append([entry(kind, "eve", peer: "\(number)", at: Int64(number))], limits: limits)
        }
        let found = try await store.entries(limit: 100, of: nil).filter { $0.event.kind == kind }
        #expect(18...20 ~= found.count)
        #expect(Array(found.suffix(3)) == others.reversed())
        let peers = found.dropLast(3).compactMap(\.event.peer)
        #expect(peers == peers.indices.map { "\(99 - $0)" })
      }
    },
  ]

  /// The beginning of a quarter of an hour.
  private static let start = Timestamp(millisecondsSince1970: 1_773_480_600_000)

  private static func entry(
    _ kind: AuditEvent.Kind, _ account: String? = nil, peer: String? = nil, device: String? = nil, at time: Int64,
    count: Int = 1
  ) -> AuditEntry {
    AuditEntry(
      time: start + .milliseconds(time),
      event: AuditEvent(kind, account: account.flatMap(AccountName.init), peer: peer, device: device), count: count)
  }
}
