import HTTPTypes
import HummingbirdTesting
import NIOCore
import NotesDomain
import NotesHTTPAPI
import NotesHosting
import NotesTestSupport
import Testing
import Wiring

@testable import NotesHTTPServer

/// Requests while a budget is spent. The clock's sleeps end at once, so that nothing waits for its turn.
struct OverloadTests {
  private func changes(of tenant: Tenant, epoch: Epoch? = nil, limit: Int = 10) -> String {
    let request = ChangesRequest(epoch: epoch, after: .none, floor: nil, limit: limit)
    return APIRoute.changes(tenant.principal.vault).path + "?" + MessageFormat.encode(request)
  }

  @Test func `an account with too many requests is told when to retry, and others are served`() async throws {
    // Given
    let server = try TestServer(clock: ManualClock())
    let graph = try await server.graph()
    let budgets = graph.root.budgets
    let account = Budget.Owner.account(server.ada.principal.account)
    let held = try #require(budgets.requests.lease(budgets.limits.account.requests, for: account))
    try await buildApplication(graph).test(.router) { client in
      // When
      let refused = try await client.send(.get, changes(of: server.ada), as: server.ada)
      let served = try await client.send(.get, changes(of: server.eve), as: server.eve)
      let health = try await client.send(.get, "/healthz", as: nil)
      held.release()
      let retried = try await client.send(.get, changes(of: server.ada), as: server.ada)
      // Then
      #expect(refused.status == .serviceUnavailable && refused.headers[.retryAfter] == "5")
      #expect(String(buffer: refused.body) == #"{"error":"unavailable"}"#)
      #expect([served.status, health.status, retried.status] == [.conflict, .ok, .conflict])
    }
    #expect(budgets.requests.used == 0)
  }

  @Test func `sign-ins have a limit of their own`() async throws {
    // Given
    let server = try TestServer(clock: ManualClock())
    let graph = try await server.graph()
    let budgets = graph.root.budgets
    let held = try #require(budgets.requests.lease(budgets.limits.stranger.requestsInAll, for: .proxy))
    try await buildApplication(graph).test(.router) { client in
      // When
      let refused = try await client.send(.post, APIRoute.signIn.path, as: nil, body: Array("{}".utf8))
      let served = try await client.send(.get, changes(of: server.ada), as: server.ada)
      // Then
      #expect([refused.status, served.status] == [.serviceUnavailable, .conflict])
    }
    held.release()
  }

  @Test func `a batch that is larger than the memory left to its account is refused before it is read`() async throws {
    // Given
    let server = try TestServer(clock: ManualClock())
    let graph = try await server.graph()
    let budgets = graph.root.budgets
    let account = Budget.Owner.account(server.ada.principal.account)
    let held = try #require(budgets.requestBytes.lease(budgets.limits.account.requestBytes - 10, for: account))
    let fields: HTTPFields = [.authorization: server.ada.authorization, .contentLength: "11"]
    try await buildApplication(graph).test(.router) { client in
      // When
      let path = APIRoute.push(server.ada.principal.vault).path
      let reply = try await client.executeRequest(
        uri: path, method: .post, headers: fields, body: ByteBuffer(string: #"{"a":"bcd"}"#))
      // Then
      #expect(reply.status == .serviceUnavailable && reply.headers[.retryAfter] == "5")
    }
    held.release()
    #expect(budgets.requestBytes.used == 0)
  }

  @Test func `a page is sent in parts, and counts as used until it is sent`() async throws {
    // Given
    let server = try TestServer(clock: ManualClock())
    let graph = try await server.graph()
    let budgets = graph.root.budgets
    let payload = [UInt8](repeating: 7, count: 400_000)
    try await buildApplication(graph).test(.router) { client in
      let epoch = try await push(payload, of: server, client)
      // When
      let reply = try await client.send(.get, changes(of: server.ada, epoch: epoch), as: server.ada)
      // Then
      guard case .page(let page) = try MessageFormat.decodeChangesReply(Array(buffer: reply.body), limit: 1_000_000)
      else { return #expect(Bool(false), "there is a page") }
      #expect(page.items.map(\.payload) == [payload])
      #expect(reply.headers[.contentLength] == "\(reply.body.readableBytes)")
    }
    #expect(budgets.responseBytes.used == 0)
  }

  @Test func `a page for which there is no memory is refused`() async throws {
    // Given
    let server = try TestServer(clock: ManualClock())
    var settings = HTTPServerSettings()
    settings.budgets.account.responseBytes = 300_000
    settings.budgets.account.expectedPageBytes = 1000
    let graph = try await server.graph(settings)
    try await buildApplication(graph).test(.router) { client in
      let epoch = try await push([UInt8](repeating: 7, count: 400_000), of: server, client)
      for limit in [10, 1000] {
        // When
        let target = changes(of: server.ada, epoch: epoch, limit: limit)
        let reply = try await client.send(.get, target, as: server.ada)
        // Then
        #expect(reply.status == .serviceUnavailable && reply.headers[.retryAfter] == "5")
      }
    }
    #expect(graph.root.budgets.responseBytes.used == 0)
  }

  @Test func `accounts that take all the memory they can leave some to one that has none`() async throws {
    // Given
    let server = try TestServer(clock: ManualClock())
    let graph = try await server.graph()
    let budgets = graph.root.budgets
    var held: [BudgetLease] = []
    for name in ["bob", "cleo", "dan"] {
      let owner = Budget.Owner.account(try #require(AccountName(name)))
      for budget in [budgets.requestBytes, budgets.responseBytes] {
        while let lease = budget.lease(1_000_000, for: owner) { held.append(lease) }
      }
    }
    #expect(held.count > 96)
    try await buildApplication(graph).test(.router) { client in
      // When
      let epoch = try await push([UInt8](repeating: 7, count: 400_000), of: server, client)
      let page = try await client.send(.get, changes(of: server.ada, epoch: epoch, limit: 1000), as: server.ada)
      // Then
      #expect(page.status == .ok)
    }
    for lease in held { lease.release() }
    #expect(budgets.requestBytes.used == 0 && budgets.responseBytes.used == 0)
  }

  @Test func `the last piece of a blob takes memory for those that are read again with it`() async throws {
    // Given
    let server = try TestServer(clock: ManualClock())
    let graph = try await server.graph()
    let budgets = graph.root.budgets
    let vault = server.ada.principal.vault
    try await server.store.write(vault) { try $0.append(SampleBlob.abc.piece(0..<2), at: FixedClock.start) }
    let account = Budget.Owner.account(server.ada.principal.account)
    let held = try #require(budgets.requestBytes.lease(budgets.limits.account.requestBytes - 2, for: account))
    let path = APIRoute.sendBlob(SampleBlob.abc.digest, vault).path
    let fields: HTTPFields = [
      .authorization: server.ada.authorization, .contentLength: "1", .contentRange: "bytes 2-2/3",
    ]
    try await buildApplication(graph).test(.router) { client in
      // When
      let last = ByteBuffer(string: "c")
      let refused = try await client.executeRequest(uri: path, method: .put, headers: fields, body: last)
      held.release()
      let accepted = try await client.executeRequest(uri: path, method: .put, headers: fields, body: last)
      // Then
      #expect([refused.status, accepted.status] == [.serviceUnavailable, .ok])
    }
    #expect(budgets.requestBytes.used == 0)
  }

  @Test(.timeLimit(.minutes(5)))
  func `the memory for a page is taken before the page is read`() async throws {
    // Given
    let server = try TestServer()
    let graph = try await server.graph()
    let budgets = graph.root.budgets
    let account = Budget.Owner.account(server.ada.principal.account)
    try await buildApplication(graph).test(.router) { client in
      let epoch = try await push([UInt8](repeating: 7, count: 400_000), of: server, client)
      let turns = try #require(budgets.computations.lease(budgets.limits.account.computations, for: account))
      // When
      async let reply = client.send(.get, changes(of: server.ada, epoch: epoch), as: server.ada)
      while budgets.computations.waitingCount == 0 { await Task.yield() }
      // Then
      #expect(budgets.responseBytes.used > 900_000)
      turns.release()
      #expect(try await reply.status == .ok)
    }
  }

  @Test func `a large item is not read without memory, however few are requested`() async throws {
    // Given
    let server = try TestServer(clock: ManualClock())
    let graph = try await server.graph()
    let budgets = graph.root.budgets
    let account = Budget.Owner.account(server.ada.principal.account)
    let id = SequentialNoteIDGenerator.id(1)
    try await buildApplication(graph).test(.router) { client in
      let epoch = try await push([UInt8](repeating: 7, count: 400_000), of: server, client)
      let requests = [
        ChangesRequest(epoch: epoch, after: .none, floor: nil, limit: 1),
        ChangesRequest(epoch: epoch, after: .none, floor: nil, limit: 1, only: id),
      ]
      let held = try #require(budgets.responseBytes.lease(budgets.limits.account.responseBytes - 900_000, for: account))
      for request in requests {
        let target = APIRoute.changes(server.ada.principal.vault).path + "?" + MessageFormat.encode(request)
        // When
        let refused = try await client.send(.get, target, as: server.ada)
        // Then
        #expect(refused.status == .serviceUnavailable)
      }
      held.release()
      for request in requests {
        let target = APIRoute.changes(server.ada.principal.vault).path + "?" + MessageFormat.encode(request)
        #expect(try await client.send(.get, target, as: server.ada).status == .ok)
      }
    }
    #expect(budgets.responseBytes.used == 0)
  }

  @Test func `the metrics show each budget`() async throws {
    // Given
    let server = try TestServer(clock: ManualClock())
    var settings = HTTPServerSettings()
    settings.metricsListen = ListenAddress(host: "127.0.0.1", port: 0)
    let graph = try await server.graph(settings)
    let budgets = graph.root.budgets
    let account = Budget.Owner.account(server.ada.principal.account)
    // When
    let held = try #require(budgets.requestBytes.lease(5, for: account))
    #expect(budgets.requestBytes.lease(budgets.limits.account.requestBytes, for: account) == nil)
    // Then
    let text = try graph.resolve(MetricRegistry.self).text
    #expect(text.contains(#"notes_budget_used{budget="request_bytes"} 5"# + "\n"))
    #expect(text.contains(#"notes_budget_limit{budget="request_bytes"} 64000000"# + "\n"))
    #expect(text.contains(#"notes_budget_refused_total{budget="request_bytes"} 1"# + "\n"))
    held.release()
  }

  /// Pushes a note of Ada's, and returns the epoch of her vault.
  private func push(
    _ payload: [UInt8], of server: TestServer, _ client: any TestClientProtocol
  ) async throws -> Epoch {
    let first = try await client.send(.get, changes(of: server.ada), as: server.ada)
    guard case .epochChanged(let change) = try MessageFormat.decodeChangesReply(Array(buffer: first.body), limit: 1000)
    else { throw CancellationError() }
    let put = PushChange(id: SequentialNoteIDGenerator.id(1), base: .none, payload: payload)
    let batch = PushBatch(epoch: change.epoch, device: DeviceID(bits: 5), number: 1, changes: [put])
    let path = APIRoute.push(server.ada.principal.vault).path
    let reply = try await client.send(.post, path, as: server.ada, body: MessageFormat.encode(batch))
    #expect(reply.status == .ok)
    return change.epoch
  }
}
