package import NotesDomain
import Testing

/// The contract of ``CredentialStore``, checked against each implementation.
package enum CredentialStoreContract {
  /// A clause of the contract.
  package typealias Clause = ContractClause<any CredentialStore>

  /// All clauses.
  package static let clauses: [Clause] = [
    Clause("A device that is not signed in has no credentials") { store async throws in
      #expect(try await store.load() == nil)
    },
    Clause("Saved credentials are loaded exactly") { store async throws in
      let credentials = try sample("https://[::1]:8443/notes")
      try await store.save(credentials)
      #expect(try await store.load() == credentials)
      #expect(try await store.load()?.token.bytes == Array(0..<32))
    },
    Clause("The keys of a vault are loaded exactly, and are gone with credentials that have none") {
      store async throws in
      var credentials = try sample("https://notes.example.org")
      let randomness = SeededRandomness(seed: 1)
      let earlier = (0..<100).map { _ in VaultKey(using: randomness) }
      credentials.keys = VaultKeys(vault: credentials.vault, current: VaultKey(using: randomness), earlier: earlier)
      try await store.save(credentials)
      #expect(try await store.load() == credentials)
      credentials.keys = nil
      try await store.save(credentials)
      #expect(try await store.load() == credentials)
    },
    Clause("Valid credentials can be salvaged") { store async throws in
      #expect(await store.salvage() == nil)
      let credentials = try Credentials.sample(1)
      try await store.save(credentials)
      #expect(await store.salvage() == credentials)
      try await store.remove()
      #expect(await store.salvage() == nil)
    },
    Clause("Saving replaces earlier credentials") { store async throws in
      try await store.save(.sample(1))
      try await store.save(.sample(2))
      let expected2 = try Credentials.sample(2)
      #expect(try await store.load() == expected2)
    },
    Clause("Credentials are removed, idempotently") { store async throws in
      try await store.remove()
      try await store.save(.sample(1))
      try await store.remove()
      #expect(try await store.load() == nil)
      try await store.remove()
      try await store.save(.sample(2))
      let expected2 = try Credentials.sample(2)
      #expect(try await store.load() == expected2)
    },
  ]

  private static func sample(_ server: String) throws -> Credentials {
    let other = try Credentials.sample()
    let token = try #require(DeviceToken(bytes: Array(0..<32)))
    let account = try #require(AccountName("ada+notes@example.org"))
    let vault = try #require(VaultID(String(repeating: "v", count: 64)))
    return Credentials(
      server: try ServerAddress(server), account: account, vault: vault, device: other.device, token: token)
  }
}
