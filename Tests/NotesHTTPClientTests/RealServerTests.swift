import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesHTTPClient

/// The contracts of the client's ports, over HTTP and the real routes.
@Suite struct RealServerTests {
  @Test(arguments: SyncTransportContract.clauses)
  func `the transport fulfils its contract for notes`(_ clause: SyncTransportContract.Clause) async throws {
    try await RealServer.run { server async throws in
      try await clause.check(try await server.device().transport)
    }
  }

  @Test(arguments: BlobTransportContract.clauses)
  func `the transport fulfils its contract for blobs`(_ clause: BlobTransportContract.Clause) async throws {
    try await RealServer.run { server async throws in
      try await clause.check(try await server.device().transport)
    }
  }

  @Test(arguments: ChangeListenerContract.clauses)
  func `the listener fulfils its contract`(_ clause: ChangeListenerContract.Clause) async throws {
    try await RealServer.run { server async throws in
      let transport = try await server.device().transport
      try await clause.check(ChangeListenerContract.Subject(listener: transport, transport: transport))
    }
  }

  @Test(arguments: AccountClientContract.clauses)
  func `the account client fulfils its contract`(_ clause: AccountClientContract.Clause) async throws {
    try await RealServer.run { server async throws in
      let client = HTTPDevice(credentials: try .sample()).accounts
      try await clause.check(
        AccountClientContract.Subject(
          client: client, server: try ServerAddress(server.address), name: server.name, password: server.password))
    }
  }

  @Test func `a revoked token and another vault are rejected`() async throws {
    try await RealServer.run { server async throws in
      let device = try await server.device()
      let known = device.credentials
      let other = HTTPDevice(
        credentials: Credentials(
          server: known.server, account: known.account, vault: .main, device: known.device, token: known.token))
      await #expect(throws: TransportError.misaddressed(detail: "not_found")) { try await other.changes() }
      try await device.accounts.revoke(known.device, known)
      await #expect(throws: TransportError.unauthorized) { try await device.changes() }
    }
  }
}
