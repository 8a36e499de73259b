import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import NotesDomain
import NotesHTTPAPI
import NotesTestSupport
import Synchronization
import Testing

@testable import NotesHTTPServer

struct BodyReaderTests {
  private let account: AccountName

  init() throws { account = try #require(AccountName("ada")) }

  /// Reads parts that arrive one by one, after a time each.
  private func read(
    _ parts: [(bytes: Int, after: Duration)], limit: Int = 1_000_000, announced: Int? = nil,
    budgets: ServerBudgets = .sample()
  ) async throws -> Int {
    let clock = ManualClock()
    let stream = AsyncStream<(bytes: Int, after: Duration)> { continuation in
      for part in parts { continuation.yield(part) }
      continuation.finish()
    }.map { part in
      clock.advance(by: part.after)
      return ByteBuffer(repeating: 1, count: part.bytes)
    }
    var head = HTTPRequest(method: .post, scheme: "http", authority: "x", path: "/")
    if let announced { head.headerFields[.contentLength] = "\(announced)" }
    let request = Request(head: head, body: RequestBody(asyncSequence: stream))
    let reader = BodyReader(uptime: Stopwatch(clock), budgets: budgets)
    let message = try await reader.message(
      of: request, on: ClientConnection(NIOAsyncTestingChannel()), limit: limit, account: account)
    message.release()
    return message.bytes.count
  }

  private func parts(_ count: Int, of bytes: Int, each time: Duration) -> [(bytes: Int, after: Duration)] {
    Array(repeating: (bytes, time), count: count)
  }

  @Test func `a body is read to its end`() async throws {
    #expect(try await read([(10, .zero), (20, .zero), (30, .zero)]) == 60)
  }

  @Test func `a body that trickles is rejected`() async throws {
    await #expect(throws: RequestFailure(.tooSlow)) { try await read(parts(4, of: 1, each: .seconds(11))) }
  }

  @Test func `a slow and steady body is accepted, however long it takes`() async throws {
    let parts = parts(250, of: 40_000, each: .seconds(1))
    #expect(try await read(parts, limit: 20_000_000) == 10_000_000)
  }

  @Test func `a fast start earns no slow end`() async throws {
    let parts = parts(10, of: 1_000_000, each: .milliseconds(1)) + parts(2, of: 1, each: .seconds(16))
    await #expect(throws: RequestFailure(.tooSlow)) { try await read(parts, limit: 20_000_000) }
  }

  @Test func `a body without Content-Length is limited as well`() async throws {
    await #expect(throws: RequestFailure(.tooLarge, detail: "more than 50 bytes")) {
      try await read(parts(2, of: 40, each: .milliseconds(1)), limit: 50)
    }
  }

  @Test func `a body waits for its share of the memory, and is refused without one`() async throws {
    // Given
    let budgets = ServerBudgets.sample()
    let held = try #require(budgets.requestBytes.lease(budgets.limits.account.requestBytes, for: .account(account)))
    // When
    await #expect(throws: RequestFailure.spent) { try await read([], announced: 100, budgets: budgets) }
    await #expect(throws: RequestFailure.spent) { try await read([(100, .zero)], budgets: budgets) }
    // Then
    held.release()
    #expect(try await read([(100, .zero)], announced: 100, budgets: budgets) == 100)
    #expect(budgets.requestBytes.used == 0)
  }

  @Test func `a body that is announced and not sent takes nothing from others`() async throws {
    // Given
    let budgets = ServerBudgets.sample()
    let used = Mutex((bytes: 0, requests: 1))
    let silent = AsyncStream<ByteBuffer> {
      used.withLock { $0 = (budgets.requestBytes.used, budgets.requests.used) }
      return nil
    }
    var head = HTTPRequest(method: .post, scheme: "http", authority: "x", path: "/")
    head.headerFields[.contentLength] = "20000000"
    let request = Request(head: head, body: RequestBody(asyncSequence: silent))
    let reader = BodyReader(uptime: Stopwatch(ManualClock()), budgets: budgets)
    // When
    let message = try await reader.message(
      of: request, on: ClientConnection(NIOAsyncTestingChannel()), limit: 24_000_000, account: account)
    // Then
    #expect((1..<1_000_000).contains(used.withLock { $0.bytes }))
    #expect(used.withLock { $0.requests } == 0 && budgets.requests.used == 1)
    message.release()
    #expect(budgets.requestBytes.used == 0 && budgets.requests.used == 0)
  }

  @Test(arguments: [(10, true), (100, false)])
  func `a body that waits for 100 Continue is requested after its size was checked`(length: Int, isRequested: Bool)
    async throws
  {
    // Given
    let budgets = ServerBudgets.sample()
    let channel = NIOAsyncTestingChannel()
    try await channel.eventLoop.submit {
      let networks = PeerNetworks(isBehindProxy: false, proxies: [])
      try channel.pipeline.syncOperations.addHandler(ConnectionGuard(budgets: budgets, networks: networks))
    }.get()
    var head = HTTPRequest(method: .post, scheme: "http", authority: "x", path: "/")
    head.headerFields[.contentLength] = "\(length)"
    head.headerFields[.expect] = "100-continue"
    try await channel.writeInbound(HTTPRequestPart.head(head))
    #expect(try await channel.readOutbound(as: HTTPResponsePart.self) == nil)
    // When
    let request = Request(head: head, body: RequestBody(buffer: ByteBuffer(repeating: 1, count: length)))
    let reader = BodyReader(uptime: Stopwatch(ManualClock()), budgets: budgets)
    let bytes = try? await reader.bytes(of: request, on: ClientConnection(channel), limit: 50)
    // Then
    #expect((bytes != nil) == isRequested)
    let sent = try await channel.readOutbound(as: HTTPResponsePart.self)
    #expect(sent == (isRequested ? .head(HTTPResponse(status: .continue)) : nil))
  }

  @Test func `a body without Content-Length takes its share as it arrives`() async throws {
    // Given
    let budgets = ServerBudgets.sample()
    let share = budgets.limits.account.requestBytes
    let held = try #require(budgets.requestBytes.lease(share - 300_000, for: .account(account)))
    // Then
    await #expect(throws: RequestFailure.spent) {
      try await read(parts(5, of: 100_000, each: .zero), budgets: budgets)
    }
    #expect(budgets.requestBytes.used == share - 300_000)
    held.release()
  }
}
