import NotesDomain
import NotesHosting
import NotesTestSupport
import Synchronization
import Testing

@testable import NotesNetwork

@Suite struct MockNetworkTests {
  private let service = RecordingService()
  private let clock = ManualClock()

  @Test func `without faults, requests arrive at once and in order`() async {
    let network = MockNetwork(to: service, clock: clock)
    for number in 1...3 { #expect(await network.send(number) == nil) }
    #expect(await network.ask() == nil)
    #expect(service.arrivals == [.batch(1), .batch(2), .batch(3), .changes])
    #expect(clock.pauses.isEmpty)
  }

  @Test func `a lost request does not arrive`() async {
    let network = MockNetwork(to: service) { $0.loss = .always }
    #expect(await network.send(1) == .unreachable(detail: "the request was lost"))
    #expect(await network.ask() == .unreachable(detail: "the request was lost"))
    #expect(service.arrivals.isEmpty)
  }

  @Test func `the reply to a request that arrived can be lost`() async {
    let network = MockNetwork(to: service) { $0.loss = Probability(percent: 40) }
    var lost = 0
    for number in 1...100 {
      let before = service.arrivals.count
      let error = await network.send(number)
      let hasArrived = service.arrivals.count > before
      if error == .unreachable(detail: "the reply was lost") { lost += 1 }
      #expect(hasArrived == (error != .unreachable(detail: "the request was lost")))
    }
    #expect(10...40 ~= lost, "\(lost)")
  }

  @Test func `one of the last eight batches arrives again before a request`() async {
    let network = MockNetwork(to: service) { $0.duplicates = .always }
    var distances: Set<Int> = []
    for number in 1...500 {
      let before = service.arrivals.count
      #expect(await network.send(number) == nil)
      let arrived = service.arrivals.dropFirst(before)
      #expect(arrived.last == .batch(number))
      #expect(arrived.count == (number == 1 ? 1 : 2))
      if number > 1, case .batch(let earlier)? = arrived.first { distances.insert(number - earlier) }
    }
    #expect(distances == Set(1...8))
  }

  @Test func `a delayed batch arrives after a later request`() async throws {
    let network = MockNetwork(to: service) { $0.reordering = .always }
    #expect(await network.send(1) == .unreachable(detail: "the request is late"))
    #expect(service.arrivals.isEmpty)
    for _ in 0..<20 { #expect(await network.ask() == nil) }
    let index = try #require(service.arrivals.firstIndex(of: .batch(1)))
    #expect(index > 0)
    #expect(service.arrivals.count { $0 == .batch(1) } == 1)
  }

  @Test func `a truncated reply is an error, though the request arrived`() async {
    let network = MockNetwork(to: service) { $0.truncation = .always }
    for number in 1...200 {
      guard case .undecodable? = await network.send(number) else {
        Issue.record("read a truncated reply")
        return
      }
      guard case .undecodable? = await network.ask() else {
        Issue.record("read a truncated reply")
        return
      }
    }
    #expect(service.arrivals.count == 400)
  }

  @Test func `a partition loses several consecutive requests`() async {
    let network = MockNetwork(to: service) { faults in
      faults.partitions = Probability(percent: 5)
      faults.partitionLength = 4
    }
    var runs: [Int] = [0]
    for number in 1...1000 {
      if await network.send(number) == nil { runs.append(0) } else { runs[runs.count - 1] += 1 }
    }
    let breaks = runs.dropLast().filter { $0 > 0 }
    #expect(breaks.count > 10)
    #expect(breaks.allSatisfy { $0 >= 4 }, "\(breaks)")
  }

  @Test func `a rate limit demands a wait, and the request does not arrive`() async {
    let network = MockNetwork(to: service) { $0.rateLimits = .always }
    #expect(await network.send(1) == .rateLimited(retryAfter: .milliseconds(20)))
    #expect(service.arrivals.isEmpty)
  }

  @Test func `an outage is an error, and the request does not arrive`() async {
    let network = MockNetwork(to: service) { $0.outages = .always }
    #expect(await network.ask() == .unavailable(detail: "the server is busy", retryAfter: .milliseconds(20)))
    #expect(service.arrivals.isEmpty)
  }

  @Test func `requests and replies are delayed up to the latency`() async {
    let network = MockNetwork(to: service, clock: clock) { $0.latency = 30 }
    for number in 1...200 { #expect(await network.send(number) == nil) }
    #expect(clock.pauses.allSatisfy { .milliseconds(1)...(.milliseconds(30)) ~= $0 })
    #expect(clock.pauses.count > 350)
    #expect(Set(clock.pauses).count == 30)
  }

  @Test func `a request that is cancelled on its way does not arrive`() async {
    clock.cancel(at: 1)
    let network = MockNetwork(to: service, clock: clock) { $0.latency = 1_000_000 }
    #expect(await network.send(1) == .unreachable(detail: "the request was cancelled"))
    #expect(service.arrivals.isEmpty)
  }

  @Test(
    arguments: [
      (.malformed(detail: "two changes of one note"), .refused(detail: "two changes of one note")),
      (.tooLarge(limit: 7), .refused(detail: "the request is larger than 7 bytes")),
      (
        .store(.locked(path: "/s")),
        .unavailable(detail: "the server's store failed: /s is locked by another program", retryAfter: nil)
      ),
    ] as [(ServiceError, TransportError)])
  func `errors of the server are converted`(failure: ServiceError, expected: TransportError) async {
    service.failure = failure
    let network = MockNetwork(to: service)
    #expect(await network.send(1) == expected)
    #expect(await network.ask() == expected)
  }

  @Test func `a request can be sent during another`() async {
    let network = MockNetwork(to: service) { $0.duplicates = .always }
    let responses = Mutex<[TransportError?]>([])
    service.listen {
      let response = await network.ask()
      responses.withLock { $0.append(response) }
    }
    #expect(await network.send(1) == nil)
    #expect(responses.withLock { $0 } == [nil])
    // The second request also delivers the batch of the first again.
    #expect(service.arrivals == [.batch(1), .batch(1), .changes])
  }
}
