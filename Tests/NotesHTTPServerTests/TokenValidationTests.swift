import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTesting
import Logging
import NIOCore
import NIOEmbedded
import NotesDomain
import NotesHTTPAPI
import NotesHosting
import NotesTestSupport
import Testing

@testable import NotesHTTPServer

/// Requests whose device is revoked while they are handled.
struct TokenValidationTests {
  /// Sends a request whose body arrives after its device was revoked.
  private func send(
    _ method: HTTPRequest.Method, _ route: APIRoute, _ body: [UInt8], _ fields: HTTPFields = [:], to server: TestServer
  ) async throws {
    let (accounts, ada) = (server.accounts, server.ada)
    let (parts, continuation) = AsyncStream<ByteBuffer>.makeStream()
    let late = AsyncStream<ByteBuffer> {
      try? await accounts.revoke(ada.principal.device, for: ada.principal, from: "p")
      return await parts.first { _ in true }
    }
    continuation.yield(ByteBuffer(bytes: body))
    continuation.finish()
    var head = HTTPRequest(method: method, scheme: "http", authority: "x", path: route.path, headerFields: fields)
    head.headerFields[.authorization] = ada.authorization
    let request = Request(head: head, body: RequestBody(asyncSequence: late))
    let context = HTTPRequestContext(
      source: .init(channel: NIOAsyncTestingChannel(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
    _ = try await RequestRouter(server.graph()).respond(to: request, context: context)
  }

  @Test func `a batch that arrives after the device was revoked is not applied`() async throws {
    let server = try TestServer()
    let batch = PushBatch(epoch: Epoch(bits: 1), device: DeviceID(bits: 1), number: 1, changes: [])
    await #expect(throws: RequestFailure(.unauthorized)) {
      try await send(.post, .push(server.ada.principal.vault), MessageFormat.encode(batch), to: server)
    }
    #expect(try await server.store.vaults() == [])
  }

  @Test func `a piece of a blob that arrives after the device was revoked is not stored`() async throws {
    let server = try TestServer()
    let vault = server.ada.principal.vault
    let digest = try #require(BlobDigest(bytes: [UInt8](repeating: 9, count: 32)))
    await #expect(throws: RequestFailure(.unauthorized)) {
      try await send(
        .put, .sendBlob(digest, vault), [1, 2, 3], [.contentRange: "bytes 0-2/9"], to: server)
    }
    let stored = try await server.store.read(vault) { transaction in try transaction.blob(digest) }
    #expect(stored == nil)
  }

  @Test func `a device that was seen a moment ago, and is revoked, reads and sends nothing`() async throws {
    let server = try TestServer()
    let vault = server.ada.principal.vault
    server.accounts.recalls = [server.ada.token: server.ada.principal]
    try await server.withClient { client in
      let path = APIRoute.changes(vault).path + "?after=0&limit=1"
      // Known, so that the accounts are not asked
      server.accounts.failure = .store(.locked(path: "/server"))
      #expect(try await client.send(.get, path, as: server.ada).status == .conflict)
      try await server.accounts.revoke(server.ada.principal.device, for: server.ada.principal, from: "p")
      #expect(try await client.send(.get, path, as: server.ada).status == .unauthorized)
      let batch = PushBatch(epoch: Epoch(bits: 1), device: DeviceID(bits: 1), number: 1, changes: [])
      let pushed = try await client.send(
        .post, APIRoute.push(vault).path, as: server.ada, body: MessageFormat.encode(batch))
      #expect(pushed.status == .unauthorized)
    }
  }

  @Test func `a device that was seen a moment ago does not reach another vault`() async throws {
    let server = try TestServer()
    server.accounts.recalls = [server.ada.token: server.ada.principal]
    let path = APIRoute.changes(server.eve.principal.vault).path + "?after=0&limit=1"
    let reply = try await server.withClient { client in try await client.send(.get, path, as: server.ada) }
    #expect(reply.status == .notFound)
  }

  @Test(.timeLimit(.minutes(5)))
  func `a long poll ends when its device is revoked`() async throws {
    let clock = ManualClock { _ in true }
    let server = try TestServer(clock: clock)
    try await server.withClient { client in
      async let waited = watch(server, client)
      await clock.waitForSleeper()
      let device = server.ada.principal.device
      let revoked = try await client.send(.delete, APIRoute.revoke(device).path, as: server.ada)
      #expect(revoked.status == .noContent)
      #expect(try await waited == .unauthorized)
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `a long poll ends when another device changes the password`() async throws {
    let clock = ManualClock { _ in true }
    let server = try TestServer(clock: clock)
    let phone = try Tenant("ada", seed: 9)
    server.accounts.add(phone)
    try await server.withClient { client in
      async let waited = watch(server, client)
      await clock.waitForSleeper()
      let change = PasswordChange(
        from: try #require(Password("correct horse")), to: try #require(Password("another horse")))
      let changed = try await client.send(
        .put, APIRoute.password.path, as: phone, body: MessageFormat.encode(change))
      #expect(changed.status == .noContent)
      #expect(try await waited == .unauthorized)
    }
  }

  @Test(arguments: [
    ("wrong horse", "another horse", HTTPResponse.Status.unauthorized, #"{"error":"bad_credentials"}"#),
    ("correct horse", "1234567890", .unprocessableContent, #"{"error":"common_password"}"#),
  ])
  func `a password that is not changed has an error of its own`(
    current: String, new: String, status: HTTPResponse.Status, body: String
  ) async throws {
    let server = try TestServer()
    let change = PasswordChange(from: try #require(Password(current)), to: try #require(Password(new)))
    let reply = try await server.withClient { client in
      try await client.send(.put, APIRoute.password.path, as: server.ada, body: MessageFormat.encode(change))
    }
    #expect(reply.status == status && String(buffer: reply.body) == body)
  }

  @Test(.timeLimit(.minutes(5)))
  func `a long poll of a device that another process revoked ends as unauthorized`() async throws {
    let clock = ManualClock { _ in true }
    let server = try TestServer(clock: clock)
    try await server.withClient { client in
      async let waited = watch(server, client)
      await clock.waitForSleeper()
      try await server.accounts.revoke(server.ada.principal.device, for: server.ada.principal, from: "p")
      clock.advance(by: .seconds(60))
      #expect(try await waited == .unauthorized)
    }
  }

  private func watch(_ server: TestServer, _ client: any TestClientProtocol) async throws -> HTTPResponse.Status {
    let vault = server.ada.principal.vault
    let asked = try await client.send(.get, APIRoute.changes(vault).path + "?after=0&limit=1", as: server.ada)
    guard case .epochChanged(let change) = try MessageFormat.decodeChangesReply(Array(buffer: asked.body), limit: 1000)
    else { throw CancellationError() }
    return try await client.send(
      .get, APIRoute.watch(vault).path + "?after=0&epoch=\(change.epoch)&wait=60000", as: server.ada
    ).status
  }
}
