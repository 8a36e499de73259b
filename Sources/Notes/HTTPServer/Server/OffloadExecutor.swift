import Dispatch
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// Where is done what takes a while: away from the threads of the connections, so that the others on them are served
/// meanwhile.
///
/// The global executor would be the natural place, but its threads are as many as coreDumps, and others wait for them too.
final class OffloadExecutor: TaskExecutor {
  private static let shared = OffloadExecutor()
  private let queue = DispatchQueue(label: "notes.aside", attributes: .concurrent)

  private init() {}

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Does something that takes a while.
  ///
  /// - Parameter body: What takes a while.
  static func run<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    // A task of its own: one that prefers an executor already does not leave it for another before it next waits.
    let task = Task(executorPreference: shared) { () async -> Result<Value, Failure> in
      do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
    }
    return try await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }.get()
  }
}

/// Runs tasks on the thread of an event loop.
final class EventLoopExecutor: TaskExecutor {
  private let loop: any EventLoop

  /// Creates an executor.
  ///
  /// - Parameter loop: The event loop, which must outlive the tasks.
  init(_ loop: any EventLoop) {
    self.loop = loop
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Answers the requests of a connection on the thread that reads and writes it.
///
/// Most requests take microseconds, of which a change of threads and back would be a good part. What takes longer is done
/// elsewhere: see ``OffloadExecutor``.
struct EventLoopChannel: ServerChildChannel {
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
