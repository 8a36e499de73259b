/// How to wait.
public protocol Sleeper: Sendable {
  /// Returns when some time has passed.
  ///
  /// - Parameter milliseconds: How long to wait.
  /// - Throws: When the task is cancelled meanwhile.
  func sleep(milliseconds: Int) async throws(CancellationError)
}
