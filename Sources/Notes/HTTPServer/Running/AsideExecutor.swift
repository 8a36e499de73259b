import Dispatch

/// Where is done what takes a while: away from the threads of the connections, so that the others on them are served
/// meanwhile.
///
/// The global executor would be the natural place, but a task whose preference it is stays where it was.
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
  /// - Parameters:
  ///   - isLong: Whether it does; what is brief stays where it is.
  ///   - body: What takes a while.
  static func run<Value, Failure: Error>(
    if isLong: Bool = true, _ body: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    guard isLong else { return try await body() }
    return try await withTaskExecutorPreference(shared, operation: body)
  }
}
