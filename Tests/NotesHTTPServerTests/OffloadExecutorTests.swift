import NIOCore
import NIOPosix
import Testing

@testable import NotesHTTPServer

struct OffloadExecutorTests {
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
}
