import NotesDomain
import NotesNetwork
import NotesServer
import NotesTestSupport
import Testing
import Wiring

@Suite struct NetworkModuleTests {
  private func transport(_ parts: ServerParts) async throws -> any VaultTransport {
    try Plan((any VaultTransport).self, modules: [NetworkModule(), ServerModule(), parts]).build().root
  }

  @Test(arguments: SyncTransportContract.clauses)
  func `a network without faults forwards every request`(clause: SyncTransportContract.Clause) async throws {
    try await clause.check(transport(ServerParts(NetworkSettings(mockNetwork: "/server"))))
  }

  @Test func `without a network, requests fail, and no server is created`() async throws {
    let parts = ServerParts(NetworkSettings(mockNetwork: nil)) {
      Issue.record("created a server's store")
      return InMemoryServerStore()
    }
    let transport = try await transport(parts)
    await #expect(throws: TransportError.notConfigured) {
      try await transport.changes(ChangesRequest(epoch: nil, after: .none, floor: nil, limit: 1))
    }
    let batch = PushBatch(epoch: Epoch(bits: 1), device: DeviceID(bits: 1), number: 1, changes: [])
    await #expect(throws: TransportError.notConfigured) { try await transport.push(batch) }
  }

  @Test func `the faults can be replaced, and the vault is that of the settings`() async throws {
    let store = InMemoryServerStore()
    let vault = try #require(VaultID("family"))
    let parts = ServerParts(NetworkSettings(mockNetwork: "/server", vault: vault)) { store }
    let modules: [any Module] = [NetworkModule(), ServerModule(), parts]
    let good = try Plan((any VaultTransport).self, modules: modules).build().root
    _ = try await good.changes(ChangesRequest(epoch: nil, after: .none, floor: nil, limit: 1))
    #expect(try await store.vaults() == [vault])
    var faults = NetworkFaults.none
    faults.loss = .always
    let bad = try Plan((any VaultTransport).self, modules: modules) { overrides in
      overrides.replace(NetworkFaults.self, with: faults)
    }.build().root
    await #expect(throws: TransportError.self) {
      try await bad.changes(ChangesRequest(epoch: nil, after: .none, floor: nil, limit: 1))
    }
  }
}
