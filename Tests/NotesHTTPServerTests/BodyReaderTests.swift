import HTTPTypes
import HummingbirdCore
import NIOCore
import NotesDomain
import NotesHTTPAPI
import NotesTestSupport
import Testing

@testable import NotesHTTPServer

struct BodyReaderTests {
  /// Reads parts that arrive one by one, after a time each.
  private func read(_ parts: [Int], each time: Duration, limit: Int = 1_000_000) async throws -> Int {
    let clock = ManualClock()
    let stream = AsyncStream<Int> { continuation in
      for count in parts { continuation.yield(count) }
      continuation.finish()
    }.map { count in
      clock.advance(by: time)
      return ByteBuffer(repeating: 1, count: count)
    }
    let request = Request(
      head: HTTPRequest(method: .post, scheme: "http", authority: "x", path: "/"),
      body: RequestBody(asyncSequence: stream))
    let reader = BodyReader(uptime: Stopwatch(clock), limits: BodyLimits())
    return try await reader.bytes(of: request, limit: limit).count
  }

  @Test func `a body is read to its end`() async throws {
    #expect(try await read([10, 20, 30], each: .milliseconds(1)) == 60)
  }

  @Test func `a body that trickles is rejected`() async throws {
    await #expect(throws: RequestFailure(.tooSlow)) { try await read([1, 1, 1, 1], each: .seconds(11)) }
  }

  @Test func `a large body has more time`() async throws {
    // Each part takes 2 seconds and adds 4.
    let parts = [Int](repeating: 262_144, count: 40)
    #expect(try await read(parts, each: .seconds(2), limit: 20_000_000) == 40 * 262_144)
  }

  @Test func `a body without Content-Length is limited as well`() async throws {
    await #expect(throws: RequestFailure(.tooLarge, detail: "more than 50 bytes")) {
      try await read([40, 40], each: .milliseconds(1), limit: 50)
    }
  }
}
