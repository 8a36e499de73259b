import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesHTTPClient

/// The client's promises, over HTTP, against the real routes.
@Suite struct RealServerTests {
  @Test(arguments: SyncTransportContract.clauses)
  func `notes travel as the port promises`(_ clause: SyncTransportContract.Clause) async throws {
    try await RealServer.run { server async throws in
      try await clause.check(try await server.device().transport)
    }
  }

  @Test(arguments: BlobTransportContract.clauses)
  func `blobs travel as the port promises`(_ clause: BlobTransportContract.Clause) async throws {
    try await RealServer.run { server async throws in
      try await clause.check(try await server.device().transport)
    }
  }

  @Test(arguments: ChangeListenerContract.clauses)
  func `news travel as the port promises`(_ clause: ChangeListenerContract.Clause) async throws {
    try await RealServer.run { server async throws in
      let transport = try await server.device().transport
      try await clause.check(ChangeListenerContract.Subject(listener: transport, transport: transport))
    }
  }

  @Test(arguments: AccountClientContract.clauses)
  func `accounts are as the port promises`(_ clause: AccountClientContract.Clause) async throws {
    try await RealServer.run { server async throws in
      let client = HTTPDevice(credentials: try .sample()).accounts
      try await clause.check(
        AccountClientContract.Subject(
          client: client, server: try ServerAddress(server.address), name: server.name, password: server.password))
    }
  }

  @Test func `a token that was revoked, and another's vault, get nothing`() async throws {
    try await RealServer.run { server async throws in
      let device = try await server.device()
      let known = device.credentials
      let other = HTTPDevice(
        credentials: Credentials(
          server: known.server, account: known.account, vault: .main, device: known.device, token: known.token))
      await #expect(throws: TransportError.refused(detail: "not_found")) { try await other.changes() }
      try await device.accounts.revoke(known.device, known)
      await #expect(throws: TransportError.unauthorized) { try await device.changes() }
    }
  }
}
