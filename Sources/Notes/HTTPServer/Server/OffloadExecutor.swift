import Dispatch
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// Runs blocking work off the event loop.
///
/// The global executor was rejected: it has as many threads as cores, and other code waits for them.
final class OffloadExecutor: TaskExecutor {
  private static let shared = OffloadExecutor()
  private let queue = DispatchQueue(label: "notes.offload", attributes: .concurrent)

  private init() {}

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Runs a closure off the event loop, and returns to it with the result.
  static func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    // An unstructured task: one with an executor preference changes its executor only at its next suspension.
    let task = Task(executorPreference: shared) { try await body() }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}

/// Runs tasks on the thread of an event loop.
final class EventLoopExecutor: TaskExecutor {
  private let loop: any EventLoop

  /// Creates an executor for an event loop, which must outlive the tasks.
  init(_ loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// An HTTP/1.1 connection whose requests run on the thread of its event loop.
///
/// Most requests take microseconds, of which two changes of threads would be a considerable part. Longer work runs on
/// ``OffloadExecutor``.
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
