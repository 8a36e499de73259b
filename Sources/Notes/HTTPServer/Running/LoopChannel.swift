import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// Answers the requests of a connection on the thread that reads and writes it.
///
/// Most requests take microseconds, of which a change of threads and back would be a good part. What takes longer is done
/// elsewhere: see ``AsideExecutor``.
struct LoopChannel: ServerChildChannel {
  let inner: HTTP1Channel

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    inner.setup(channel: channel, logger: logger)
  }

  func handle(value: HTTP1Channel.Value, logger: Logger) async {
    await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
      await inner.handle(value: value, logger: logger)
    }
  }
}
