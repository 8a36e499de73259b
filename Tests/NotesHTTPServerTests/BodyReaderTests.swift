import HTTPTypes
import HummingbirdCore
import NIOCore
import NotesDomain
import NotesTestSupport
import NotesHTTPAPI
import Synchronization
import Testing

@testable import NotesHTTPServer

struct BodyReaderTests {
  /// A clock that goes on by so much each time somebody looks.
  private final class TickingClock: MonotonicClock {
    private let tick: Int
    private let moment = Mutex(0)

    init(tick: Int) { self.tick = tick }

    func milliseconds() -> Int {
      moment.withLock { moment in
        moment += tick
        return moment
      }
    }
  }

  private func read(_ parts: [Int], tick: Int, limit: Int = 1_000_000) async throws -> Int {
    let stream = AsyncStream<ByteBuffer> { continuation in
      for count in parts { continuation.yield(ByteBuffer(repeating: 1, count: count)) }
      continuation.finish()
    }
    let request = Request(
      head: HTTPRequest(method: .post, scheme: "http", authority: "x", path: "/"),
      body: RequestBody(asyncSequence: stream))
    let reader = BodyReader(clock: TickingClock(tick: tick), limits: BodyLimits())
    return try await reader.bytes(of: request, limit: limit).count
  }

  @Test func `a body arrives whole`() async throws {
    #expect(try await read([10, 20, 30], tick: 1) == 60)
  }

  @Test func `a body that trickles is given up`() async throws {
    await #expect(throws: RequestFailure(.tooSlow)) { try await read([1, 1, 1, 1], tick: 11_000) }
  }

  @Test func `a large body may take longer`() async throws {
    // Each part takes 2 seconds, and gains 4.
    let parts = [Int](repeating: 262_144, count: 40)
    #expect(try await read(parts, tick: 2000, limit: 20_000_000) == 40 * 262_144)
  }

  @Test func `a body that says nothing of its length is too long all the same`() async throws {
    await #expect(throws: RequestFailure(.tooLarge, detail: "more than 50 bytes")) {
      try await read([40, 40], tick: 1, limit: 50)
    }
  }
}
