import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import NotesHTTPServer

struct OffloadExecutorTests {
  private final class Counter: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func increment() { count.withLock { $0 += 1 } }
  }

  @Test func `offloaded work leaves the thread of the event loop, and its task returns to it`() async throws {
    // Given
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    try await withTaskExecutorPreference(EventLoopExecutor(loop)) {
      #expect(loop.inEventLoop)
      // When
      let wasOnLoop = try await OffloadExecutor.run { loop.inEventLoop }
      // Then
      #expect(!wasOnLoop)
      #expect(loop.inEventLoop)
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `offloaded work that computes does not delay other tasks`() async throws {
    // Given
    let begun = Counter()
    let end = OneShotEvent()
    await withTaskGroup { group in
      for _ in 0..<System.coreCount {
        group.addTask {
          try? await OffloadExecutor.run {
            begun.increment()
            while !end.hasFired {}
          }
        }
      }
      while begun.value < System.coreCount { await Task.yield() }
      // When
      let other = Task.detached { end.fire() }
      // Then
      await other.value
    }
    #expect(end.hasFired)
  }
}
