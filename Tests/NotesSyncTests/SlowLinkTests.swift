import NotesDomain
import NotesSync
import NotesTestSupport
import Testing

@Suite struct SlowLinkTests {
  private let transport = FakeTransport()

  private func device(items: Int, pageItems: Int = 64) throws -> Device {
    for number in 1...UInt64(items) {
      transport.store(NotePayload.encode(.sample(number)), for: Note.sample(number).id)
    }
    return try Device(transport, settings: SyncSettings(pageItems: pageItems, attempts: 5))
  }

  @Test(arguments: [
    TransportError.unreachable(detail: "the response was too slow"),
    .unavailable(detail: "status 504", retryAfter: nil),
    .undecodable(detail: "not an HTTP response, or cut off"),
  ])
  func `each attempt after a lost page asks for a fourth of it`(error: TransportError) async throws {
    let device = try device(items: 3)
    transport.failNext(error, times: 4)
    try await device.sync()
    #expect(transport.requests.prefix(5).map(\.limit) == [64, 16, 4, 1, 1])
    #expect(device.store.all.count == 3)
  }

  @Test func `pages grow again by an eighth, up to the most that a request asks for`() async throws {
    let device = try device(items: 300)
    transport.failNext(.unreachable(detail: "lost"))
    try await device.sync()
    #expect(transport.requests.map(\.limit) == [64, 16, 18, 20, 22, 24, 27, 30, 33, 37, 41, 46, 51])
    #expect(device.store.all.count == 300)
  }

  @Test func `a sync that lost its page continues where it was, and begins with large pages`() async throws {
    let device = try device(items: 100)
    try await device.sync()
    transport.store(NotePayload.encode(.sample(101)), for: Note.sample(101).id)
    transport.failNext(.unreachable(detail: "lost"), times: 5)
    await #expect(throws: SyncError.self) { try await device.sync() }
    try await device.sync()
    #expect(transport.requests.last?.limit == 64 && transport.requests.last?.after == Revision(100))
    #expect(device.store.all.count == 101)
  }
}
