import Dispatch

/// Where is done what takes a while: away from the threads of the connections, so that the others on them are served
/// meanwhile.
///
/// The global executor would be the natural place, but its threads are as many as cores, and others wait for them too.
final class AsideExecutor: TaskExecutor {
  private static let shared = AsideExecutor()
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
