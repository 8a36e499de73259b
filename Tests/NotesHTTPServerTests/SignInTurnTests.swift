import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import NotesDomain
import NotesHTTPAPI
import NotesTestSupport
import Synchronization
import Testing
import Wiring

@testable import NotesHTTPServer

/// The turns of sign-ins, of which few are worked on at a time.
struct SignInTurnTests {
  @Test(.timeLimit(.minutes(5)))
  func `a sign-in whose body does not arrive holds no turn`() async throws {
    // Given
    let server = try TestServer(clock: ManualClock())
    let graph = try await server.graph()
    let budgets = graph.root.budgets
    let (parts, continuation) = AsyncStream<ByteBuffer>.makeStream()
    let isWaiting = Mutex(false)
    let late = AsyncStream<ByteBuffer> {
      isWaiting.withLock { $0 = true }
      return await parts.first { _ in true }
    }
    let head = HTTPRequest(method: .post, scheme: "http", authority: "x", path: APIRoute.signIn.path)
    let request = Request(head: head, body: RequestBody(asyncSequence: late))
    let context = HTTPRequestContext(
      source: .init(channel: NIOAsyncTestingChannel(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
    // When
    let sending = Task { try await RequestRouter(graph).respond(to: request, context: context) }
    while !isWaiting.withLock({ $0 }) { await Task.yield() }
    // Then
    #expect(budgets.requests.used == 0)
    let turns = try #require(budgets.requests.lease(budgets.limits.stranger.requestsInAll, for: .proxy))
    continuation.yield(ByteBuffer(string: "{}"))
    continuation.finish()
    await #expect(throws: RequestFailure.spent) { try await sending.value }
    turns.release()
    #expect(budgets.requests.used == 0)
  }

  @Test(.timeLimit(.minutes(5)))
  func `work ends when its client is gone`() async throws {
    let gone = OneShotEvent()
    let isWorking = Mutex(false)
    let work = Task {
      try await gone.cancelling {
        isWorking.withLock { $0 = true }
        while !Task.isCancelled { await Task.yield() }
        throw CancellationError()
      }
    }
    while !isWorking.withLock({ $0 }) { await Task.yield() }
    gone.fire()
    await #expect(throws: CancellationError.self) { try await work.value }
  }
}
