import HTTPTypes
import HummingbirdCore
import NIOCore
import NotesDomain
import NotesHTTPAPI
import NotesTestSupport
import Synchronization
import Testing

@testable import NotesHTTPServer

struct BodyReaderTests {
  /// A clock that advances by a tick with each reading.
  private final class TickingClock: MonotonicClock {
    private let tick: Int
    private let time = Mutex(0)

    init(tick: Int) { self.tick = tick }

    func milliseconds() -> Int {
      time.withLock { time in
        time += tick
        return time
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

  @Test func `a body is read to its end`() async throws {
    #expect(try await read([10, 20, 30], tick: 1) == 60)
  }

  @Test func `a body that trickles is rejected`() async throws {
    await #expect(throws: RequestFailure(.tooSlow)) { try await read([1, 1, 1, 1], tick: 11_000) }
  }

  @Test func `a large body has more time`() async throws {
    // Each part takes 2 seconds and adds 4.
    let parts = [Int](repeating: 262_144, count: 40)
    #expect(try await read(parts, tick: 2000, limit: 20_000_000) == 40 * 262_144)
  }

  @Test func `a body without Content-Length is limited as well`() async throws {
    await #expect(throws: RequestFailure(.tooLarge, detail: "more than 50 bytes")) {
      try await read([40, 40], tick: 1, limit: 50)
    }
  }
}
