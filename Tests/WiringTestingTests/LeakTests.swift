import Synchronization
import Testing
import Wiring

@testable import WiringTesting

/// A store of objects that outlives every graph.
private let retained = Mutex<[any Store]>([])

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

  @Test func `a failing test has no issue for the objects that it retains`() async {
    await #expect(throws: CancellationError.self) { try await configuration.run { throw CancellationError() } }
  }
}
