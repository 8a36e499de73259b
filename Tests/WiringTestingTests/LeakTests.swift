import Synchronization
import Testing
import Wiring

@testable import WiringTesting

/// Somebody who outlives every graph.
private let cellar = Mutex<[any Store]>([])

@Suite struct LeakTests {
  private var wiring: TestWiring {
    var wiring = TestWiring()
    wiring.plan = TestPlan(modules: { [MemoryModule()] }, profile: .test, entry: { _ in })
    wiring.checksForLeaks = true
    return wiring
  }

  @Test(.wired(modules: [MemoryModule()]), .checksForLeaks)
  func `a test that keeps nothing has no issue`() throws {
    _ = try Wired.resolve((any Store).self)
  }

  @Test func `a shared object that is kept beyond the test is an issue`() async throws {
    try await withKnownIssue {
      try await wiring.run {
        let store = try await Wired.resolve((any Store).self)
        cellar.withLock { $0.append(store) }
      }
    } matching: { issue in
      issue.comments.first?.rawValue.hasPrefix("any Store, bound at WiringTestingTests/Fixtures.swift:") == true
    }
  }

  @Test func `a test that fails by itself is not blamed for what it keeps`() async {
    await #expect(throws: CancellationError.self) { try await wiring.run { throw CancellationError() } }
  }
}
