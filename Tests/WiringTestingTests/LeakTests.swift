import Synchronization
import Testing
import Wiring

@testable import WiringTesting

/// A store of objects that outlives every graph.
private let retained = Mutex<[any Store]>([])
private let openVisits = Mutex<[Graph<Int>]>([])

@Suite struct LeakTests {
  private var configuration: TestConfiguration {
    var configuration = TestConfiguration()
    configuration.plan = TestPlan(modules: { [MemoryModule()] }, profile: .test, entry: { _ in })
    configuration.checksForLeaks = true
    return configuration
  }

  @Test(.wired(modules: [MemoryModule()]), .checksForLeaks)
  func `a test that retains nothing has no issue`() throws {
    _ = try Wired.resolve((any Store).self)
  }

  @Test func `a shared object that outlives the test is an issue`() async throws {
    try await withKnownIssue {
      try await configuration.run {
        let store = try Wired.resolve((any Store).self)
        retained.withLock { $0.append(store) }
      }
    } matching: { issue in
      issue.comments.first?.rawValue.hasPrefix("any Store, bound at WiringTestingTests/Fixtures.swift:") == true
    }
  }

  @Test func `a scope that is still open is named as the cause`() async throws {
    // Given
    let visit = CustomScope<Int>("visit")
    var configuration = configuration
    configuration.plan = TestPlan(
      modules: { [MemoryModule(), Bindings { $0.scope(visit) }] }, profile: .test, entry: { _ in })
    // When and then
    try await withKnownIssue {
      try await configuration.run {
        _ = try Wired.resolve((any Store).self)
        let opened = try Wired.graph.open(visit, with: 1)
        openVisits.withLock { $0.append(opened) }
      }
    } matching: { issue in
      issue.comments.first?.rawValue.hasSuffix("since a scope of it is open, or since something retains the graph")
        == true
    }
  }

  @Test(.wired(modules: [StartedModule()]), .checksForLeaks)
  func `a test that starts and stops its graph has no issue`() async throws {
    // A hook's time limit ends late.
    try await Wired.graph.start(clock: SlowlyCancelledClock())
    try await Wired.graph.stop(clock: SlowlyCancelledClock())
  }

  @Test func `a failing test has no issue for the objects that it retains`() async {
    await #expect(throws: CancellationError.self) { try await configuration.run { throw CancellationError() } }
  }
}

private struct StartedModule: Module {
  func configure(_ binder: inout Binder) {
    binder.bind((any Store).self, MemoryStore.init).scoped(.singleton).eager().onStart { _ in }.onStop { _ in }
  }
}

/// A clock whose sleeps end some time after they are cancelled, and only then.
private struct SlowlyCancelledClock: _Concurrency.Clock {
  typealias Instant = ContinuousClock.Instant

  var now: Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    while !Task.isCancelled { await Task.yield() }
    for _ in 0..<50 { await Task.yield() }
    throw CancellationError()
  }
}
