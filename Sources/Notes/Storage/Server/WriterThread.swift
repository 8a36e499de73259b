import Dispatch

/// The one thread on which a server's store is written, so that nobody else's waits for the disk.
///
/// A task that prefers it runs on it from one wait to the next without anybody in between.
final class WriterThread: TaskExecutor {
  private let queue = DispatchQueue(label: "notes.writer")

  /// Stops the program when somebody else's thread gets here, which would break every promise about turns.
  func check() {
    dispatchPrecondition(condition: .onQueue(queue))
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
