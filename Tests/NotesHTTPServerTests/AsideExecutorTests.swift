import NIOCore
import NIOPosix
import Testing

@testable import NotesHTTPServer

struct AsideExecutorTests {
  @Test func `what takes a while leaves the thread of its connection, and comes back to it`() async {
    // Given
    let loop = MultiThreadedEventLoopGroup.singleton.next()
    await withTaskExecutorPreference(EventLoopExecutor(loop)) {
      #expect(loop.inEventLoop)
      // When
      let wasThere = await AsideExecutor.run { loop.inEventLoop }
      // Then
      #expect(!wasThere)
      #expect(loop.inEventLoop)
    }
  }
}
