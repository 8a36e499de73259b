import Synchronization
import Wiring

/// What went wrong so far, noted from any task.
final class FailureList: Sendable {
  private let failures = Mutex<[GraphRunError.Failure]>([])

  var all: [GraphRunError.Failure] { failures.withLock(\.self) }

  func append(_ failure: GraphRunError.Failure) {
    failures.withLock { $0.append(failure) }
  }

  func append(_ error: LifecycleError) {
    failures.withLock { $0 += error.runFailures }
  }
}
