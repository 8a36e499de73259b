import NIOCore
import NIOPosix
import Testing

@testable import NotesHTTPServer

struct OffloadExecutorTests {
  @Test func `what takes a while leaves the thread of its connection, and comes back to it`() async {
    // Given
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    await withTaskExecutorPreference(EventLoopExecutor(loop)) {
      #expect(loop.inEventLoop)
      // When
      let wasThere = await OffloadExecutor.run { loop.inEventLoop }
      // Then
      #expect(!wasThere)
      #expect(loop.inEventLoop)
    }
  }
}
