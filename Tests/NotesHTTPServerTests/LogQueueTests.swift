import Dispatch
import HTTPTypes
import HummingbirdTesting
import NotesDomain
import NotesTestSupport
import Testing

@testable import NotesHTTPServer

struct LogQueueTests {
  /// An output whose first write begins when the test says so.
  private final class StuckOutput: LogOutput {
    let log = MemoryLog()
    let begun = OneShotEvent()
    private let permits = DispatchSemaphore(value: 0)

    func write(_ lines: String) {
      begun.fire()
      permits.wait()
      log.write(lines)
      permits.signal()
    }

    func release() { permits.signal() }
  }

  private func queue(_ output: any LogOutput, limit: Int) -> LogQueue {
    LogQueue(output, limit: limit, dropped: ServerMetrics(factory: MetricRegistry()).droppedLines) {
      "dropped \($0)\n"
    }
  }

  @Test func `lines arrive in their order, all of them`() {
    let log = MemoryLog()
    let queue = queue(log, limit: 10_000)
    for number in 0..<5000 { queue.write("\(number)\n") }
    queue.flush()
    #expect(log.lines == (0..<5000).map { "\($0)" })
  }

  @Test(.timeLimit(.minutes(5)))
  func `an output that is stuck delays no caller, and lines beyond the limit are dropped and counted`() async {
    // Given
    let output = StuckOutput()
    let queue = queue(output, limit: 3)
    queue.write("first\n")
    while !output.begun.hasFired { await Task.yield() }
    // When
    for number in 1...10 { queue.write("\(number)\n") }
    output.release()
    queue.flush()
    queue.write("last\n")
    queue.flush()
    // Then
    #expect(output.log.lines == ["first", "1", "2", "3", "dropped 7", "last"])
  }

  @Test func `of each kind of request the first of a minute are logged, and then their number`() {
    // Given
    var budgets = ResourceBudgets()
    budgets.stranger.logLines = 2
    let sampler = LogSampler(budgets)
    let refused = LogSampler.Kind.withoutToken(route: "/v1/devices", status: 401)
    let probe = LogSampler.Kind.withoutToken(route: "/healthz", status: 200)
    // When
    let logged = (0..<5).map { sampler.count(refused, at: .seconds($0)).isLogged }
    let other = sampler.count(probe, at: .seconds(6))
    let later = sampler.count(refused, at: .seconds(60))
    let again = sampler.count(refused, at: .seconds(61))
    // Then
    #expect(logged == [true, true, false, false, false])
    #expect(other.isLogged && other.omitted.isEmpty)
    #expect(later.isLogged && later.omitted == [LogSampler.Omission(kind: refused, count: 3)])
    #expect(again.isLogged && again.omitted.isEmpty && sampler.finish().isEmpty)
  }

  @Test func `one account uses up only its own lines`() throws {
    // Given
    var budgets = ResourceBudgets()
    budgets.account.logLines = 2
    let sampler = LogSampler(budgets)
    let (ada, eve) = (try #require(AccountName("ada")), try #require(AccountName("eve")))
    // When
    let eves = (0..<5).map { _ in sampler.count(.ofAccount(eve), at: .zero).isLogged }
    let adas = (0..<2).map { _ in sampler.count(.ofAccount(ada), at: .zero).isLogged }
    // Then
    #expect(eves == [true, true, false, false, false] && adas == [true, true])
    #expect(sampler.finish() == [LogSampler.Omission(kind: .ofAccount(eve), count: 3)])
  }

  @Test func `of an account's requests the log has more than of those without a token`() async throws {
    let server = try TestServer()
    try await server.withClient { client in
      for _ in 0..<15 { _ = try await client.send(.get, "/v1/devices", as: nil) }
      for _ in 0..<15 { _ = try await client.send(.get, "/v1/devices", as: server.ada) }
    }
    #expect(server.log.lines.count { $0.contains("status=401") } == 10)
    #expect(server.log.lines.count { $0.contains("status=200") } == 15)
  }
}
