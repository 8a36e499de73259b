import Dispatch
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypesHTTP1
import Synchronization

/// Runs blocking work off the event loop, on threads of its own.
///
/// Neither the global executor nor a queue of Dispatch: both run on the same threads, as many as there are cores, which also
/// accept connections. ``ServerBudgets/compute(for:_:)`` gives accounts their turns, so that few jobs wait here.
final class OffloadExecutor: TaskExecutor {
  private static let shared = OffloadExecutor(threads: HostBudget().computations)
  private let jobs = Mutex<[UnownedJob]>([])
  private let count = DispatchSemaphore(value: 0)

  private init(threads: Int) {
    for _ in 0..<threads { Thread.detachNewThread { [self] in work() } }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    count.signal()
  }

  private func work() {
    while true {
      count.wait()
      let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      job?.runSynchronously(on: asUnownedTaskExecutor())
    }
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

  /// The bytes that one read takes at most. A connection reads some ten parts ahead of its request.
  private static let maximumReadBytes = 16_384
  /// The bytes of a response in the buffer of the system. It is not adjusted, so that the progress of a slow peer is seen
  /// every few seconds, and a connection costs no more.
  private static let sendBufferBytes: ChannelOptions.Types.SocketOption.Value = 262_144

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
    let allocator = AdaptiveRecvByteBufferAllocator(minimum: 1024, initial: 2048, maximum: Self.maximumReadBytes)
    // Without these a connection costs more, and works.
    try? channel.syncOptions?.setOption(.recvAllocator, value: allocator)
    try? channel.syncOptions?.setOption(.socketOption(.so_sndbuf), value: Self.sendBufferBytes)
    return inner.setup(channel: channel, logger: logger).flatMapThrowing { value in
      // Before what forgets the version.
      let pipeline = value.channel.pipeline.syncOperations
      let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
      try pipeline.addHandler(EarlierVersionHandler(), position: .before(codec))
      return value
    }
  }

  func handle(value: HTTP1Channel.Value, logger: Logger) async {
    await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
      await inner.handle(value: value, logger: logger)
    }
  }
}
